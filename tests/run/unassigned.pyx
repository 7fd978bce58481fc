"""Object variables and memoryviews without a value."""

cimport cython
from cython.parallel import prange

def maybe(x):
    if x:
        y = [x]
    return y

def looped(items):
    for item in items:
        last = item + 1
    return last, item

def either(x):
    if x > 1:
        y = "more"
    elif x > 0:
        y = "one"
    else:
        z = "less"
    return y

def both(x):
    if x:
        y = 1
    else:
        y = "other"
    return y

def until(int n):
    while n > 0:
        found = str(n)
        if n == 3:
            break
        n -= 1
    else:
        found += "!"
    return found

def leaves(x):
    if not x:
        return None
    else:
        y = {x: x}
    return y

def raises(x):
    if x:
        y = 2
    else:
        raise KeyError(x)
    return y + 1

def first_round(int n):
    cdef int i
    cdef object total = None
    for i in range(n):
        if i > 0:
            total = total + before
        else:
            total = 0
        before = i * i
    return total

cdef object c_maybe(int n):
    cdef object y
    if n:
        y = n
    return y

def called(int n):
    return c_maybe(n)

def in_comparison(x):
    if x > 0:
        y = x
    if y == x and y is not None:
        return y
    return x

# Memoryviews.

def view_element(double[:] x, int c):
    cdef double[:] v
    if c:
        v = x
    return v[0]

cdef double extent(double[:] v) noexcept:
    return v.shape[0]

def view_argument(double[:] x, int c):
    cdef double[:] v
    if c:
        v = x
    return extent(v)

def view_bound_to_another(double[:] x, int c):
    cdef double[:] v, w
    if c:
        v = x
    w = v
    return w.shape[0]

def view_without_gil(double[:] x, int c):
    cdef double[:] v
    with nogil:
        if c:
            v = x
        v[0] = 1
    return v.shape[0]

def view_in_loops(double[:] x, int c):
    cdef double[:] v
    cdef int i
    for i in range(c):
        v = x[i:]
        v[0] = i
    for i in range(c + 1):
        v[0] += 1
        v[:] = 1
    return v.base is None

def view_for_python(double[:] x, int c):
    cdef double[:] v
    if c:
        v = x
    return v is None, list(v)

def view_in_parallel(double[:] x, int c):
    cdef double[:] v
    cdef Py_ssize_t i
    if c:
        v = x
    for i in prange(0 if not c else 2, nogil=True, device={}):
        v[i] += 1
    for i in prange(0 if not c else 2, nogil=True):
        v[i] += 1
    return v[1]

@cython.initializedcheck(False)
def view_unchecked(double[:] x, int c):
    cdef double[:] v
    if c:
        v = x
    return v.shape[0]
