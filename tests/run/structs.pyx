# cython: boundscheck=False, wraparound=False
# Views of structs: nested, packed, with arrays and unions in them, of any layout.
cimport cython
from cython.parallel import parallel, prange

cdef struct Vector:
    double x
    double y

cdef struct Body:
    Vector place
    Vector speed
    double mass
    int kind
    short near[3]
    float turn[2][2]

cdef packed struct Record:
    char tag
    double value
    int counts[2]
    unsigned char last

cdef struct Pair:
    double first
    long second


@cython.device
cdef Vector force(Body[:] bodies, Py_ssize_t i) noexcept nogil:
    cdef Vector total
    cdef Py_ssize_t j
    total.x = 0
    total.y = 0
    for j in range(bodies.shape[0]):
        if j != i:
            total.x += bodies[j].mass * (bodies[j].place.x - bodies[i].place.x)
            total.y += bodies[j].mass * (bodies[j].place.y - bodies[i].place.y)
    return total


@cython.device
cdef void push(Body *body, double by) noexcept nogil:
    body.speed.x += by
    body.near[1] = <short>(body.near[1] + 1)


@cython.device
cdef Vector scaled(Vector v, double by) noexcept nogil:
    v.x *= by
    v.y *= by
    return v


def step(Body[:] bodies, double dt):
    cdef Py_ssize_t i
    cdef Vector f
    with nogil, parallel(device={}):
        for i in prange(bodies.shape[0]):
            f = force(bodies, i)
            bodies[i].speed.x += dt * f.x
            bodies[i].speed.y += dt * f.y
        for i in prange(bodies.shape[0]):
            bodies[i].place.x += dt * bodies[i].speed.x
            bodies[i].place.y += dt * bodies[i].speed.y
            bodies[i].near[2] = <short>(bodies[i].near[0] + bodies[i].kind)
            bodies[i].turn[1][0] = bodies[i].turn[0][1] + bodies[i].turn[i % 2][1]


def contiguous(Body[::1] bodies, const Pair[::1] pairs):
    cdef Py_ssize_t i
    for i in prange(bodies.shape[0], nogil=True, device={}):
        bodies[i].mass = pairs[i].first + pairs[i].second
        bodies[i].speed = scaled(bodies[i].place, 2)
        push(&bodies[i], bodies[i].mass)


def packed(Record[:] records, const Record[:, ::1] others):
    cdef Py_ssize_t i, j
    cdef long total = 0
    for i in prange(records.shape[0], nogil=True, device={}):
        records[i].value += records[i].tag
        records[i].counts[1] += records[i].counts[0]
        for j in range(others.shape[1]):
            records[i].value -= others[i, j].value
            records[i].last = others[i, j].last
        total += records[i].counts[1] + records[i].last
    return total


def whole(Body[:, :] source, Body[:, :] target):
    cdef Py_ssize_t i, j
    for i in prange(source.shape[0], nogil=True, device={}):
        for j in range(source.shape[1]):
            target[i, j] = source[i, j]
            target[i, j].place = source[i, source.shape[1] - 1 - j].speed


def reduced(Pair[:] pairs):
    cdef Py_ssize_t i
    cdef double total = 0
    cdef long bits = 0
    with nogil, parallel(device={}):
        for i in prange(pairs.shape[0]):
            total += scaled(Vector(pairs[i].first, 1), 2).x
            bits ^= pairs[i].second
    return total, bits


def alone(Pair[:] pairs, Vector by):
    """What no loop has a part in runs on one thread."""
    cdef Py_ssize_t i
    with nogil, parallel(device={}):
        for i in prange(pairs.shape[0]):
            pairs[i].first += by.x
        pairs[0].second = pairs[1].second + pairs[2].second
        for i in prange(1, pairs.shape[0]):
            pairs[i].first += pairs[0].second * by.y


def row(Pair[:, :] pairs, Py_ssize_t at):
    cdef Pair[:] one = pairs[at, :]
    cdef Py_ssize_t i
    for i in prange(one.shape[0], nogil=True, device={}):
        one[i].first = one[i].first * 2 + pairs[0, i].second


def made(Vector[:] out, double by):
    cdef Py_ssize_t i
    cdef Vector v
    for i in prange(out.shape[0], nogil=True, device={}):
        v = Vector(y=i * by, x=1)
        out[i] = v if i % 2 else Vector(by, 2)
        if i == 3:
            out[i] = {"x": 7, "y": by}


def checked(Pair[:] pairs, long[:] index):
    cdef Py_ssize_t i
    with cython.boundscheck(True):
        for i in prange(index.shape[0], nogil=True, device={}):
            pairs[index[i]].first = i
    return pairs[0].first
