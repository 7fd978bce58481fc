# cython: warn.maybe_uninitialized=True
import cython
from cython.parallel import prange


def never(x):
    print(early)  #~ ERROR OFC0106
    print(early)
    early = x
    del early, x
    return early


cdef double complex of_c(double *out):
    cdef int i, size
    cdef double total
    cdef double[3] kept
    cdef double complex z
    fill(&size)
    for i in range(size):
        total += kept[i]  #~ WARNING OFC0106
    z.real = total
    out[0] = sizeof(total)
    return z


cdef void fill(int *n) noexcept:
    n[0] = 3


def some_ways(items, flag):
    for item in items:
        last = item
    if flag and (found := items):
        pass
    print(found)  #~ WARNING OFC0106
    return last  #~ WARNING OFC0106


@cython.warn.maybe_uninitialized(False)
def unasked(items):
    for item in items:
        last = item
    return last


def all_ways(flag, manager):
    if flag:
        a = 1
    else:
        a = 2
    try:
        b = int(flag)
    except ValueError:
        b = 0
    try:
        c = 1
    finally:
        flag = None
    while True:
        d = next(manager)
        if d:
            break
    with manager as e:
        print(e)
    return a, b, c, d, [x for x in manager if x], (lambda: a)


def handled(x):
    try:
        value = x()
    except KeyError as error:
        return value, error  #~ WARNING OFC0106
    except ValueError as error:
        pass
    else:
        error = None
    return error  #~ WARNING OFC0106


def shared():
    def inner():
        return later
    print(inner)
    later = 1
    return inner


def generated(items):
    for item in items:
        yield before  #~ WARNING OFC0106
        before = item


def in_loop(double[::1] x):
    cdef Py_ssize_t i
    cdef double value
    for i in prange(x.shape[0], nogil=True):
        value = x[i]
        x[i] = value * 2
    return value  #~ WARNING OFC0106


def ended(x):
    if x:
        return 1
    else:
        raise ValueError
    print("never")  #~ WARNING OFC0004
    print("nor this")


def loops(items):
    for item in items:
        continue
        print(item)  #~ WARNING OFC0004
    while True:
        if items:
            break
    else:
        print("never")  #~ WARNING OFC0004
    while 1:
        items.pop()
    return items  #~ WARNING OFC0004


def cut_short(manager):
    with manager:
        raise KeyError
    try:
        return 1
    except ValueError:
        print("here")
    else:
        print("never")  #~ WARNING OFC0004
    return 2


def finished(x):
    try:
        return x
    finally:
        print("here")
    return 0  #~ WARNING OFC0004


def kept_on(x):
    while x:
        try:
            if x > 1:
                break
        finally:
            x -= 1
    return x


def nested_finally(x):
    try:
        x()
    finally:
        try:
            x()
        finally:
            try:
                x()
            finally:
                try:
                    x()
                finally:
                    try:
                        y = x()
                    finally:
                        print(y)  #~ WARNING OFC0106
    return y


@cython.warn.unreachable(False)
def quiet():
    return 1
    return 2


def holds_itself(int n):
    for i in range(n):
        if i > 0:
            print(cython.typeof(pair))
        pair = (pair, i, [1])  #~ WARNING OFC0106
    return pair


def deletes_its_own(given):
    def inner():
        del given  #~ ERROR OFC0106
    return inner


def deletes_nothing():
    del nothing  #~ ERROR OFC0106


def deletes_of_the_module():
    global kept
    del kept


kept = 1
del kept
