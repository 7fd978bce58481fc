import numpy as np
from attempts import attempt

class Index:
    def __index__(self):
        return 7


class Truth:
    def __bool__(self):
        raise RuntimeError("no truth")


def cases(module):
    x, y = np.arange(3.0), np.zeros((2, 5), dtype=np.int64)
    calls = {
        "none": [((), {}), ((1,), {}), ((), {"a": 1})],
        "one": [((1,), {}), ((), {"a": 2}), ((), {}), ((1, 2), {}), ((1,), {"a": 1}), ((1,), {"b": 1})],
        "two": [((1, 2), {}), ((1,), {"b": 2}), ((), {"b": 2, "a": 1}), ((1,), {}), ((), {"b": 1}), ((1, 2, 3), {})],
        "defaults": [
            ((1,), {}), ((1, 2), {}), ((1, 2, 3, 4, 5, 6), {}), ((1,), {"x": 2, "nothing": 0}), ((), {"n": 1}),
            ((1, "a"), {}), ((1,), {"x": "a"}), ((1, 2, 3, 4, 5, 6, 7), {}), ((1,), {"n": 2**31}), ((1, Index()), {}),
        ],
        "keyword_only": [((1,), {"n": 2}), ((1,), {}), ((1, 2), {}), ((1,), {"n": 2, "x": 1}), ((), {"n": 1})],
        "positional_only": [((1, 2), {}), ((1, 2, 3), {}), ((1, 2), {"c": 5}), ((1,), {"b": 2}), ((1, 2), {"a": 3})],
        "views": [
            ((x,), {}), ((x, y), {}), ((x, None, 4), {}), ((None,), {}), ((x, x), {}), ((x, y.T), {}), ((), {"x": x}),
            ((x[::2], y, 1), {}), ((x.astype(int),), {}), ((b"bytes",), {}), ((x,), {"n": "a"}),
        ],
        "numbers": [
            ((-1, 1, -1, 1, 1, 1), {}), ((128, 0, 0, 0, 0, 0), {}), ((0, -1, 0, 0, 0, 0), {}),
            ((0, 65536, 0, 0, 0, 0), {}), ((0, 0, 2**63, 0, 0, 0), {}), ((0, 0, 0, -1, 0, 0), {}),
            ((0, 0, 0, 2**64, 0, 0), {}), ((0, 0, 0, 0, 0, Truth()), {}), ((0, 0, 0, 0, "e", 0), {}),
            ((True, np.uint16(3), np.int64(4), 5, np.float32(6), []), {}), ((1.5, 0, 0, 0, 0, 0), {}),
        ],
        "both": [((1, 2), {}), ((), {"a": 1, "b": 2}), ((1,), {}), (("a", 2), {})],
        "calls_both": [((3,), {})],
    }
    for name, list_of_calls in calls.items():
        function = getattr(module, name)
        yield f"{name} docstring", function.__doc__
        yield f"{name} name", function.__name__
        for number, (arguments, keywords) in enumerate(list_of_calls):
            yield f"{name} {number}", attempt(function, *arguments, **keywords)
