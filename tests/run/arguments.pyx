"""Parameters of every kind that def functions have."""


def none():
    """Takes nothing."""
    return None


def one(a):
    return a


def two(a, b):
    return (a, b)


def defaults(a, int n=3, double x=1.5, name="none", flag=True, nothing=None):
    return a, n, x, name, flag, nothing


def keyword_only(a, *, int n, double x=0.5):
    return a, n, x


def positional_only(a, int b, /, c=2):
    return a, b, c


def views(double[:] x not None, long[:, ::1] y=None, int n=0):
    if y is None:
        return x.shape[0], n
    return x.shape[0], y.shape[0], y.shape[1], n


def numbers(signed char a, unsigned short b, long long c, size_t d, float e, bint f):
    return a, b, c, d, e, f


cpdef int both(int a, int b):
    """Called from C and from Python."""
    return a * 10 + b


def calls_both(int n):
    return both(n, 1) + both(2, n)
