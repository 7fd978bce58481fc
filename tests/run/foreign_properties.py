import array
import datetime

from attempts import attempt

# Python's limited interface has neither dates nor arrays.
WHOLE_INTERFACE = True


def cases(module):
    yield "day", [attempt(module.day_of, day) for day in (datetime.date(2024, 2, 29), 5)]
    yield "later", module.later(datetime.datetime(2024, 1, 31, 23, 59, 59), 3)
    yield "halved", [attempt(module.halved, array.array("d", [1, 3])), attempt(module.halved, [1.0])]
