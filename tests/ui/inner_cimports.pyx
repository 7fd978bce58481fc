def f(double x):
    from libc.math cimport sqrt  #~ ERROR OFC0001
    return sqrt(x)


def g(int n):
    cimport cython as cy  #~ ERROR OFC0001
    cdef cy.double x = n
    return cy.typeof(x)


def h(int n):
    from cython cimport double as number, typeof  #~ ERROR OFC0001
    return n


class C:
    cimport libc.math  #~ ERROR OFC0001

    def m(self, double x):
        from cython.parallel cimport *  #~ ERROR OFC0001
        return libc.math.sqrt(x)


def accepted(int n):
    from cython.parallel cimport prange
    cdef int i
    for i in prange(n, nogil=True):
        pass
