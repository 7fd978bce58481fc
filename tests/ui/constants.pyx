# What is declared `const` keeps its value.

cdef extern from *:
    """
    typedef struct { const int fixed; int *data; int inner[2]; } block;
    static const int limit = 3;
    """
    ctypedef struct block:
        const int fixed
        int *data
        int inner[2]
    const int limit
    void takes_array(int[], double[3])

ctypedef const double constant
ctypedef int[1] one
ctypedef int[2] two

cdef const int first = 10
cdef const int second
cdef const double third = -1.5 * 2
cdef const char *name = "text"
cdef const int *pointer
cdef const int fourth = first  #~ ERROR OFC0206
cdef const int[3] items = [1, 2, 3]  #~ ERROR OFC0206
cdef volatile int counter
cdef volatile object thing  #~ ERROR OFC0205
cdef two pairs
cdef enum:
    SIZE = 2
cdef int counted[SIZE]
cdef one lone

first = 20  #~ ERROR OFC0206
second = 3
pointer = &second
counter = 2

cdef struct sized:
    int[first] many  #~ ERROR OFC0205

cdef void nothing() noexcept:
    pass


cdef int written(const int a, const int *b, int *const c, int *const *d, const block *e, block f, constant g):
    global second, limit, pairs, counted
    cdef const int local = 3  #~ ERROR OFC0206
    cdef const int array[2]
    cdef int (*call)()
    a = 1  #~ ERROR OFC0206
    a += 1  #~ ERROR OFC0206
    b = NULL
    b[0] = 1  #~ ERROR OFC0206
    c = NULL  #~ ERROR OFC0206
    c[0] = 1
    d[0] = NULL  #~ ERROR OFC0206
    d[0][0] = 1
    e.inner[0] = 1  #~ ERROR OFC0206
    e.data[0] = 1
    e.data = NULL  #~ ERROR OFC0206
    f.fixed = 1  #~ ERROR OFC0206
    f.inner[0] = 1
    g, f.inner[1] = 1, 2  #~ ERROR OFC0206
    array[0] = 1  #~ ERROR OFC0206
    second = 4  #~ ERROR OFC0206
    limit = 4  #~ ERROR OFC0206
    call = <int (*)()>nothing
    pairs = lone  #~ ERROR OFC0201
    pairs[:1] = lone
    pairs[:2] = lone
    counted = lone
    takes_array(c, NULL)
    return a


def shared(const int a):
    return lambda: a
