"""Calls of C functions that another module exports, each of the two compiled by either compiler."""

from cython.parallel import prange

from tools cimport series
from tools.series cimport Gauge, Pair, Span, fill, real, safe, shared
from tools.series cimport weigh as weight

from tools import series as python_series


def values(double x, n):
    cdef double cells[4]
    cdef Span span
    cdef Pair pair
    cdef int i
    fill(cells, 4, x)
    span.low = 1.5
    span.high = -2.0
    pair.first = x
    pair.second = n
    pair = series.paired(pair, &span, n > 3)
    return (
        weight(x, series.DOWN), weight(x, series.UP), series.spread(cells, 4), pair.first, pair.second, span.low,
        series.quiet(n), series.strict(n), shared(n), safe(x), series.where(cells, 2)[0], series.wide(1 << 60, -3, 2.5),
    )


def object_of(name, value):
    return series.named(name, value)


def unlocked(double x):
    cdef double sum = 0
    cdef int i
    with nogil:
        for i in range(5):
            sum += weight(x, series.DOWN)
    return sum


def refused(int which):
    cdef double cells[2]
    if which == 0:
        series.spread(cells, 1)
    elif which == 1:
        series.refuse(3)
    elif which == 2:
        series.strict(0)
    elif which == 3:
        shared(-5)
    elif which == 4:
        safe(0.0)
    elif which == 5:
        series.where(cells, -1)
    elif which == 6:
        series.named("x", "no number")
    else:
        series.refuse(1)
        return series.strict(1), shared(0), series.spread(cells, 2) >= 0


def bits_of(numbers):
    cdef series.Bits bits = [0, 0, 0, 0]
    for number in numbers:
        series.set_bit(bits, number)
    return bits[0], bits[1], bits[2], bits[3]


def of_fused(double x, long n):
    cdef double[3] cells = [x, 2, 3]
    cdef float[2] small = [<float> x, 4]
    cdef float complex[2] numbers = [1 + 2j, 3]
    cdef Pair[2] pairs
    cdef double dotted
    pairs[0].first, pairs[1].first = x, 7
    with nogil:
        dotted = series.dotted(3, cells, cells)
    series.scale_all(cells, 3, x)
    series.scale_all(numbers, 2, <float> 0.5)
    series.scale_all(pairs, 2, by=<float> 2)
    return (
        dotted, series.dotted(2, small, small), series.dotted[float](1, small, small), series.both(x, n),
        series.both[float, short](2.5, 3), series.both(<float> x, <int> n), cells, numbers,
        series.told(cells, n), series.told(numbers, None), pairs[1].first,
    )


def of_classes(x, Gauge gauge, double by):
    cdef Gauge made = series.raised(gauge, by)
    return series.total(x), made.level, made.next is gauge, made.following(), series.counted(3, made)


def of_variables(int n):
    """Variables that another module defines: read, written, called, by address, in loops."""
    cdef int i
    cdef double sum = 0
    cdef int *p = &series.uses
    series.table[2] += n
    series.origin.first += n
    for i in prange(n, nogil=True):
        sum += series.table[i % 3] * series.SEED
    p[0] += 1
    return series.seeded(n), series.uses, series.kernel(n), series.second[0], sum, python_series.told_of_variables()


def exchanged(double x):
    cdef series.kernel_t before = series.kernel
    series.kernel = doubled
    result = series.kernel(x)
    series.kernel = before
    return result, series.kernel(x)


cdef double doubled(double x) noexcept nogil:
    return 2 * x


def in_arrays(double start):
    cdef int i, j
    cdef double[6][3] x
    cdef float[6][3] y
    cdef double[3] more = [1, 2, 3]
    cdef float[3] fewer = [4, 5, 6]
    cdef double first
    cdef float other
    for i in range(6):
        for j in range(3):
            x[i][j] = start + 3 * i + j
            y[i][j] = <float>x[i][j]
    last = series.corners[double](x, &first), series.corners[float](y, &other)
    return last, first, other, series.middle[double](x), series.middles[double](x, more), series.middles[float](y, fewer)
