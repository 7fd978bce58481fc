"""Operations on objects of classes that are known: letters, bytes, lists, comparisons, `isinstance` and exceptions."""


cdef class Base:
    cdef public int n

    def __init__(self, n=0):
        self.n = n


cdef class Heir(Base):
    def __eq__(self, other):
        return isinstance(other, Base) and self.n == (<Base>other).n

    def __hash__(self):
        return self.n


class Mixed:
    pass


class Both(Mixed, Heir):
    pass


class Word(str):
    def __eq__(self, other):
        return "Word.__eq__"

    def __hash__(self):
        return 1

    def __lt__(self, other):
        raise KeyError(other)


def letters(str text):
    cdef Py_UCS4 c
    cdef long total = 0
    for c in text:
        total = total * 31 + c
    return total


def letters_counted(str text):
    found = []
    for i, c in enumerate(text):
        if c == "b" or c in "xyz":
            found.append((i, c))
    return found


def rebound_text(str text):
    found = []
    for c in text:
        text = "other"
        found.append(c)
    return found, text


def bytes_of(bytes text):
    cdef unsigned char c
    cdef long total = 0
    for c in text:
        total = total * 31 + c
    return total


def store(bytearray b, int at, int value):
    b[at] = value
    return b


def store_unsigned(bytearray b, unsigned char at, unsigned long long value):
    b[at] = value
    return b


def store_wide(bytearray b, Py_ssize_t at, long long value):
    b[at] = value
    return b


def store_object(bytearray b, int at, value):
    b[at] = value
    return b


log = []


cdef int noted(int value):
    log.append(value)
    return value


def store_in_order(bytearray b):
    del log[:]
    b[noted(1)] = noted(2)
    b[noted(3)], b[noted(0)] = noted(4), noted(5)
    return b, list(log)


def extend(list items, n):
    """All items are there before the first is added; Cython adds each when it has it."""
    items.extend([n, n + 1])
    items.extend((n,))
    items.extend([])
    items.extend([n * 2, n * 3])
    items.extend(["x"] * 2)
    return items


def extend_self(list items):
    items.extend([items])
    return len(items), items[-1] is items


def extend_failing(list items, n):
    try:
        items.extend([2 // n, 1, 3])
    except ZeroDivisionError:
        items.extend([0])
    return items


def extend_value(list items, n):
    return items.extend([n]), items


def compare(str a, b):
    return a == b, a != b, b == a, b != a


def order(str a, b):
    return a < b, a <= b, a > b, a >= b


def order_holds(str a, b):
    found = []
    if a < b:
        found.append("<")
    if a <= b:
        found.append("<=")
    if a > b:
        found.append(">")
    if b >= a:
        found.append(">=")
    if a == b:
        found.append("==")
    if b != a:
        found.append("!=")
    return found


def compare_lists(list a, b):
    if a == b:
        return "same"
    if a != b:
        return "others"


def compare_objects(Base a, b):
    if a == b:
        return "same"
    return "others" if a != b else "?"


def instance(o):
    return isinstance(o, Base), isinstance(o, Heir), isinstance(o, (Heir, list)), isinstance(o, str)


def checked(o):
    cdef Heir h = o
    return h is None or h.n


def checked_cast(o):
    return (<Heir?>o).n


def raising(n):
    if n == 0:
        raise ValueError
    if n == 1:
        raise ValueError()
    if n == 2:
        raise ValueError("text")
    if n == 3:
        raise KeyError("a", n, [n])
    if n == 4:
        raise OSError(2, "not there", "file")
    if n == 5:
        raise StopIteration(n)
    if n == 6:
        raise UnicodeDecodeError("utf-8", b"abc", 0, 1, "wrong")
    if n == 7:
        raise UnicodeDecodeError("utf-8")
    if n == 8:
        raise ValueError(*["a", "b"])
    if n == 9:
        raise ValueError(f"{n} of {[n]}") from KeyError("cause")
    if n == 10:
        raise ValueError(1 // (n - 10))
    if n == 11:
        raise ImportError("m", name="m")
    if n == 12:
        assert n > 12, f"{n} is small"
    if n == 13:
        assert n > 13
    if n == 14:
        raise ExceptionGroup("several", [ValueError(1), KeyError(2)])


def in_context(n):
    """What is being handled becomes the context."""
    try:
        raising(n)
    except Exception as first:
        try:
            raise RuntimeError("after", n)
        except RuntimeError as error:
            return error.args, error.__context__ is first, error.__cause__, error.__suppress_context__


cdef int small(int n) except -1:
    if n < 0:
        raise ValueError("negative")
    return n


def sum_of_small(int n):
    cdef int i, t = 0
    for i in range(n):
        t += small(i)
    return t


def small_negative(int n):
    try:
        return small(n)
    except ValueError as error:
        return error.args


def decoded(bytes data, encoding):
    if encoding is None:
        return data.decode()
    return data.decode(encoding)


def decoded_by_name(bytes data):
    return data.decode("ascii"), data.decode("latin-1"), data.decode("utf-8", "replace"), data.decode(encoding="latin1")


def decoded_untyped(data):
    return data.decode("utf8")


def encoded(str text, encoding):
    if encoding is None:
        return text.encode()
    return text.encode(encoding)


def encoded_by_name(str text):
    return text.encode("utf-8"), text.encode("latin-1", "replace"), text.encode("utf-16-le"), text.encode("ascii")


def ordinal(letter):
    return ord(letter), ord(letter) - ord("a")


def deleted(container, key):
    del container[key]
    return container


def as_float(value):
    cdef double x = float(value)
    return x


def sum_of_floats(values):
    t = 0.0
    for value in values:
        t += float(value)
    return t


def as_int(double x):
    return int(x)


def least(int i, short s, unsigned char c, long long w):
    cdef int k = i
    return (min(i, 10), max(i, 3, 7), min(s, -1), max(c, 200), min(c, 300), max(w, 2**40), min(i, 2**40), max(i, s, c),
            min(k, i), max(-1, c), min(i, 2.5), max(3, i, s))


def least_kinds(int i, unsigned int u):
    return min(u, 5), max(u, -1), min(u, i), max(i, 4294967295), min(-5, i) // 2


cdef class Kept:
    """Small: the memory of a few objects is kept."""
    cdef public object value
    cdef public double[4] numbers
    cdef int k

    def __init__(self, value=None):
        self.value = value
        self.k += 1

    def fresh(self):
        return self.k, [x for x in self.numbers]

    def __add__(self, other):
        cdef Kept made = Kept(self.value)
        made.numbers[0] = self.numbers[0] + 1
        return made


cdef class Noted(Kept):
    def __dealloc__(self):
        log.append("ended")


cdef class Cycle:
    cdef public object other
    cdef object __weakref__
    cdef dict __dict__


def kept_in_turn(int n):
    cdef Kept one = Kept([1])
    cdef int i
    for i in range(n):
        one = one + Kept(i)
        one.numbers[3] = i
    return one.fresh(), one.value, Kept().fresh(), [Noted(i).fresh() for i in range(n)], len(log)


def cycles(int n):
    import gc
    import weakref
    found = []
    for i in range(n):
        first, second = Cycle(), Cycle()
        first.other, second.other = second, first
        first.name = i
        reference = weakref.ref(second)
        del first, second
        gc.collect()
        found.append(reference() is None)
    return found, sorted(vars(Cycle()))


class Heirs(Kept):
    pass


def mixed_classes(n):
    return [type(kind(i)).__name__ for i in range(n) for kind in (Kept, Heirs, Noted, Kept)]
