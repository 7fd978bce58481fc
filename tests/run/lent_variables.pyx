# cython: boundscheck=False, wraparound=False
"""Kernels whose variables functions write through pointers: what a variable holds after the call is what the function wrote."""

cimport cython
from cython.parallel import parallel, prange


cdef struct Pair:
    long a
    long b


cdef struct Box:
    long *where


@cython.device
cdef void change(long *k, long n) noexcept nogil:
    if k[0] < 0:
        k[0] = k[0] + n


@cython.device
cdef void change_pair(Pair *pair, long n) noexcept nogil:
    change(&pair.a, n)


@cython.device
cdef void change_boxed(Box box, long n) noexcept nogil:
    change(box.where, n)


@cython.device
cdef long *same(long *k) noexcept nogil:
    return k


@cython.device
cdef int changed(long *k, int *was_changed, long n) except -1 nogil:
    if k[0] < 0:
        k[0] = k[0] + n
        was_changed[0] = 1
    if n > 1000:
        raise ValueError("n")
    return 0


@cython.device
cdef long of_number(long i, long n, bint counts) noexcept nogil:
    cdef long k
    k = i
    if counts:
        k = i
        change(&k, n)
    return k


@cython.device
cdef long of_flag(long i, long n, bint counts) except? -1 nogil:
    cdef long k = i
    cdef int flag = 0
    if counts:
        flag = 0
        changed(&k, &flag, n)
    return k + 100 * flag


@cython.device
cdef long of_array(long i, long n, bint counts) noexcept nogil:
    cdef long k[2]
    k[0] = i
    k[1] = i
    if counts:
        k[0] = i
        change(k, n)
        k[1] = i
        change(k + 1, n + 1)
    return k[0] + 100 * k[1]


@cython.device
cdef long of_element(long i, long n, bint counts) noexcept nogil:
    cdef long k[2]
    k[0] = 0
    k[1] = i
    if counts:
        k[1] = i
        change(&k[1], n)
    return k[0] + k[1]


@cython.device
cdef long of_field(long i, long n, bint counts) noexcept nogil:
    cdef Pair pair
    pair.a = 0
    pair.b = i
    if counts:
        pair.b = i
        change(&pair.b, n)
    return pair.a + pair.b


@cython.device
cdef long of_struct(long i, long n, bint counts) noexcept nogil:
    cdef Pair pair = Pair(i, i)
    if counts:
        pair = Pair(i, i)
        change_pair(&pair, n)
    return pair.a + 100 * pair.b


@cython.device
cdef long of_pointer(long i, long n, bint counts) noexcept nogil:
    cdef long k
    cdef long *p = &k
    cdef Box box
    p[0] = i
    if counts:
        k = i
        box.where = p
        change_boxed(box, n)
    return k


@cython.device
cdef long of_result(long i, long n, bint counts) noexcept nogil:
    cdef long k = i
    if counts:
        k = i
        change(same(&k), n)
    return k


@cython.device
cdef void mark(long *k, long *marked, long n) noexcept nogil:
    if k[0] < n:
        k[0] = n + 1
        marked[0] = 1


@cython.device
cdef long of_marks(long i, long n, bint counts) noexcept nogil:
    # One of the two equal values comes from a function.
    cdef long k = 0, marked = 1, last = i
    cdef int j
    for j in range(2):
        if counts:
            mark(&k, &marked, 3)
        mark(&marked, &last, 3)
    return k + 100 * marked + 10000 * last


@cython.device
cdef long of_parts(double[::1] x, long i, bint counts) noexcept nogil:
    cdef double[::1] part = x[:0]
    cdef long k = 0
    if counts:
        part = x[2:i]
        k = part.shape[0]
    if k > 0:
        k = k + <long>part[0]
    return k + 100 * part.shape[0]


@cython.device
cdef long of_form(int form, long i, long n, bint counts) except? -1 nogil:
    if form == 0:
        return of_number(i, n, counts)
    if form == 1:
        return of_flag(i, n, counts)
    if form == 2:
        return of_array(i, n, counts)
    if form == 3:
        return of_element(i, n, counts)
    if form == 4:
        return of_field(i, n, counts)
    if form == 5:
        return of_struct(i, n, counts)
    return of_marks(i, n, counts)


def total(int form, long n, bint counts):
    cdef long i, total = 0
    with nogil, parallel(device={}):
        for i in prange(-1, n - 1):
            total += of_form(form, i, n, counts)
    return total


def each(int form, double[::1] out, bint counts):
    cdef long i, n = out.shape[0]
    with nogil, parallel(device={}):
        for i in prange(-1, n - 1):
            out[i + 1] = of_form(form, i, n, counts)


def total_of_pointers(long n, bint counts):
    cdef long i, total = 0
    with nogil, parallel(device={}):
        for i in prange(-1, n - 1):
            total += of_pointer(i, n, counts) + 100 * of_result(i, n, counts)
    return total


def total_of_parts(double[::1] x, bint counts):
    cdef long i, total = 0
    with nogil, parallel(device={}):
        for i in prange(-1, x.shape[0] - 1):
            total += of_parts(x, i, counts)
    return total


def in_the_kernel(double[::1] out, bint counts):
    """The variables are the iterations' own, and the last iteration's afterwards."""
    cdef long i, k, n = out.shape[0], total = 0
    cdef int flag
    k = flag = 0
    with nogil, parallel(device={}):
        for i in prange(-1, n - 1):
            k = i
            flag = 0
            if counts:
                k = i
                flag = 0
                changed(&k, &flag, n)
            out[i + 1] = k
            total += flag
    return total, k, flag
