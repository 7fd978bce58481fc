"""In the syntax of Python."""
from cython.parallel import parallel, prange
from offcy.parallel import atomic, device, update
from cython import cfunc, double, int as c_int, nogil


@device
@cfunc
@nogil
def doubled(x: double) -> double:
    return 2 * x


def regions(x: double[:], n: c_int, data: bytes):
    i: c_int
    with device({x: 'tofrom'}):
        for i in prange(n, nogil=True, device={}):
            x[i] = doubled(x[i]) + len(data)
        with parallel(device={}):
            for i in prange(n):
                with atomic():
                    x[0] += 1
        update({x: 'from'})
    with nogil:
        for i in prange(n, device={x: 'to'}):
            if x[i] > 1:
                raise ValueError("large")
            if x[i] < 1: raise ValueError("small")


@cfunc
@nogil
def some(x: double, n: c_int) -> c_int:
    return any((x > 0, n)) + all(())
