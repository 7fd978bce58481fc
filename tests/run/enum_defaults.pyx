# Names of enums as defaults of parameters that are objects.
cimport cython
cdef enum F:
    ANY = -1
    TEXT = 0
cpdef enum G:
    RED = 3
    BLUE = 4
cdef extern from "limits.h":
    enum: INT_MAX
class P:
    def m(self, x=RED, y=ANY): return x, y
cdef class C:
    def f(self, a, format=ANY, object o=-TEXT, *, g=BLUE):
        return a, format, o, g
    cdef g(self, a, F format=ANY, object b=ANY):
        return a, <int>format, b
    def h(self): return self.g(1)
    cpdef k(self, a=TEXT, int b=INT_MAX): return a, b
def top(a=ANY, int b=ANY, c=INT_MAX, d=ANY + 1, F e=ANY): return a, b, c, d, e
def annotated(a: cython.int = ANY, b: object = RED): return a, b
def closure():
    def inner(x=ANY, y=RED): return x, y
    return inner()
made = lambda x=ANY: x
