"""Calls of another module's C functions with some of their arguments, each of the two compiled by either compiler."""

from cython.parallel import prange

from kit cimport tools
from kit.tools cimport Gauge, Pair, all_of_them, checked, counted, grown, scaled, shown


def numbers(double x):
    cdef double[2] cells = [x, 7]
    cdef Pair pair = Pair(3, 0.25)
    return (
        scaled(x), scaled(x, 2), scaled(x, 1, []), scaled(x, more=[x, x], by=3), all_of_them(), all_of_them(3),
        all_of_them(3, 4), all_of_them(3, 4, tools.UP), all_of_them(second=1.5, first=2), tools.paired(pair),
        tools.paired(pair, -1), tools.paired(pair, 2, cells), counted(), counted(5), counted(5, 255), tools.quiet(7), tools.quiet(7, 3),
    )


def objects(what, more, Gauge gauge):
    tools.noted(what)
    tools.noted(what, "in " + str(more))
    tools.noted(what, None, gauge)
    tools.noted(what, gauge=Gauge(0.5), where="of a new one")
    return (
        tools.told(what), tools.told(what, more), tools.told(what, [what] + [more], loud=False), shown(what), shown(what, 3),
        shown(what, sep=str(more), times=1), tools.told(scaled(1, 2, [what]), str(more) * 2),
    )


def of_fused(double x, long n):
    cdef float small = <float> x
    return (
        grown(x), grown(x, 2), grown(x, 1, by=x), grown(small), grown[float](x, 2, 5), tools.both(x, n), tools.both(small, n),
        tools.both(small, <short> n, 1), tools.both(x, <int> n, 1, 2), tools.both[double, short](x, 1, 4),
        tools.halved(x, n), tools.halved(small, <int> 3), tools.stretched(x), tools.stretched(small, 3), tools.stretched(x, 4, by=x),
    )


def of_fused_failing(double x):
    return tools.stretched(<float> x, -1)


def unlocked(int n):
    cdef int i
    cdef double sum = 0
    for i in prange(n, nogil=True, num_threads=2):
        sum += all_of_them(i) + all_of_them(i, 1) + checked(i, 100)
    with nogil:
        sum += checked(2)
    return sum


def refused(int which):
    if which == 0:
        scaled(-1)
    elif which == 1:
        scaled(-1, 3, [])
    elif which == 2:
        checked(6)
    elif which == 3:
        with nogil:
            checked(7, 2)
    elif which == 4:
        tools.noted(None, "where")
    elif which == 5:
        counted(13)
    elif which == 6:
        counted(13, 2)
    elif which == 7:
        shown(3, sep=None, times=2)
    elif which == 8:
        grown(1.5, -2)
    elif which == 9:
        tools.noted(3, "where", <Gauge?> "no gauge")
    else:
        return scaled(0, -2), checked(5)


cdef double added(double x, int n) noexcept nogil:
    return x + n


cdef float scaled_by(float *x, Py_ssize_t n) noexcept:
    return x[0] * n


cdef void hook(list notes):
    notes.append("a hook")


def with_functions(double x):
    tools.hooked(hook, NULL)
    return tools.applied(added, x), tools.each(scaled_by, x)
