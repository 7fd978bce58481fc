# cython: language_level=3
"""What can go wrong around a device: each function is one way, and `good` goes right."""
cimport cython
cimport openmp
from cython.parallel import parallel, prange
from libc.stdlib cimport calloc, free
from offcy.parallel import update


def good(double[::1] x):
    cdef int i
    for i in prange(x.shape[0], nogil=True, device={}):
        x[i] = 2 * x[i] + 1


def spin(double[::1] x, long rounds):
    """Takes as long as one likes."""
    cdef int i
    cdef long k
    cdef double s
    for i in prange(x.shape[0], nogil=True, device={}):
        s = x[i]
        for k in range(rounds):
            s = s * 0.5 + 1
        x[i] = s


def spin_often(double[::1] x, long rounds):
    """Many short regions."""
    cdef int i, t
    cdef long k
    with nogil:
        for t in range(10**6):
            for i in prange(x.shape[0], device={}):
                for k in range(rounds):
                    x[i] = x[i] * 0.5 + 1


def spin_until(double[::1] x, long rounds):
    """A region that waits for what never comes."""
    cdef int i
    cdef long k
    cdef double left = 1
    with nogil, parallel(device={}):
        while left > 0:
            left = 0
            for i in prange(x.shape[0]):
                for k in range(rounds):
                    x[i] = x[i] * 0.5 + 1
                left += 1


def spin_over(double[::1] x, long rounds):
    """One region of many short kernels."""
    cdef int i
    cdef long t
    with nogil, parallel(device={}):
        for t in range(rounds):
            for i in prange(x.shape[0]):
                x[i] = x[i] * 0.5 + 1


def spin_plainly(double[::1] x, long rounds):
    """As Cython does it."""
    cdef int i
    cdef long k
    cdef double s
    for i in prange(x.shape[0], nogil=True):
        s = x[i]
        for k in range(rounds):
            s = s * 0.5 + 1
        x[i] = s


cdef int spun(double[::1] x, long rounds) except -1 nogil:
    cdef int i
    cdef long k
    for i in prange(x.shape[0], device={}):
        for k in range(rounds):
            x[i] = x[i] * 0.5 + 1
    return 0


cdef void spun_quietly(double[::1] x, long rounds) noexcept nogil:
    spun(x, rounds)


def spin_quietly(double[::1] x, long rounds):
    """What it fails with reaches nobody."""
    with nogil:
        spun_quietly(x, rounds)


def chunked(double[::1] x, int size):
    cdef int i
    for i in prange(x.shape[0], nogil=True, schedule='static', chunksize=size):
        x[i] = 2 * x[i] + 1


def threaded(double[::1] x, int count):
    cdef int i
    for i in prange(x.shape[0], nogil=True, num_threads=count):
        x[i] = 2 * x[i] + 1


def written_beside(double[::1] x, double[::1] y):
    """Reads all of x, writes all of y."""
    cdef int i
    for i in prange(y.shape[0], nogil=True, device={}):
        y[i] = x[i] + 1


def written_beside_explicit(double[::1] x, double[::1] y):
    cdef int i
    with nogil, parallel(device={x: 'to', y: 'tofrom'}):
        for i in prange(y.shape[0]):
            y[i] = x[i] + 1


def written_beside_if(double[::1] x, double[::1] y, bint offload):
    cdef int i
    for i in prange(y.shape[0], nogil=True, device={}, if_=offload):
        y[i] = x[i] + 1


def strided_beside(double[:] x, double[:] y):
    cdef int i
    for i in prange(y.shape[0], nogil=True, device={}):
        y[i] = x[i] + 1


def inside_resident(double[::1] all, double[::1] x, double[::1] y):
    cdef int i
    with nogil, device({all: 'tofrom'}):
        for i in prange(y.shape[0], device={}):
            y[i] = x[i] + 1


def read_beside(double[::1] x, double[::1] y, double[::1] out):
    cdef int i
    for i in prange(out.shape[0], nogil=True, device={}):
        out[i] = x[i] + y[i]


def beside_resident(double[::1] x, double[::1] y):
    """A region on y, while x is on the device."""
    cdef int i
    with nogil, device({x: 'tofrom'}):
        for i in prange(x.shape[0], device={}):
            x[i] = x[i] + 100
        for i in prange(y.shape[0], device={}):
            y[i] = y[i] + 1


def to_and_from(double[::1] source, double[::1] target):
    cdef int i
    with nogil, parallel(device={source: 'to', target: 'from'}):
        for i in prange(target.shape[0]):
            target[i] = source[i] * 10


def some(double[::1] x, int n):
    cdef int i
    for i in prange(n, nogil=True, device={}):
        x[i] = i


def update_from(double[::1] x, double[::1] y):
    cdef int i
    with device({x: 'tofrom'}):
        for i in prange(x.shape[0], nogil=True, device={}):
            x[i] = x[i] + 1
        update({y: 'from'})


def rebound(double[::1] x, double[::1] y, bint returns, bint raises):
    """The context enters with both, and leaves while `x` shows `y`."""
    cdef int i
    with device({x: 'tofrom', y: 'tofrom'}):
        for i in prange(x.shape[0], nogil=True, device={}):
            x[i] = x[i] + 1
        x = y
        for i in prange(x.shape[0], nogil=True, device={}):
            x[i] = x[i] + 1
        if returns:
            return
        if raises:
            raise KeyError("leave")


def update_to(double[::1] x):
    update({x: 'to'})


@cython.boundscheck(False)
@cython.wraparound(False)
def unchecked(double[:] x, int n):
    cdef int i
    for i in prange(n, nogil=True, device={}):
        x[i] = i


def checked(double[:] x, int n):
    cdef int i
    for i in prange(n, nogil=True, device={}):
        x[i] = i


@cython.nonecheck(True)
def none_checked(double[:] x, int n):
    cdef int i
    for i in prange(n, nogil=True, device={}):
        x[i] = i


def pointed(double[::1] x, long address, long count):
    """The pointer's elements are mapped, whatever `x` is."""
    cdef double *p = <double *><size_t>address
    cdef int i
    with nogil, parallel(device={p: ('to', count)}):
        for i in prange(x.shape[0]):
            x[i] = x[i] + p[0]


def strided(double[:] x):
    cdef int i
    for i in prange(x.shape[0], nogil=True, device={}):
        x[i] = x[i] + 1


def total(const double[:, :] x):
    cdef double s = 0
    cdef int i, j
    for i in prange(x.shape[0], nogil=True, device={}):
        for j in range(x.shape[1]):
            s += x[i, j]
    return s


def corners(double[:, :, :] x):
    cdef int i
    for i in prange(x.shape[0], nogil=True, device={}):
        x[i, 0, 0] = i
        x[i, x.shape[1] - 1, x.shape[2] - 1] = i


def second(double[::1] x, double[:] y):
    """Two variables: the first fits."""
    cdef int i
    for i in prange(y.shape[0], nogil=True, device={}):
        y[i] = x[0]


def on_device(double[::1] x, int number):
    cdef int i
    with nogil, parallel(device={}, device_num=number):
        for i in prange(x.shape[0]):
            x[i] = x[i] + 1


def host_alone(double[::1] x):
    cdef int i
    with nogil, parallel(num_threads=2):
        for i in prange(x.shape[0]):
            x[i] = x[i] + 1


cdef class Holder:
    cdef public double[::1] x
    cdef public Holder other
    cdef public double total

    def __init__(self, x):
        self.x = x

    cdef double sum(self) noexcept:
        cdef double s = 0
        cdef int i
        for i in range(self.x.shape[0]):
            s += self.x[i]
        return s

    def add(self, double k):
        cdef int i
        for i in prange(self.x.shape[0], nogil=True, device={}):
            self.x[i] += k

    def add_some(self, int n):
        cdef int i
        for i in prange(n, nogil=True, device={}):
            self.x[i] += 1

    def take(self, Holder from_):
        cdef int i
        for i in prange(self.x.shape[0], nogil=True, device={}):
            self.x[i] = from_.x[i]

    def take_other(self):
        cdef int i
        for i in prange(self.x.shape[0], nogil=True, device={}):
            self.x[i] = self.other.x[i]


def held_sum(Holder holder):
    return holder.sum()


def first_held(Holder holder):
    return holder.x[0]


def held_total(Holder holder):
    return holder.total


def set_held_total(Holder holder):
    holder.total = 1


def take_held(x, other):
    Holder(x).take(other)


def take_held_other(x):
    Holder(x).take_other()


def add_to_held(x, n):
    Holder(x).add_some(n)


cdef class Trap:
    """What an operand drops is what the other one is about."""
    cdef public double[::1] x
    cdef public Trap other
    cdef public double k
    cdef double[100] c

    cdef double drop(self):
        self.other = None
        self.x = None
        return 5


def trap(x):
    cdef Trap trap = Trap()
    trap.other = Trap()
    trap.other.k = 2
    trap.x = x
    return trap


def added_to_a_field(Trap trap):
    trap.other.k += trap.drop()


def added_to_an_array(Trap trap):
    trap.other.c[99] += trap.drop()


def stored_in_an_array(Trap trap):
    trap.other.c[99] = trap.drop()


def stored_in_a_view(Trap trap):
    trap.x[99999] = trap.drop()


def read_before(Trap trap):
    return trap.x[99999] + trap.drop()


def read_of_another_before(Trap trap):
    return trap.other.k + trap.drop()


cdef int team_of(int threads) noexcept nogil:
    cdef int k, n = 0
    for k in prange(threads, num_threads=threads):
        n += 1
    return n


def plain_team():
    """Parallel code of the host, without a device."""
    return team_of(2)


def plain_threads():
    """Starts OpenMP's runtime, too."""
    return openmp.omp_get_max_threads()


def plain_block():
    cdef int k, n = 0
    with nogil, parallel(num_threads=2):
        for k in prange(2):
            n += 1
    return n


def generated():
    cdef int k, n = 0
    yield n
    for k in prange(2, nogil=True, num_threads=2):
        n += 1
    yield n


def plain_generator():
    return list(generated())


plain_lambda = lambda: openmp.omp_get_max_threads()


def added_up(double[::1] x, long[::1] keys, double[::1] sums):
    """Threads read x in the loop, and add to sums after it."""
    cdef Py_ssize_t i, k, n = sums.shape[0]
    cdef double *mine
    with nogil, parallel(device={}):
        mine = <double *>calloc(n, sizeof(double))
        for i in prange(x.shape[0]):
            mine[keys[i]] += x[i]
        with gil:
            for k in range(n):
                sums[k] += mine[k]
        free(mine)


def added_up_inside(double[::1] x, long[::1] keys, double[::1] sums):
    with device({x: 'to', keys: 'to'}):
        added_up(x, keys, sums)


def threads_of_a_loop():
    cdef int k, most = 0
    for k in prange(2, nogil=True, num_threads=2):
        most += openmp.omp_get_num_threads()
    return most // 2


def weighed(double[::1] x, double[::1] weights, double[::1] sums):
    """Threads change x in the loop, and read weights after it."""
    cdef Py_ssize_t i, k, n = sums.shape[0]
    cdef double *mine
    with nogil, parallel(device={}):
        mine = <double *>calloc(n, sizeof(double))
        for i in prange(x.shape[0]):
            mine[i % n] += x[i]
            x[i] = 0
        with gil:
            for k in range(n):
                sums[k] += mine[k] * weights[k]
        free(mine)


def locked(const double[:] x, double[::1] sums):
    """A sum under a lock is an atomic update, which what it adds may not change."""
    cdef Py_ssize_t i
    for i in prange(x.shape[0], nogil=True, device={}):
        with gil:
            sums[0] += x[0]
