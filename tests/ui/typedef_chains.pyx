# However long a chain of typedefs is, it is a type; a circle is refused once, wherever it goes through.
cdef int ********************************************************************************* deep

ctypedef here there  #~ ERROR OFC0205
ctypedef there here

ctypedef void (*callback)(callback)  #~ ERROR OFC0205
