"""Loops that only add to arrays: on GPUs each team may have sums of its own."""
from cython.parallel import prange


def of_integers(int[::1] bins, unsigned long[::1] wide, const int[::1] x):
    cdef Py_ssize_t i
    for i in prange(x.shape[0], nogil=True, device={}):
        with atomic():
            bins[x[i]] += 1
        with atomic():
            wide[x[i] % 4] += <unsigned long>i


def of_numbers(double[:, ::1] sums, float[::1] singles, long[::1] counts, double[:, ::1] points, long[::1] labels):
    """Sums of points by their labels."""
    cdef Py_ssize_t i
    for i in prange(points.shape[0], nogil=True, device={}):
        with atomic():
            sums[labels[i], 0] += points[i, 0]
        with atomic():
            sums[labels[i], 3] -= points[i, 1]
        if points[i, 0] > 2:
            with atomic():
                singles[labels[i]] -= points[i, 0]
        with atomic():
            counts[labels[i]] += 1


def with_loops(double[:, ::1] sums, double[:, ::1] points, long[::1] labels):
    """Sums of points by their labels, as k-means needs."""
    cdef Py_ssize_t i, k
    for i in prange(points.shape[0], nogil=True, device={}):
        for k in range(points.shape[1]):
            with atomic():
                sums[labels[i], k] += points[i, k]


def of_a_nest(int[:, ::1] sums, const int[:, ::1] image):
    cdef Py_ssize_t i, j
    for i in prange(image.shape[0], nogil=True, device={}):
        for j in prange(image.shape[1]):
            with atomic():
                sums[image[i, j] % 3, j % sums.shape[1]] += image[i, j]


def that_is_read(int[::1] bins, int[::1] flags, const int[::1] x):
    """What is read, or changed in another way, has to be the array itself."""
    cdef Py_ssize_t i
    for i in prange(x.shape[0], nogil=True, device={}):
        with atomic():
            bins[1 + x[i]] += bins[0]
        with atomic():
            flags[x[i]] |= 1 << (i % 7)
        with atomic():
            flags[x[i]] += 128


def twice(int[::1] bins, int[::1] others, const int[::1] x):
    """`bins` and `others` may be one array."""
    cdef Py_ssize_t i
    for i in prange(x.shape[0], nogil=True, device={}):
        with atomic():
            bins[x[i]] += 1
        with atomic():
            others[x[i]] += 3


def in_a_loop(int[::1] bins, int[::1] same, const long[::1] x):
    """The same in an inner loop, where what is written also comes before what is added."""
    cdef Py_ssize_t i
    cdef int k
    for i in prange(x.shape[0], nogil=True, device={}):
        for k in range(3):
            if i == 0:
                same[x[i]] = 5 * k
            with atomic():
                bins[x[i]] += 2


def of_strided(int[:] bins, short[::1] shorts, const int[::1] x):
    cdef Py_ssize_t i
    for i in prange(x.shape[0], nogil=True, device={}):
        with atomic():
            bins[x[i]] += 1
        with atomic():
            shorts[x[i]] += 1


def one_array(int[::1] bins, int[::1] same, const long[::1] x):
    """Both show one array: what is written comes after what is added."""
    cdef Py_ssize_t i
    for i in prange(x.shape[0], nogil=True, device={}):
        with atomic():
            bins[x[i]] += 2
        if i == 0:
            same[x[i]] = 5
