"""Python classes, and functions whose objects are made where their definitions stand."""
import functools

log = []


def note(what):
    log.append(what)
    return what


class Base(object):
    """A base."""
    kind = "base"
    count: int = len(kind) * 2
    unset: list
    if count > 5:
        large = True
    for k in range(3):
        last = k

    def __init__(self, x, y=kind, *, z=(kind, count)):
        self.x = x
        self.__y = y
        self.z = z

    def get(self, double scale=2.0):
        """Gets."""
        return self.x * scale

    def __private(self):
        return self.__y

    def private(self):
        return self.__private(), type(self).__class_private

    __class_private = 7

    @property
    def twice(self):
        return self.x * 2

    @twice.setter
    def twice(self, value):
        self.x = value / 2

    @staticmethod
    def made(a, *args, **keywords):
        return Base(a), args, keywords

    @classmethod
    def named(cls):
        return cls.__name__

    def __eq__(self, other):
        return self.x == other.x

    def __getitem__(self, i):
        return self.x, i

    alias = get


class Derived(Base):
    def __init__(self, *args):
        super().__init__(args[0], args)

    def get(self, scale=3.0):
        return super().get(scale) + super(Derived, self).get(1)

    def of(self):
        return __class__

    def later(self):
        def inner(me):
            return super(__class__, me).get(self.x)
        return inner(self)

    @classmethod
    def named(cls):
        return super().named() + "!"


class Meta(type):
    @classmethod
    def __prepare__(mcs, name, bases, **keywords):
        log.append(("prepare", name, sorted(keywords)))
        return {"prepared": 1}

    def __new__(mcs, name, bases, namespace, **keywords):
        namespace["tag"] = keywords.get("tag")
        return super().__new__(mcs, name, bases, namespace)

    def __init__(cls, name, bases, namespace, **keywords):
        super().__init__(name, bases, namespace)


class Tagged(metaclass=Meta, tag=4):
    doubled = len(log) * 0


class Under(Tagged):
    @classmethod
    def plain(cls):
        return cls

    def __init_subclass__(cls, mark=None):
        super().__init_subclass__()
        cls.mark = mark


class Generic:
    def __class_getitem__(cls, item):
        return cls, item


class Entries:
    def __mro_entries__(self, bases):
        return (Base, Generic)


class Mixed(Entries()):
    pass


cdef class Extension:
    cdef public object x

    def __init__(self, x):
        self.x = x

    def get(self):
        return self.x


class Inheriting(Extension):
    def get(self):
        return [super().get()]


cdef class Further(Extension):
    def get(self):
        return (super().get(), 1)


def traced(function):
    @functools.wraps(function)
    def inner(*args, **keywords):
        log.append((function.__name__, args))
        return function(*args, **keywords)
    return inner


def times(n):
    def decorator(function):
        def inner(x):
            for _ in range(n):
                x = function(x)
            return x
        return inner
    return decorator


@traced
@times(note(3))
def grow(x):
    return x * 2


@traced
class Odd:
    pass


def twice_defined():
    return 1


first = twice_defined


def twice_defined():
    return 2


if log:
    def chosen():
        return "logged"
else:
    def chosen():
        return "silent"


def function(a, double b=2, *c, d=None, **e):
    return a, b, c, d, e


class Borrowing:
    def plain(self, a, double b=2, *c, d=None, **e):
        """Has every kind of parameter."""
        return a, b, c, d, e

    lowest = lambda self, x=log: (self is not None, x is log)


def in_a_function(value, n):
    class Inner(Base):
        given = value

        def get(self):
            return value, self.given, n

        class Deep:
            def get(self):
                return value

        def grow(self):
            nonlocal n
            n += 1
            return n

    return Inner


def wrong(kind):
    if kind == "base":
        three = log[:0] or 3

        class A(three):
            pass
    elif kind == "conflict":
        class Other(type):
            pass

        class C(Tagged, metaclass=Other):
            pass
    elif kind == "body":
        class D:
            x = len(3)
    elif kind == "keyword":
        class E(Base, unknown=1):
            pass


def unpacked(bases, options):
    class First(*bases, int):
        pass

    class Second(First, *[], **options):
        pass

    return [one.__name__ for one in Second.__mro__], Second.given


class Taking:
    def __init_subclass__(cls, given=None, **more):
        cls.given = given, more
