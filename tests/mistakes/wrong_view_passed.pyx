cdef void g(double[:, :] x) noexcept nogil:
    x[0, 0] = 1
def f(double[:] x):
    g(x)  #~ ERROR
    g(x)
    g(x)
