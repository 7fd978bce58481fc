"""What programs without types are made of, one of it in each function."""
import math


def loop_list(n):
    t = 0
    for i in range(n):
        for x in [1, 2, 3]:
            t += x
    return t


def loop_tuple(n):
    t = 0
    for i in range(n):
        for x in (i, 2, 3):
            t += x
    return t


def eq_text(n):
    t = 0
    w = ["abc", "abd", "x"]
    for i in range(n):
        if w[i % 3] == "abc":
            t += 1
    return t


def first_letter(n):
    t = 0
    s = "hello world"
    for i in range(n):
        if s[i % 11] == "o":
            t += 1
    return t


def startswith(n):
    word = "prefix_%d" % n
    t = 0
    for i in range(n):
        if word.startswith(("a", "pre")):
            t += 1
    return t


def strip_split(n):
    word = " a,b,%d " % n
    t = 0
    for i in range(n):
        t += len(word.strip().split(","))
    return t


def percent_d(n):
    t = 0
    for i in range(n):
        t += len("%d" % i)
    return t


def format_method(n):
    t = 0
    for i in range(n):
        t += len("{} {}".format(i, i))
    return t


def to_str(n):
    t = 0
    for i in range(n):
        t += len(str(i))
    return t


def to_int(n):
    digits = str(n)
    t = 0
    for i in range(n):
        t += int(digits)
    return t


def to_float(n):
    digits = "%d.5" % n
    t = 0.0
    for i in range(n):
        t += float(digits)
    return t


def float_of_int(n):
    t = 0.0
    for i in range(n):
        t += float(i)
    return t


def int_of_float(n):
    t = 0
    for i in range(n):
        t += int(i * 0.5)
    return t


def power2(n):
    t = 0
    for i in range(n):
        t += i ** 2
    return t


def power_half(n):
    t = 0.0
    for i in range(n):
        t += i ** 0.5
    return t


def float_square(n):
    t = 0.0
    x = 1.5
    for i in range(n):
        t += x ** 2
    return t


def divmods(n):
    t = 0
    for i in range(n):
        q, r = divmod(i, 7)
        t += q + r
    return t


def sum_gen(n):
    return sum(i * i for i in range(n))


def sum_list(n):
    return sum([i * i for i in range(n)])


def any_gen(n):
    return any(i > n for i in range(n))


def all_gen(n):
    return all(i < n for i in range(n))


def sorted_key(n):
    return sorted(range(n), key=lambda x: -x)[0]


def list_map(n):
    return list(map(lambda x: x + 1, range(n)))[-1]


def zips(n):
    t = 0
    a = list(range(n)); b = list(range(n))
    for x, y in zip(a, b):
        t += x * y
    return t


def enumerates(n):
    t = 0
    for i, x in enumerate(list(range(n))):
        t += i * x
    return t


def enumerate_start(n):
    t = 0
    for i, x in enumerate(list(range(n)), 1):
        t += i * x
    return t


def reversed_list(n):
    t = 0
    for x in reversed(list(range(n))):
        t += x
    return t


def reversed_range(n):
    t = 0
    for x in reversed(range(n)):
        t += x
    return t


def range_step(n):
    t = 0
    for x in range(0, n, 2):
        t += x
    return t


def range_down(n):
    t = 0
    for x in range(n, 0, -1):
        t += x
    return t


def dict_comp(n):
    return len({i: i * 2 for i in range(n)})


def set_comp(n):
    return len({i % 10 for i in range(n)})


def nested_comp(n):
    return len([(i, j) for i in range(n // 10) for j in range(10)])


def cond_comp(n):
    return len([i for i in range(n) if i % 3 == 0])


def setdefaults(n):
    d = {}
    for i in range(n):
        d.setdefault(i % 10, []).append(i)
    return len(d)


def counting(n):
    d = {}
    for i in range(n):
        k = i % 10
        if k in d:
            d[k] += 1
        else:
            d[k] = 1
    return d[3]


def get_default(n):
    d = {}
    for i in range(n):
        d[i % 10] = d.get(i % 10, 0) + 1
    return d[3]


def try_key(n):
    d = {1: 1}
    t = 0
    for i in range(n):
        try:
            t += d[1]
        except KeyError:
            t += 1
    return t


def keys_loop(n):
    d = {i: i for i in range(n)}
    t = 0
    for k in d:
        t += d[k]
    return t


def keys_method(n):
    d = {i: i for i in range(n)}
    t = 0
    for k in d.keys():
        t += k
    return t


def items_sorted(n):
    d = {i: i for i in range(n)}
    t = 0
    for k, v in sorted(d.items()):
        t += k * v
    return t


def slots(n):
    class P:
        __slots__ = ("x",)
        def __init__(self, x):
            self.x = x
    p = P(0)
    for i in range(n):
        p.x += 1
    return p.x


class Q:
    def __init__(self, x):
        self.x = x

    def get(self):
        return self.x

    @property
    def p(self):
        return self.x

    def __getitem__(self, i):
        return i

    def __add__(self, other):
        return Q(self.x + other.x)

    def __eq__(self, other):
        return self.x == other.x

    def __len__(self):
        return 3

    def __call__(self, y):
        return y

    @staticmethod
    def s(x):
        return x

    @classmethod
    def c(cls, x):
        return x


class R(Q):
    def __init__(self, x):
        super().__init__(x)
        self.y = x


def make_q(n):
    t = 0
    for i in range(n):
        t += Q(i).x
    return t


def make_r(n):
    t = 0
    for i in range(n):
        t += R(i).y
    return t


def method_q(n):
    q = Q(1)
    t = 0
    for i in range(n):
        t += q.get()
    return t


def property_q(n):
    q = Q(1)
    t = 0
    for i in range(n):
        t += q.p
    return t


def getitem_q(n):
    q = Q(1)
    t = 0
    for i in range(n):
        t += q[i]
    return t


def add_q(n):
    q = Q(0); one = Q(1)
    for i in range(n):
        q = q + one
    return q.x


def eq_q(n):
    q = Q(0); one = Q(1)
    t = 0
    for i in range(n):
        if q == one:
            t += 1
    return t


def len_q(n):
    q = Q(0)
    t = 0
    for i in range(n):
        t += len(q)
    return t


def call_q(n):
    q = Q(0)
    t = 0
    for i in range(n):
        t += q(i)
    return t


def static_q(n):
    t = 0
    for i in range(n):
        t += Q.s(i)
    return t


def class_q(n):
    t = 0
    for i in range(n):
        t += Q.c(i)
    return t


def getattr3(n):
    q = Q(1)
    t = 0
    for i in range(n):
        t += getattr(q, "x", 0) + getattr(q, "z", 1)
    return t


def hasattrs(n):
    q = Q(1)
    t = 0
    for i in range(n):
        if hasattr(q, "x") and not hasattr(q, "zz"):
            t += 1
    return t


def isinstances(n):
    t = 0
    for i in range(n):
        if isinstance(i, (int, float)) and not isinstance(i, str):
            t += 1
    return t


def type_is(n):
    t = 0
    for i in range(n):
        if type(i) is int:
            t += 1
    return t


def str_slice(n):
    s = "abcdefghij" * 3
    t = 0
    for i in range(n):
        t += len(s[2:i % 20 + 3])
    return t


def str_concat(n):
    t = 0
    for i in range(n):
        t += len("a" + str(i) + "b")
    return t


def str_mult(n):
    word = "abc%d" % n
    t = 0
    for i in range(n):
        t += len(word * 3)
    return t


def str_iter(n):
    t = 0
    for ch in "abcdefghij" * (n // 10):
        if ch == "c":
            t += 1
    return t


def str_in(n):
    t = 0
    s = "hello world"
    for i in range(n):
        if "wor" in s:
            t += 1
    return t


def str_upper(n):
    word = "abc%d" % n
    t = 0
    for i in range(n):
        t += len(word.upper())
    return t


def str_replace(n):
    word = "abcabc%d" % n
    t = 0
    for i in range(n):
        t += len(word.replace("b", "xx"))
    return t


def str_join(n):
    t = 0
    for i in range(n):
        t += len("-".join(["a", "b", "c"]))
    return t


def str_isdigit(n):
    digits = str(n)
    t = 0
    for i in range(n):
        if digits.isdigit():
            t += 1
    return t


def ords(n):
    t = 0
    for i in range(n):
        t += ord("abc"[i % 3]) - ord("a")
    return t


def chrs(n):
    t = 0
    for i in range(n):
        t += len(chr(97 + i % 26))
    return t


def list_reverse(n):
    l = list(range(n))
    return l[::-1][0]


def list_star(n):
    t = 0
    for i in range(n):
        a, *b = [i, 2, 3]
        t += a + len(b)
    return t


def list_pop(n):
    l = list(range(n))
    t = 0
    while l:
        t += l.pop()
    return t


def list_pop0(n):
    l = list(range(n))
    t = 0
    while l:
        t += l.pop(0)
    return t


def list_index(n):
    l = list(range(20))
    t = 0
    for i in range(n):
        t += l.index(7)
    return t


def list_concat(n):
    t = 0
    for i in range(n):
        t += len([i] + [1, 2])
    return t


def list_extend(n):
    l = []
    for i in range(n):
        l.extend([i, i])
    return len(l)


def list_iadd(n):
    l = []
    for i in range(n):
        l += [i]
    return len(l)


def list_copy(n):
    l = [1, 2, 3]
    t = 0
    for i in range(n):
        t += len(l[:]) + len(list(l))
    return t


def list_neg(n):
    l = [1, 2, 3]
    t = 0
    for i in range(n):
        t += l[-1]
    return t


def list_del(n):
    l = list(range(n))
    for i in range(n):
        del l[-1]
    return len(l)


def list_sort(n):
    l = [3, 1, 2]
    for i in range(n):
        l.sort()
    return l[0]


def list_eq(n):
    t = 0
    for i in range(n):
        if [i, 2] == [1, i]:
            t += 1
    return t


def list_min(n):
    l = [3, 1, 2]
    t = 0
    for i in range(n):
        t += min(l) + max(l)
    return t


def min_of_three(n):
    t = 0
    for i in range(n):
        t += min(i, 3, 7) + max(i, 2)
    return t


def matrix(n):
    m = [[0] * 10 for _ in range(10)]
    for i in range(n):
        m[i % 10][i % 7] += i
    return m[3][3]


def tuple_make(n):
    t = 0
    for i in range(n):
        p = (i, i + 1)
        t += p[1]
    return t


def tuple_cmp(n):
    t = 0
    for i in range(n):
        if (i, 1) < (5, 2):
            t += 1
    return t


def tuple_key(n):
    d = {}
    for i in range(n):
        d[i % 3, i % 5] = i
    return len(d)


def set_add(n):
    s = set()
    for i in range(n):
        s.add(i % 50)
    return len(s)


def set_ops(n):
    a = {1, 2, 3}; b = {2, 3, 4}
    t = 0
    for i in range(n):
        t += len(a & b) + len(a | b)
    return t


def frozensets(n):
    t = 0
    for i in range(n):
        t += len(frozenset((i, 2)))
    return t


def default_args(n):
    def f(a, b=1, c=2):
        return a + b + c
    t = 0
    for i in range(n):
        t += f(i) + f(i, c=3)
    return t


def star_args(n):
    def f(*a):
        return len(a)
    t = 0
    for i in range(n):
        t += f(i, 1, 2)
    return t


def kw_args(n):
    def f(**k):
        return len(k)
    t = 0
    for i in range(n):
        t += f(a=i, b=1)
    return t
COUNT = 0


def globals_(n):
    global COUNT
    COUNT = 0
    for i in range(n):
        COUNT += 1
    return COUNT


def math_sqrt(n):
    t = 0.0
    for i in range(n):
        t += math.sqrt(i)
    return t


def math_floor(n):
    t = 0
    for i in range(n):
        t += math.floor(i * 0.3)
    return t


def bits(n):
    t = 0
    for i in range(n):
        t ^= (i << 3) & 0xff | (i >> 2)
    return t


def lcg(n):
    x = 12345
    for i in range(n):
        x = (x * 1103515245 + 12345) % 2147483648
    return x


def floor_div(n):
    t = 0
    for i in range(n):
        t += i // 3 + i % 3
    return t


def float_ops(n):
    x = 0.1
    for i in range(n):
        x = x * 1.0001 + 0.5 - x / 3.0
    return x


def compares(n):
    t = 0
    for i in range(n):
        if 3 < i <= 700 and i != 5:
            t += 1
    return t


def ternary(n):
    t = 0
    for i in range(n):
        t += 1 if i % 2 else -1
    return t


def none_checks(n):
    t = 0
    x = None
    for i in range(n):
        if x is None or x is not None and i == 3:
            t += 1
    return t


def bools(n):
    t = 0
    for i in range(n):
        if bool(i % 3) and not i % 5:
            t += 1
    return t


def while_loop(n):
    i = 0
    while i < n:
        i += 1
    return i


def while_true(n):
    i = 0
    while True:
        i += 1
        if i >= n:
            break
    return i


def fib_rec(n):
    def f(k):
        return k if k < 2 else f(k - 1) + f(k - 2)
    return f(15)


def gen(n):
    def g():
        for i in range(n):
            yield i
    t = 0
    for x in g():
        t += x
    return t


def closures(n):
    c = 0
    def inc():
        nonlocal c
        c += 1
    for i in range(n):
        inc()
    return c


def lambdas(n):
    f = lambda x: x + 1
    t = 0
    for i in range(n):
        t = f(t)
    return t


def exc_custom(n):
    class E(Exception):
        pass
    t = 0
    for i in range(n // 10):
        try:
            raise E("x")
        except E as e:
            t += 1
    return t


def exc_finally(n):
    t = 0
    for i in range(n):
        try:
            t += 1
        finally:
            t += 1
    return t


def bytes_loop(n):
    t = 0
    for b in b"abcdefghij" * (n // 10):
        t += b
    return t


def bytearray_set(n):
    b = bytearray(10)
    for i in range(n):
        b[i % 10] = i & 255
    return b[3]


def round_float(n):
    t = 0.0
    for i in range(n):
        t += round(i * 0.37, 1)
    return t


def abs_int(n):
    t = 0
    for i in range(n):
        t += abs(5 - i)
    return t


def fstring_spec(n):
    t = 0
    for i in range(n):
        t += len(f"{i:5d} {i * 0.5:.2f}")
    return t


def dict_literal(n):
    t = 0
    for i in range(n):
        d = {"a": i, "b": 2}
        t += d["a"]
    return t


def dict_in(n):
    d = {"a": 1, "b": 2}
    t = 0
    for i in range(n):
        if "a" in d and "z" not in d:
            t += 1
    return t


def dict_pop(n):
    d = {i: i for i in range(n)}
    t = 0
    for i in range(n):
        t += d.pop(i)
    return t


def dict_update(n):
    d = {}
    for i in range(n):
        d.update({i % 10: i})
    return len(d)


def chain_attr(n):
    q = Q(Q(Q(1)))
    t = 0
    for i in range(n):
        t += q.x.x.x
    return t


def attr_aug(n):
    q = Q(0)
    for i in range(n):
        q.x += i
    return q.x


def swap_items(n):
    l = [1, 2, 3]
    for i in range(n):
        l[0], l[2] = l[2], l[0]
    return l[0]


def assert_(n):
    t = 0
    for i in range(n):
        assert i >= 0, "negative"
        t += 1
    return t


def unpack_nested(n):
    t = 0
    l = [(1, (2, 3))] * 10
    for i in range(n // 10):
        for a, (b, c) in l:
            t += a + b + c
    return t


def str_cmp(n):
    word = "abc%d" % n
    t = 0
    for i in range(n):
        if word < "abd" and word != "y":
            t += 1
    return t


def int_str_key(n):
    d = {str(i): i for i in range(10)}
    t = 0
    for i in range(n):
        t += d[str(i % 10)]
    return t


def filter_(n):
    return len(list(filter(lambda x: x % 2, range(n))))


def iter_next(n):
    it = iter(range(n))
    t = 0
    while True:
        x = next(it, None)
        if x is None:
            break
        t += x
    return t


def del_local(n):
    t = 0
    for i in range(n):
        x = i
        del x
        t += 1
    return t


def walrus(n):
    t = 0
    for i in range(n):
        if (y := i % 3) > 0:
            t += y
    return t


def switch(n):
    t = 0
    for i in range(n):
        k = i % 4
        if k == 0:
            t += 1
        elif k == 1:
            t += 2
        elif k == 2:
            t += 3
        else:
            t += 4
    return t


def matched(n):
    t = 0
    for i in range(n):
        match i % 3:
            case 0:
                t += 1
            case 1 | 2:
                t += 2
    return t


def complex_ops(n):
    z = 0j
    for i in range(n):
        z = z * z * 0.1 + (0.1 + 0.2j)
    return z


def slice_assign(n):
    l = [0] * 10
    for i in range(n):
        l[2:4] = [i, i]
    return l[2]


def str_count(n):
    word = "banana%d" % n
    t = 0
    for i in range(n):
        t += word.count("a") + word.find("n")
    return t


def int_bitlen(n):
    t = 0
    for i in range(n):
        t += i.bit_length()
    return t

def in_list(n):
    t = 0
    for i in range(n):
        if i in [1, 5, 7, 11]:
            t += 1
    return t


def in_set(n):
    t = 0
    for i in range(n):
        if i in {1, 5, 7, 11}:
            t += 1
    return t


def in_tuple(n):
    t = 0
    for i in range(n):
        if i in (1, 5, 7, 11):
            t += 1
    return t


def word_in_list(n):
    t = 0
    words = ["add", "div", "mul", "x", "sub", "neg"]
    for i in range(n):
        if words[i % 6] in ["add", "sub", "mul"]:
            t += 1
    return t


def word_in_set(n):
    t = 0
    words = ["add", "div", "mul", "x", "sub", "neg"]
    for i in range(n):
        if words[i % 6] in {"add", "sub", "mul"}:
            t += 1
    return t


def percent_of_two(n):
    t = 0
    for i in range(n):
        t += len("%s: %s" % (i, "a"))
    return t
