"""What a call of a C function without a result is as a value: None."""

cdef int count = 0


cdef void v(int x) except *:
    global count
    count += x
    if x < 0:
        raise ValueError(x)


cdef void w(int x) noexcept nogil:
    pass


cdef class K:
    cdef int n

    cdef void up(self, int k) except *:
        self.n += k
        if k < 0:
            raise KeyError(k)

    def go(self, k):
        return self.up(k)

    cpdef void both(self, int k) except *:
        self.n += k


def f(x):
    return v(x)


def g(x):
    return [v(x), w(x), count]


def h(x):
    y = v(x)
    return y


def i(x):
    assert str(v(x)) == "None"
    return v(x) is None


def j(K k, x):
    return k.both(x), k.n


def l(x):
    return (v(x), 1)


def m(x):
    z = None
    z = w(x)
    return z


def n(x):
    return lambda: v(x)


def o(x):
    for q in range(3):
        yield v(q)


def p(x):
    return {"a": v(x)}, str(v(x)), f"{w(x)}"
