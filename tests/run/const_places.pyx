# What `const` holds, and what pointers to it lead to.
cdef extern from *:
    """
    static int sum_of(int values[], const int count) {
        int sum = 0;
        for (int at = 0; at < count; at++) sum += values[at];
        return sum;
    }
    """
    int sum_of(int[], const int count)

cdef const int limit = 3
cdef const double half = 1.0 / 2

cdef struct pair:
    int *data
    int n


cdef void nothing() noexcept:
    pass


cdef int total(int *const *rows, const pair *p, int *const one, const int n):
    cdef int i, s = 0
    for i in range(n):
        s += rows[i][0]
        rows[i][0] = s
    p.data[0] = s
    one[0] += 1
    return s


def totals(int x, int y):
    cdef int *rows[2]
    cdef int[2] values
    cdef pair p
    rows[0] = &x
    rows[1] = &y
    p.data = &x
    p.n = limit
    values[0] = total(rows, &p, &y, 2)
    values[1] = p.n
    return x, y, half, sum_of(values, 2)


def inner(const int x):
    return lambda y: x + y


def is_cast():
    cdef int (*call)()
    call = <int (*)()>nothing
    return call != NULL
