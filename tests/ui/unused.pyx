# cython: warn.unused=True, warn.unused_arg=True, warn.unused_result=True


def variables(x, y): #~ WARNING OFC0109
    a = x #~ WARNING OFC0109
    b, c = x #~ WARNING OFC0109
    cdef int n #~ WARNING OFC0109
    unused_d = 1
    for _ in b:
        pass


def results(int n):
    r = 1 #~ WARNING OFC0109
    r = 2
    if n:
        r = 3
    s = 0
    while n:
        n -= 1
        s = s + r
    r = 4 #~ WARNING OFC0109
    return s


def tried(x):
    found = None
    try:
        found = x()
        found = x(1)
    except ValueError as error:
        print(error)
    finally:
        print(found)


cdef class Point:
    cdef int x

    def method(self, int used):
        cdef int kept = used
        take(&kept)


cdef void take(int *x):
    x[0] = 1


def around(a, b): #~ WARNING OFC0109
    x = 1 #~ WARNING OFC0109
    shared = 2
    def inner():
        nonlocal b
        b = a
        return shared
    return inner
