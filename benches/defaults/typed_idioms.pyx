"""What programs with types and Python objects are made of, one of it in each function."""
import math
import numpy as np


cdef class P:
    cdef public double x
    cdef public int n
    cdef object o
    cdef list l
    cdef P next

    def __init__(self, x=0.0, n=0):
        self.x = x
        self.n = n
        self.o = None
        self.l = []

    cdef double get(self):
        return self.x

    cpdef double cget(self):
        return self.x

    def pget(self):
        return self.x

    def __getitem__(self, int i):
        return i

    def __len__(self):
        return self.n

    def __add__(self, other):
        return P(self.x + (<P>other).x)

    def __eq__(self, other):
        return isinstance(other, P) and self.x == (<P>other).x

    def __hash__(self):
        return self.n

    @property
    def prop(self):
        return self.n


cdef class D(P):
    cdef double get(self):
        return self.x + 1


cdef struct S:
    int a
    double b


cdef int cadd(int a, int b):
    return a + b


cdef int cexc(int a) except -1:
    if a < 0:
        raise ValueError("x")
    return a


cpdef int cpadd(int a, int b=1):
    return a + b


cdef object oadd(object a, object b):
    return a + b


cdef tuple tpl(int a, int b):
    return (a, b)
cdef (int, double) ctpl(int a):
    return a, a * 0.5


def list_int_sum(int n):
    cdef list l = list(range(n))
    cdef int i, t = 0
    for i in range(n):
        t += l[i]
    return t


def list_iter_int(int n):
    cdef list l = list(range(n))
    cdef int x, t = 0
    for x in l:
        t += x
    return t


def list_append_int(int n):
    cdef list l = []
    cdef int i
    for i in range(n):
        l.append(i)
    return len(l)


def list_append_float(int n):
    cdef list l = []
    cdef int i
    for i in range(n):
        l.append(i * 0.5)
    return len(l)


def list_set_int(int n):
    cdef list l = [0] * n
    cdef int i
    for i in range(n):
        l[i] = i
    return l[n - 1]


def list_typed_obj(int n):
    cdef list l = [P(i) for i in range(10)]
    cdef P p
    cdef double t = 0
    cdef int i
    for i in range(n):
        p = l[i % 10]
        t += p.x
    return t


def list_cast_obj(int n):
    cdef list l = [P(i) for i in range(10)]
    cdef double t = 0
    cdef int i
    for i in range(n):
        t += (<P>l[i % 10]).x
    return t


def list_pop_int(int n):
    cdef list l = list(range(n))
    cdef int t = 0
    while l:
        t += l.pop()
    return t


def list_extend_typed(int n):
    cdef list l = []
    cdef int i
    for i in range(n):
        l.extend([i, i + 1])
    return len(l)


def list_slice(int n):
    cdef list l = list(range(20))
    cdef int i, t = 0
    for i in range(n):
        t += len(l[2:i % 10 + 5])
    return t


def list_comp_typed(int n):
    cdef int i
    return len([i * i for i in range(n)])


def list_comp_float(int n):
    cdef int i
    return len([i * 0.5 for i in range(n)])


def dict_int_get(int n):
    cdef dict d = {i: i for i in range(100)}
    cdef int i, t = 0
    for i in range(n):
        t += d[i % 100]
    return t


def dict_int_set(int n):
    cdef dict d = {}
    cdef int i
    for i in range(n):
        d[i % 100] = i
    return len(d)


def dict_in_typed(int n):
    cdef dict d = {i: i for i in range(100)}
    cdef int i, t = 0
    for i in range(n):
        if i % 200 in d:
            t += 1
    return t


def dict_get_m(int n):
    cdef dict d = {i: i for i in range(100)}
    cdef int i, t = 0
    for i in range(n):
        t += d.get(i % 200, 0)
    return t


def dict_items_typed(int n):
    cdef dict d = {i: i * 0.5 for i in range(n)}
    cdef double t = 0, v
    cdef int k
    for k, v in d.items():
        t += k * v
    return t


def dict_str(int n):
    cdef dict d = {"a": 1, "b": 2}
    cdef int i, t = 0
    for i in range(n):
        t += d["a"]
    return t


def dict_setdefault(int n):
    cdef dict d = {}
    cdef int i
    for i in range(n):
        d.setdefault(i % 10, []).append(i)
    return len(d)


def set_add_int(int n):
    cdef set s = set()
    cdef int i
    for i in range(n):
        s.add(i % 50)
    return len(s)


def set_in_int(int n):
    cdef set s = set(range(50))
    cdef int i, t = 0
    for i in range(n):
        if i in s:
            t += 1
    return t


def tuple_ret(int n):
    cdef int i, t = 0, a, b
    for i in range(n):
        a, b = tpl(i, 2)
        t += a + b
    return t


def ctuple_ret(int n):
    cdef int i, a
    cdef double t = 0, b
    for i in range(n):
        a, b = ctpl(i)
        t += a + b
    return t


def tuple_index(int n):
    cdef tuple p = (1, 2, 3)
    cdef int i, t = 0
    for i in range(n):
        t += p[1]
    return t


def str_index(int n):
    cdef str s = "hello world"
    cdef int i, t = 0
    for i in range(n):
        if s[i % 11] == 'o':
            t += 1
    return t


def str_iter_typed(int n):
    cdef str s = "hello world" * (n // 11)
    cdef int t = 0
    for c in s:
        if c == 'o':
            t += 1
    return t


def str_ucs(int n):
    cdef str s = "hello world" * (n // 11)
    cdef int t = 0
    cdef Py_UCS4 c
    for c in s:
        if c == 'o':
            t += 1
    return t


def str_len(int n):
    cdef str s = "hello"
    cdef int i, t = 0
    for i in range(n):
        t += len(s)
    return t


def str_concat_typed(int n):
    cdef str s = ""
    cdef int i
    for i in range(n):
        s = s + "a"
    return len(s)


def str_iadd(int n):
    cdef str s = ""
    cdef int i
    for i in range(n):
        s += "ab"
    return len(s)


def str_eq(int n):
    cdef str s = "hello", u = "hell" + chr(111)
    cdef int i, t = 0
    for i in range(n):
        if s == u:
            t += 1
    return t


def str_format(int n):
    cdef int i, t = 0
    for i in range(n):
        t += len("%d:%s" % (i, "a"))
    return t


def fstr_int(int n):
    cdef int i, t = 0
    for i in range(n):
        t += len(f"{i}")
    return t


def fstr_two(int n):
    cdef int i, t = 0
    cdef double x = 0.5
    for i in range(n):
        t += len(f"x{i}y{x}")
    return t


def str_of_int(int n):
    cdef int i, t = 0
    for i in range(n):
        t += len(str(i))
    return t


def bytes_iter(int n):
    cdef bytes b = b"hello world" * (n // 11)
    cdef int t = 0
    cdef unsigned char c
    for c in b:
        t += c
    return t


def bytes_index(int n):
    cdef bytes b = b"hello world"
    cdef int i, t = 0
    for i in range(n):
        t += b[i % 11]
    return t


def bytearray_set_typed(int n):
    cdef bytearray b = bytearray(11)
    cdef int i
    for i in range(n):
        b[i % 11] = i & 255
    return b[3]


def char_ptr(int n):
    cdef bytes b = b"hello"
    cdef char *p = b
    cdef int i, t = 0
    for i in range(n):
        t += p[i % 5]
    return t


def bytes_from_ptr(int n):
    cdef bytes b = b"hello"
    cdef char *p = b
    cdef int i, t = 0
    for i in range(n):
        t += len(p[:3])
    return t


def decode(int n):
    cdef bytes b = b"hello"
    cdef int i, t = 0
    for i in range(n):
        t += len(b.decode("ascii"))
    return t


def encode(int n):
    cdef str b = "hello"
    cdef int i, t = 0
    for i in range(n):
        t += len(b.encode())
    return t


def cdef_call(int n):
    cdef int i, t = 0
    for i in range(n):
        t = cadd(t, i) & 1023
    return t


def cexc_call(int n):
    cdef int i, t = 0
    for i in range(n):
        t += cexc(i)
    return t


def cpdef_call(int n):
    cdef int i, t = 0
    for i in range(n):
        t = cpadd(t) & 1023
    return t


def cobj_call(int n):
    cdef int i
    t = 0
    for i in range(n):
        t = oadd(t, i)
    return t


def vcall(int n):
    cdef P p = D(1.0)
    cdef int i
    cdef double t = 0
    for i in range(n):
        t += p.get()
    return t


def cpvcall(int n):
    cdef P p = P(1.0)
    cdef int i
    cdef double t = 0
    for i in range(n):
        t += p.cget()
    return t


def pcall(int n):
    cdef P p = P(1.0)
    cdef int i
    cdef double t = 0
    for i in range(n):
        t += p.pget()
    return t


def pcall_untyped(int n):
    p = P(1.0)
    t = 0.0
    for i in range(n):
        t += p.pget()
    return t


def attr_untyped(int n):
    cdef object p = P(1.0)
    t = 0.0
    for i in range(n):
        t += p.x
    return t


def prop_typed(int n):
    cdef P p = P(1.0, 2)
    cdef int i, t = 0
    for i in range(n):
        t += p.prop
    return t


def getitem_typed(int n):
    cdef P p = P(1.0, 2)
    cdef int i, t = 0
    for i in range(n):
        t += p[i]
    return t


def len_typed(int n):
    cdef P p = P(1.0, 2)
    cdef int i, t = 0
    for i in range(n):
        t += len(p)
    return t


def make_p(int n):
    cdef int i
    cdef double t = 0
    for i in range(n):
        t += P(i).x
    return t


def new_p(int n):
    cdef int i
    cdef double t = 0
    cdef P p
    for i in range(n):
        p = P.__new__(P)
        t += p.x
    return t


def add_p(int n):
    cdef P p = P(0.0), q = P(1.0)
    cdef int i
    for i in range(n):
        p = p + q
    return p.x


def eq_p(int n):
    cdef P p = P(0.0), q = P(1.0)
    cdef int i, t = 0
    for i in range(n):
        if p == q:
            t += 1
    return t


def linked(int n):
    cdef P head = P(0.0), p
    cdef int i
    p = head
    for i in range(n):
        p.next = P(i)
        p = p.next
    p = head
    cdef double t = 0
    while p is not None:
        t += p.x
        p = p.next
    return t


def isinst(int n):
    cdef object p = D(0.0)
    cdef int i, t = 0
    for i in range(n):
        if isinstance(p, P):
            t += 1
    return t


def p_dict(int n):
    cdef dict d = {P(0.0, i): i for i in range(10)}
    cdef list ks = list(d)
    cdef int i, t = 0
    for i in range(n):
        t += d[ks[i % 10]]
    return t


def struct_arr(int n):
    cdef S s[10]
    cdef int i
    for i in range(10):
        s[i].a = i
        s[i].b = 0.5
    cdef double t = 0
    for i in range(n):
        t += s[i % 10].a * s[i % 10].b
    return t


def struct_to_dict(int n):
    cdef S s
    s.a = 1; s.b = 2
    cdef int i, t = 0
    for i in range(n):
        d = s
        t += len(d)
    return t


def try_typed(int n):
    cdef int i, t = 0
    for i in range(n):
        try:
            t += cexc(i - 1)
        except ValueError:
            t += 1
    return t


def raise_catch(int n):
    cdef int i, t = 0
    for i in range(n):
        try:
            t += cexc(-1)
        except ValueError:
            t += 1
    return t


def mv_create(int n):
    a = np.zeros(10)
    cdef double[:] v
    cdef int i
    cdef double t = 0
    for i in range(n):
        v = a
        t += v[0]
    return t


def mv_slice(int n):
    cdef double[:] v = np.zeros(20), w
    cdef int i
    cdef double t = 0
    for i in range(n):
        w = v[2:10]
        t += w[0]
    return t


def mv_row(int n):
    cdef double[:, :] v = np.zeros((20, 5))
    cdef double[:] w
    cdef int i
    cdef double t = 0
    for i in range(n):
        w = v[i % 20]
        t += w[0]
    return t


cdef double mvsum(double[:] v):
    cdef double t = 0
    cdef Py_ssize_t i
    for i in range(v.shape[0]):
        t += v[i]
    return t


def mv_pass(int n):
    cdef double[:] v = np.zeros(5)
    cdef int i
    cdef double t = 0
    for i in range(n):
        t += mvsum(v)
    return t


def mv_pass_row(int n):
    cdef double[:, ::1] v = np.zeros((20, 5))
    cdef int i
    cdef double t = 0
    for i in range(n):
        t += mvsum(v[i % 20])
    return t


def np_index(int n):
    a = np.zeros(10)
    t = 0.0
    for i in range(n):
        t += a[i % 10]
    return t


def np_shape(int n):
    a = np.zeros(10)
    t = 0
    for i in range(n):
        t += a.shape[0]
    return t


def gen_typed(int n):
    def g(int m):
        cdef int i
        for i in range(m):
            yield i
    cdef int x, t = 0
    for x in g(n):
        t += x
    return t


def sum_gen_typed(int n):
    cdef int i
    return sum(i * i for i in range(n))


def any_typed(int n):
    cdef int i
    return any(i > n for i in range(n))


def closure_typed(int n):
    cdef int c = 0
    def inc():
        nonlocal c
        c += 1
    cdef int i
    for i in range(n):
        inc()
    return c


def int_div(int n):
    cdef int i, t = 0
    for i in range(1, n):
        t += 1000000 // i + 1000000 % i
    return t


def float_pow(int n):
    cdef double t = 0, x = 1.1
    cdef int i
    for i in range(n):
        t += x ** 2 + x ** i
    return t


def int_pow(int n):
    cdef long t = 0
    cdef int i
    for i in range(n):
        t += i ** 2
    return t


def math_mod(int n):
    cdef double t = 0
    cdef int i
    for i in range(n):
        t += math.sqrt(i)
    return t


def round_typed(int n):
    cdef double t = 0
    cdef int i
    for i in range(n):
        t += round(i * 0.37)
    return t


def int_conv(int n):
    cdef int i, t = 0
    cdef double x
    for i in range(n):
        x = i * 0.37
        t += int(x)
    return t


def min_max(int n):
    cdef int i, t = 0
    for i in range(n):
        t += min(i, 10) + max(i, 3, 7)
    return t


def abs_typed(int n):
    cdef int i, t = 0
    for i in range(n):
        t += abs(i - 100)
    return t


def obj_add_int(int n):
    cdef int i
    t = 0
    for i in range(n):
        t += i
    return t


def obj_cmp_int(int n):
    cdef int i, t = 0
    x = 5
    for i in range(n):
        if x > i:
            t += 1
    return t


def enum_list(int n):
    cdef list l = list(range(n))
    cdef int i, t = 0
    for i, x in enumerate(l):
        t += i
    return t


def zip_lists(int n):
    cdef list a = list(range(n)), b = list(range(n))
    t = 0
    for x, y in zip(a, b):
        t += x + y
    return t


def sorted_typed(int n):
    cdef list l = list(range(n))
    return sorted(l, reverse=True)[0]


def nested_list(int n):
    cdef list m = [[0] * 10 for _ in range(10)]
    cdef int i
    for i in range(n):
        m[i % 10][i % 7] += i
    return m[3][3]


def reversed_r(int n):
    cdef int i, t = 0
    for i in reversed(range(n)):
        t += i
    return t


def range_step_typed(int n):
    cdef int i, t = 0
    for i in range(0, n, 3):
        t += i
    return t


def while_typed(int n):
    cdef int i = 0, t = 0
    while i < n:
        t += i
        i += 1
    return t


def bint_and(int n):
    cdef int i
    cdef bint b = True
    for i in range(n):
        b = b and i >= 0
    return b


def print_none(int n):
    cdef int i, t = 0
    cdef object x = None
    for i in range(n):
        if x is None:
            t += 1
    return t


def kwonly(int n):
    cdef int i, t = 0
    for i in range(n):
        t += cpadd(i, b=2)
    return t
