# Structs, unions, enums and C arrays from Python, to Python, and written out.
cdef struct V:
    double x
    double y
cdef struct B:
    V place
    int kind
    short near[3]
    bint on
    char name[8]
cdef union U:
    int i
    double d
cdef enum Color:
    RED = 1
    BLUE = 5
cdef struct E:
    Color c
    U u
ctypedef struct W:
    float a
    double complex z


cdef V make(double x, double y) noexcept nogil:
    return V(x, y)


def struct_in(V v): return v.x + v.y

def struct_out(double x): return make(x, 2)

def struct_both(B b):
    b.kind += 1
    b.near[1] = 7
    return b

def union_in(U u, bint d):
    return u.d if d else u.i

def union_out(double d):
    cdef U u
    u.d = d
    return u

def typedefed(W w):
    w.a += 1
    return w

def enum_in(Color c): return c, <int>c == BLUE

def nested(E e): return e

def constructors(double a):
    cdef V v = V(a, 2), w = V(y=3, x=a), z = {'x': 5, 'y': a}
    cdef W q = W(a, 1j)
    cdef U u = U(d=2.5)
    v.x += make(1, 2).y
    return v, w, z, q, u.d, V(7, 8)

def arrays(obj):
    cdef int a[3]
    cdef double b[2][2]
    cdef int c[3]
    cdef long d[2]
    a = obj
    b = [[1, 2], [3, obj[0]]]
    c = a
    c[0] = 9
    d = [a[0], a[1] + 1]
    d[0], d[1] = d[1], d[0]
    return a, b, c, d

def items(B b, value):
    b.near = value
    b.place = {'x': 1, 'y': 2}
    return b

def swap(V v):
    v = V(v.y, v.x)
    return v

def assign_object(obj):
    cdef V v
    v = obj
    return v.x

def chosen(bint which, double real, int whole):
    """Each side becomes an object by itself."""
    return real if which else whole

def elements(V[:] v, obj):
    v[0] = obj
    v[1] = V(1, 2)
    v[2] = v[0]
    x = v[1]
    return x, v[2]

def memory(V[:] v): return v

def default(V v, int n=3): return v, n

cdef V gv

def global_struct(V v):
    global gv
    gv = v
    gv.x += 1
    return gv

cdef int garr[3]

def global_array(obj):
    global garr
    garr = obj
    garr[1] += 5
    return garr, len(obj)

cpdef V cp(V v): return V(v.x * 2, 3)

def calls_cp(V v): return cp(v), cp({'x': 2, 'y': 1})

cdef struct Part:
    V place
    U what
    char *label

cdef union Texts:
    char *first
    char *second

cdef double of_part(Part p): return p.place.x * 10 + p.place.y + p.what.i

def from_lists(double x):
    cdef Part p = [[x, 2], U(i=3), b"one"]
    cdef Part q = Part([x + 1, 4.0], what=U(i=5))
    cdef V *several = [[1, 2], [x, x], V(7, 8)]
    return of_part(p), of_part(q), of_part([[1, x], {"i": 9}]), p.label, several[1], several[2].y

def of_texts():
    cdef Texts both
    both.first = b"abc"
    return both

cdef int *kept = [4, 5, 6]
cdef char **words = [b"a", b"bc"]

def module_level(): return kept[0], kept[2], words[1]

def led_to(bint c, int n):
    """What a pointer leads to stays where it is when the block ends."""
    cdef int near[3]
    cdef int one, i
    cdef int *p = NULL
    cdef int *q = NULL
    if c:
        near[1] = n
        p = near
        one = n + 1
        q = &one
    cdef int others[8]
    for i in range(8):
        others[i] = i
        one = one + others[i] if i == n else one
    return p[1], q[0], others[n]
