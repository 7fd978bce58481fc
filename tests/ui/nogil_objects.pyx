cdef object result(int n) nogil: #~ ERROR OFC0401
    with gil:
        return n


cdef int variable(int n) nogil: #~ ERROR OFC0401
    cdef object held
    with gil:
        held = n
    return n


cdef int taken(int n) noexcept with gil:
    cdef object held = n
    return held


cdef int untyped(object given, int n) nogil:
    with gil:
        held = [given, n]
    return n


cdef int i, n = 3
for i in reversed(range([], n)): #~ ERROR OFC0201
    pass
