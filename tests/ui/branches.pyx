cdef struct Pair:
    int a

cdef int quiet(int x) noexcept:
    return x

cdef int always(int x) except *:
    return x

def of_branches(bint first):
    cdef int n = 3
    cdef Pair pair
    cdef int (*f)(int)
    f = quiet if first else always
    pair.a = f(n)
    chosen = &n if first else pair  #~ ERROR OFC0201
    cdef int *p = &n if first else [1]  #~ ERROR OFC0201
    return chosen
