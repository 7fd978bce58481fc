# Functions of fused types whose objects are made at their definitions: methods of Python classes, functions with
# decorators, functions in a condition. And functions inside functions of fused types.
cimport cython
from cython cimport floating, integral
from cython.parallel import prange


def marked(function):
    function.mark = 1
    return function


def around(function):
    return lambda *arguments, **named: ('around', function(*arguments, **named))


@marked
def decorated(floating x, y=2):
    """Decorated."""
    return cython.typeof(x), x, y


@around
def replaced(floating[:] x):
    return cython.typeof(x), x.shape[0]


default = 7
if default:
    def conditional(floating x, y=default):
        return cython.typeof(x), y
else:
    def conditional(floating x, y=default):
        return 'otherwise', cython.typeof(x), y
default = 8


class Model:
    factor = 3

    def __init__(self, floating start=1.0):
        self.start = cython.typeof(start), start

    def __call__(self, integral n):
        return 'call', cython.typeof(n), n

    def fit(self, floating[:] x, integral n, y=5):
        """Fitted."""
        return cython.typeof(x), cython.typeof(n), n, y, self.factor

    def sizes(self, floating[:] x not None, floating[:, :] y=None):
        return x.shape[0], y is None

    def who(self, floating x):
        return 'Model', cython.typeof(x), x

    @staticmethod
    def alone(floating x, int z=2):
        return cython.typeof(x), x, z

    @classmethod
    def made(cls, floating x):
        return cls.__name__, cls(x).start

    @marked
    def with_mark(self, floating x):
        return cython.typeof(x)

    @around
    def in_other(self, floating x):
        return cython.typeof(x)

    @around
    @staticmethod
    def both(floating x):
        return cython.typeof(x)

    def gathered(self, floating x, z=[], *rest, key=default, **named):
        z.append(x)
        return len(z), rest, key, named

    def with_inner(self, floating x, integral n):
        cdef floating y = x / 2

        def inner(z):
            return x * z, cython.typeof(x), y, [n + k for k in range(2)]

        return inner

    def scaled(self, floating[:] x, integral n):
        cdef floating factor = self.factor
        cdef Py_ssize_t i
        for i in prange(x.shape[0], nogil=True, device={}):
            x[i] = x[i] * factor + n

    class Part:
        def who(self, integral x):
            return 'Part', cython.typeof(x)


class Heir(Model):
    def who(self, floating x):
        return 'Heir', super().who(x), __class__.__name__


def counter(floating step):
    cdef floating count = 0

    def more():
        nonlocal count
        count += step
        return count, cython.typeof(count)

    def deeper():
        def deepest(floating_name='x'):
            if floating is float:
                return floating_name, 'float', step
            return floating_name, cython.typeof(step), step
        return deepest

    return more, deeper(), lambda x: x + step, list(x * step for x in range(3))


def both_types(floating x, integral n):
    def product():
        return cython.typeof(x), cython.typeof(n), x * n
    return product


cdef class Extension:
    def inner(self, floating x):
        return [y * x for y in range(3)], (lambda: (cython.typeof(x), self.__class__.__name__))()
