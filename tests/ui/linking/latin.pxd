# latin
cdef int value = "é"  #~ ERROR OFC0002
