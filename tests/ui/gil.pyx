from cython.parallel import parallel, prange


def f(double[:] x, y):
    cdef int i
    with nogil:
        print(y)  #~ ERROR OFC0401
        kept = y  #~ ERROR OFC0401
        with nogil:  #~ ERROR OFC0403
            x[0] = 1
    with nogil(x.shape[0] > 3):  #~ ERROR OFC0403
        x[0] = 1
    with nogil(True and not False):
        x[0] = 1
    with gil:  #~ ERROR OFC0403
        x[0] = 1
    for i in prange(10):  #~ WARNING OFC0402
        x[i] = 0
    with parallel():  #~ WARNING OFC0402
        for i in prange(10):
            x[i] = 0
    for i in prange(10, nogil=True):
        x[i] = 0
    with parallel(device={}):
        for i in prange(10):
            x[i] = 0


cdef object made(int n) with gil:
    return [n]


cdef class Maker:
    cdef object make(self) with gil:
        return 1


def gives_objects(Maker maker):
    cdef object (*pointer)(int) nogil
    pointer = made
    with nogil:
        made(2)  #~ ERROR OFC0401
        maker.make()  #~ ERROR OFC0401
        pointer(3)  #~ ERROR OFC0401
    return made(2), maker.make()
