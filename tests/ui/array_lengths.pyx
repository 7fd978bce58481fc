cdef extern from "sizes.h":
    enum:
        N
    const int M
    int variable
    int table[N]
    struct record:
        char name[N + 1]
        int fields[M]
        double halves[N // 2]  #~ ERROR OFC0205

cdef extern int apart

cdef enum:
    TWICE = 2 * N  #~ ERROR OFC0010
    KNOWN = 4


def f():
    cdef int a[KNOWN * 2]
    cdef int b[N]
    cdef int[N] c = [1, 2]
    cdef int d[2 - KNOWN]  #~ ERROR OFC0205
    cdef int[(N << 1) * KNOWN] e
    cdef int g[variable]  #~ ERROR OFC0205
    cdef int h[variable + 1]  #~ ERROR OFC0205
    cdef int i[apart]  #~ ERROR OFC0205
    cdef char j[M % 3]  #~ ERROR OFC0205
    cdef char[N] k = b"abc"  #~ ERROR OFC0201
    x, y = b  #~ ERROR OFC0201
    return a, c, e
