from libc.string cimport strfry  #~ ERROR
cdef char *shuffled(char *text) nogil:
    return strfry(text)
