# Patterns of `match`.
cimport cython
from libc cimport limits
import collections
import enum


cdef enum Colour:
    RED
    GREEN = 5


cpdef enum Shape:
    SQUARE = 3
    CIRCLE


class Kind(enum.Enum):
    A = 1
    B = 2


class Point:
    __match_args__ = ("x", "y")

    def __init__(self, x, y):
        self.x = x
        self.y = y


class Bad:
    __match_args__ = ["x"]
    x = 1


class Odd:
    __match_args__ = (1,)


cdef class Pair:
    cdef public object left, right
    __match_args__ = ("left", "right")

    def __init__(self, left, right):
        self.left, self.right = left, right


match {"kind": "module", "n": 3}:
    case {"kind": kind_of_module, "n": int(number_of_module)}:
        pass


def everything(x):
    match x:
        case 1 | -2.5 | 3+4j | -0.5-1j:
            return "number"
        case "a" "b" | b"ab":
            return "text"
        case Kind.A:
            return "kind"
        case [a, b, *rest] if a != b:
            return "sequence", a, b, rest
        case (a,):
            return "one", a
        case a, (b, {"k": c}):
            return "nested", a, b, c
        case {"k": v, 2: w, **rest}:
            return "mapping", v, w, rest
        case {"x": None | True as z}:
            return "constant", z
        case Point(0, y=0):
            return "origin"
        case Point(x=0, y=yy) | Point(x=yy, y=0):
            return "axis", yy
        case Point(xx, yy) if xx == yy:
            return "diagonal", xx
        case Pair(Pair(p), q):
            return "pair", p, q
        case Pair():
            return "pair"
        case int(n) if n > 3:
            return "int", n
        case str() as s:
            return "str", s
        case {}:
            return "map"
        case []:
            return "empty"
        case (list() | dict() | float()) as other:
            return "other", other
    return "nothing"


def starred(x):
    match x:
        case [*_, 1]:
            return "ends in 1"
        case [1, *middle, 2]:
            return middle
        case [first, *_, last]:
            return first, last
        case [*rest]:
            return rest


def typed(int i, double d, bint b, unsigned char c, Colour colour):
    r = []
    match i:
        case 0 | 1:
            r.append("small")
        case n if n < 0:
            r.append(n)
        case Colour.GREEN:
            r.append("five")
        case int(other):
            r.append(other)
    match d:
        case 0.5:
            r.append("half")
        case -1:
            r.append("minus one")
        case float():
            r.append("float")
    match b:
        case True:
            r.append("true")
        case False:
            r.append("false")
    match i:
        case True | False:
            r.append("not reached")
        case x:
            r.append((x, cython.typeof(x)))
    match c, i:
        case 3, 4:
            r.append("three and four")
        case 7, _:
            r.append("seven")
    match colour:
        case Colour.RED:
            r.append("red")
        case Colour.GREEN:
            r.append("green")
    return r


cdef int kernel(int x) noexcept nogil:
    cdef int found = 0, y
    match x:
        case 1 | 2:
            found = 10
        case 3 if found == 0:
            found = 20
        case y:
            found = -y
    return found


def without_gil(int x):
    cdef int result, i
    with nogil:
        result = kernel(x)
    return result


def enums(Shape s, x):
    match s:
        case Shape.SQUARE:
            a = "square"
        case Shape.CIRCLE:
            a = "circle"
    match x:
        case Shape.SQUARE:
            return a, "square"
        case Kind.B:
            return a, "b"
    return a, None


def guards(x, log):
    def note(value):
        log.append(value)
        return value

    match note(x):
        case [a, b] if note(a > b):
            return "greater"
        case [a, _] if note(a == 1):
            return "one"
        case [c, d] as whole if (e := note(c)) and False:
            return "never"
        case z:
            return z, a, c, whole


def rebinds(x):
    match x:
        case [x, y] if y > 5:
            return x
        case [_, x]:
            return "second", x
        case x:
            return "all", x


def in_loops(xs):
    found = []
    for x in xs:
        match x:
            case None:
                continue
            case "stop":
                break
            case [*items]:
                for item in items:
                    match item:
                        case int() | float() as n if n > 1:
                            found.append(n)
                        case _:
                            found.append("?")
            case _:
                found.append(x)
    else:
        found.append("end")
    return found


def generated(xs):
    for x in xs:
        match x:
            case [a, b]:
                got = yield a
                yield got, b
            case a:
                yield a


def closed(x):
    match x:
        case {"f": f, **others}:
            return lambda: (f, others)
        case other:
            return lambda: other


class Body:
    match 3:
        case n:
            m = n + 1


def fails(x, which):
    match which:
        case 0:
            match x:
                case Bad(_):
                    return "bad"
        case 1:
            match x:
                case int(_, _):
                    return "two"
        case 2:
            match x:
                case len(_):
                    return "no class"
        case 3:
            match x:
                case Odd(_):
                    return "odd"
        case 4:
            match x:
                case Point(_, x=_):
                    return "twice"
        case 5:
            key = Kind
            match x:
                case {Kind.A: _, Kind.A: _}:
                    return "same key"
        case 6:
            match x:
                case Point(missing=_):
                    return "missing"
                case Point(_, _, _):
                    return "three"


def softly(match, case, _):
    match = case
    case = _
    return match, case


def of_numbers(x):
    match x:
        case 0:
            return "zero"
        case 1.5 | 1e3:
            return "float"
        case limits.INT_MAX:
            return "limit"


cdef class Hidden:
    cdef double x
    cdef int n
    cdef public object seen

    def __init__(self, x, n, seen):
        self.x, self.n, self.seen = x, n, seen


cdef class Under(Hidden):
    @property
    def double_n(self):
        return self.n * 2


def fields(x):
    match x:
        case Under(n=2, double_n=d):
            return "under", d
        case Under(missing=_) | Under(seen=None, n=1):
            return "none"
        case Hidden(x=y, n=1 | 2, seen=[s]):
            return y, cython.typeof(y), s
        case Hidden(x=0.5) as h:
            return "half", h.seen
        case Hidden(n=k) if k > 100:
            return "large", k


cdef bint is_null(int *p):
    match p:
        case NULL:
            return True
        case _:
            return False


def pointers():
    cdef int n = 3
    return is_null(&n), is_null(NULL)


def evaluated(x):
    match x:
        case Kind.missing | _:
            return "not reached"
