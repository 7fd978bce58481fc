import array
import datetime

from attempts import attempt

# Python's limited interface has neither dates nor arrays, and no struct of complex numbers.
WHOLE_INTERFACE = True


def cases(module):
    yield "day", [attempt(module.day_of, day) for day in (datetime.date(2024, 2, 29), 5)]
    yield "later", module.later(datetime.datetime(2024, 1, 31, 23, 59, 59), 3)
    yield "halved", [attempt(module.halved, array.array("d", [1, 3])), attempt(module.halved, [1.0])]
    yield "mirrored", [attempt(module.mirrored, number, 2) for number in (complex(1, 2), 1.5, None)]
    yield "inherits", [attempt(module.inherits, *pair) for pair in ((bool, int), (int, str), (1, int))]
