import collections
import functools

from attempts import attempt


def cases(m):
    functions = {
        "plain": m.plain,
        "method": m.Extension().method,
        "unbound": lambda *a, **k: m.Extension.method(m.Extension(), *a, **k),
        "static": m.Extension.static,
        "of_class": m.Extension.of_class,
        "called": m.Extension(),
        "made": lambda *a, **k: m.Extension(*a, **k).log,
        "python method": m.Python().method,
        "python static": m.Python.static,
        "python of_class": m.Python.of_class,
        "decorated": m.decorated,
        "partial": functools.partial(m.plain, 7, k=8),
        "yields": lambda *a, **k: list(m.yields(*a, **k)),
    }
    arguments = [
        ((), {}),
        ((1,), {}),
        ((1, 2), {"c": 5}),
        ((1, 2, 3), {"a": 5, "b": 6}),
        (m.Items((1, 2)), m.Names()),
        ([1], collections.OrderedDict(c=4)),
        ((), None),
        (None, {}),
        ((1,), {2: 3}),
        ((1, 2), {"self": 1, "args": 2, "kwargs": 3, "function": 4}),
    ]
    for name, function in functions.items():
        for at, (args, kwargs) in enumerate(arguments):
            if args is not None and type(kwargs) is dict and all(isinstance(k, str) for k in kwargs):
                yield f"{name} {at} direct", attempt(lambda: function(*args, **kwargs))
            yield f"{name} {at}", attempt(m.passed, function, args, kwargs)
            yield f"{name} {at} more", attempt(m.passed_more, function, args, kwargs)
            yield f"{name} {at} named", attempt(m.passed_named, function, kwargs)
    kept = {"x": 1}
    found = m.passed(m.plain, m.Items((1, 2)), kept)
    yield "own", [kept, found, type(found[0]).__name__]
    yield "attributes", m.attributes()
    yield "fresh attributes", m.fresh_attributes()
    yield "wrapped", [m.decorated.__name__, m.decorated.__doc__]
