import offcy, cython
from offcy.parallel cimport prange, parallel, device as dev, atomic, update
from cython.parallel cimport (threadid,
                              device)
cimport cython.parallel as cp


@offcy.device
@offcy.fastmath(True)
@cython.boundscheck(False)
cdef double square(double x) noexcept nogil:
    return x * x


@device
cdef inline int plus(int a) noexcept nogil: return a + 1


def held(double[:] x, int n):
    cdef int i
    with parallel(device={x: 'tofrom'}, num_threads=2, num_teams=n):
        for i in prange(n, simd=True, schedule='static', collapse=1):
            x[i] = square(x[i])
    for i in prange(n, device=True):
        x[i] += plus(i)
    for i in cp.prange(0, n, 2, nogil=True, device={x: 'tofrom'}, if_=n > 10, num_threads=2,):
        x[i] += 1
    for i in prange(n, nogil=True, device_num=1,
                    device={
                        x: 'tofrom',  # all of it
                    }):
        x[i] += 1
    return i


@cython.auto_context(True)
def contexts(double[:] x, long[:] hist, int n):
    cdef int i
    with dev({x: 'to',
              hist: 'tofrom'}):
        with nogil, parallel(
            device={},
        ):
            for i in prange(n):
                with atomic(): hist[i % 3] += 1
        update({hist: 'from'}); update(
            {x: 'to'}
        )
        update({
            x: 'to'
        })
        with atomic():
            hist[0] += 1
    with (nogil, dev({x: 'to'},
                     device_num=0)):
        for i in prange(n, thread_limit=32):
            with atomic():
                hist[0] += 1
    with dev(): pass
    with cython.auto_context(False), nogil:
        x[0] = 1
    with cython.auto_context(False):
        x[0] = 1
    return 0


cdef void inside(double[:] x, int n) noexcept nogil:
    cdef int i
    with parallel(device={}):
        for i in prange(n, device={}):
            x[i] = 0
    for i in prange(n, device={}):
        x[i] = 0


def own(x):
    device = {}
    device.update({1: 2})
    def update(y): return y
    update({3: 4})
    with open(x) as dev:
        dev.read()
    return device
