"""f-strings."""


def plain(a, b):
    return f"", f"only", f"{a}", f"{a} and {b}", f"{{{a}}}", f"a" "b" f"{b}"


def converted(a):
    return f"{a!r}", f"{a!s}", f"{a!a}", f"<{a!r:>12}>"


def numbers(int i, double x, bint flag, unsigned char u, float f):
    return f"{i} {x} {flag} {u} {f}", f"{i:05d}|{x:.3f}|{x:10.2e}|{i:x}|{x!r}", f"{i + 1} {x * 2}"


def nested(double x, int width, int digits):
    return f"{x:{width}.{digits}f}", f"{x:>{width}}", f"{f'{x}':*^20}"


def of_views(double[:] x, name):
    return f"{name}: {x[0]:.2f} of {x.shape[0]}"


def typed(str s, list l, object o):
    return f"{s}", f"{s}{l}", f"{o}", f"{s:>4}"


def raising(a, b):
    if a > b:
        raise ValueError(f"{a} is larger than {b!r}")
    return f"{a:d}"


def in_a_dict(d, key):
    return f"{d[key]} {d.get('none')} {len(d)}"


cdef class Odd:
    def __str__(self):
        return "str"

    def __repr__(self):
        return "repr"

    def __format__(self, spec):
        return "format " + spec


def own():
    o = Odd()
    return f"{o} {o!r} {o!s} {o:spec}"


def shadowed(str, repr, format):
    return f"{str} {repr!r} {format:>3}"


def of_c_strings(object by, int n):
    cdef char *first = b"<%s>", *second = "abcdef"
    cdef char[4] third = [103, 104, 105, 0]
    formatted = first % second, first % third
    joined = second + third, third + second
    second += by
    second += n
    second -= by
    return formatted, joined, second


def as_byte(char c, unsigned char u, int i, unsigned long long l):
    cdef bytes a = c, b = u, d = i, e = l
    return a, b, d, e, <bytes>c, <bytes>i

def named(x):
    return '\N{SNOWMAN}\N{latin small letter a with diaeresis}', f'\N{SPACE}{x}\N{RIGHT CURLY BRACKET}', r'\N{SPACE', b'\N{SPACE}'
