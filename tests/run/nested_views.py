import numpy as np
from attempts import attempt


def base(n=24):
    return np.linspace(-2, 3, n)


def parts(whole):
    """Inside the whole: a view of its end, of its middle, of every other or third element, backwards; and
    all of it."""
    return [whole[1:], whole[5:17], whole[::2], whole[1::3], whole[::-1][:9], whole[3:][::-1], whole[:]]


def cases(module):
    for number in range(len(parts(base()))):
        for name, more in [("alone", []), ("in_explicit", []), ("in_inferred", [3]), ("inner_in_inferred", [3])]:
            whole, out = base(), np.zeros(24)
            result = attempt(getattr(module, name), whole, parts(whole)[number], out, *more)
            yield f"{name} {number}", [result, whole, out]
        for zero in (0, 4):
            at = np.arange(-zero, 8 - zero) if zero else np.arange(1, 9)
            whole, out = base(), np.zeros(24)
            result = attempt(module.fails, whole, parts(whole)[number], out, at)
            yield f"fails {number} {zero}", result if zero else [result, whole, out]


def traced(module):
    for name, more in [("alone", []), ("in_explicit", []), ("in_inferred", [3]), ("inner_in_inferred", [3])]:
        whole = base()
        getattr(module, name)(whole, whole[1:], np.zeros(24), *more)
    module.fails(base(), base(), np.zeros(24), np.arange(1, 9))


# In a context of the whole nothing of its views moves; where offcy fills the context, what a side lacks.
BYTES = {
    "mix": {"whole": (576, 0), "part": (600, 184), "out": (552, 1104)},
    "overwrite": {"whole": (0, 192), "part": (192, 0), "out": (368, 0)},
    "in_explicit": {"whole": (192, 192)},
    "in_inferred": {"part": (0, 32), "whole": (0, 176), "out": (0, 184)},
    "inner_in_inferred": {"part": (224, 184), "out": (184, 184), "whole": (0, 64)},
    "fails": {"at": (64, 0), "part": (0, 192), "whole": (0, 0), "out": (0, 192)},
}
