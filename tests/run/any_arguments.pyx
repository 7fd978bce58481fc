"""Functions of any arguments, which get a tuple and a dict, in every place that has functions; attributes of functions."""


def plain(*args, **kwargs):
    kwargs["seen"] = len(args)
    return args, kwargs


cdef class Extension:
    cdef public object log

    def __init__(self, *args, **kwargs):
        self.log = (args, kwargs)

    def method(self, *args, **kwargs):
        return type(self).__name__, args, kwargs

    @staticmethod
    def static(*args, **kwargs):
        return args, kwargs

    @classmethod
    def of_class(cls, *args, **kwargs):
        return cls.__name__, args, kwargs

    def __call__(self, *args, **kwargs):
        return args, kwargs


class Python:
    def method(*args, **kwargs):
        return len(args), args[1:], kwargs

    @staticmethod
    def static(*args, **kwargs):
        return args, kwargs

    @classmethod
    def of_class(cls, *args, **kwargs):
        return cls.__name__, args, kwargs


def counted(function):
    """Wraps it."""
    calls = 0

    def wrapper(*args, **kwargs):
        """What is called."""
        nonlocal calls
        calls += 1
        result = function(*args, **kwargs)
        return calls, result

    wrapper.__name__ = "wrapped_" + function.__name__
    return wrapper


def yields(*args, **kwargs):
    yield from args
    yield kwargs


@counted
def decorated(a, b=2, *, c=3):
    return a, b, c


class Names(dict):
    """A mapping that is not exactly a dict."""

    def keys(self):
        return ["b", "a"]

    def __getitem__(self, key):
        return key * 2


class Items(tuple):
    pass


def passed(function, args, kwargs):
    return function(*args, **kwargs)


def passed_named(function, kwargs):
    return function(**kwargs)


def passed_more(function, args, kwargs):
    return function(0, *args, z=1, **kwargs)


def attributes():
    """Of functions inside functions."""

    def inner(x, y=1):
        """Documented."""
        return x + y

    def bare(x):
        return x

    found = [inner.__name__, inner.__qualname__, inner.__doc__, inner.__module__, bare.__doc__, bare.__name__]
    inner.__name__ = "other"
    inner.__qualname__ = "another"
    inner.__doc__ = "Else."
    found += [inner.__name__, inner.__qualname__, inner.__doc__, "another" in repr(inner)]
    inner.__doc__ = None
    found += [inner.__doc__]
    del bare.__doc__
    found += [bare.__doc__]
    for name in ("__name__", "__qualname__"):
        try:
            setattr(inner, name, 3)
        except TypeError as error:
            found.append(str(error))
    return found


def fresh_attributes():
    """Those of the second function do not depend on the first's."""
    made = []
    for _ in range(2):
        def inner():
            """The same."""
        made.append((inner.__name__, inner.__qualname__, inner.__doc__))
        inner.__name__ = "changed"
        inner.__doc__ = "changed"
    return made
