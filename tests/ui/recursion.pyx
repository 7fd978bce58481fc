# Threads of a GPU have little stack.
cimport cython
from cython.parallel import prange


cdef long fib(long n) noexcept nogil:
    return n if n < 2 else fib(n - 1) + fib(n - 2)  #~ WARNING OFC0516


cdef bint even(int n) noexcept nogil:
    return True if n == 0 else odd(n - 1)  #~ WARNING OFC0516


cdef bint odd(int n) noexcept nogil:
    return False if n == 0 else even(n - 1)


# A loop, to the C compiler.
@cython.cdivision(True)
cdef long gcd(long a, long b) noexcept nogil:
    if b == 0:
        return a
    return gcd(b, a % b)


cdef long on_the_host(long n) noexcept nogil:
    return 1 + on_the_host(n - 1) if n > 0 else 0


cdef long twice(long n) noexcept nogil:
    return gcd(n, 2) + gcd(n, 3)


def f(long[::1] x, int n):
    cdef Py_ssize_t i
    for i in prange(x.shape[0], nogil=True, device={}):
        x[i] = fib(i % 10) + twice(i) + even(n)
    return on_the_host(n)
