from cython.parallel import prange
cdef int counter = 0
cdef void bump() noexcept nogil:
    global counter
    counter += 1  #~ ERROR
    counter = counter * 2
def f(double[:] x):
    cdef int i
    for i in prange(x.shape[0], nogil=True, device={}):
        bump()
