"""Two modules for a device share what is present: residency.py MODULE OTHER"""

import importlib
import os
import sys

import numpy as np

one, other = (importlib.import_module(name) for name in sys.argv[1:3])
x = np.arange(100.0)
references = sys.getrefcount(x)

assert one.hold(x) == 0, "not on the device"
assert one.is_present(x) and other.is_present(x) and other.is_present(x[10:20])
try:
    other.hold(np.frombuffer(x.data, count=50)[10:])
    assert other.is_present(x[20:30])
    other.drop()
    one.drop()
    assert not other.is_present(x) and not one.is_present(x)
finally:
    one.drop()

other.hold(x[:60])
try:
    one.hold(x[50:])
except ValueError as error:
    assert str(error) == "'v' and 'v' overlap in part: they cannot be on a device at the same time", error
else:
    raise AssertionError("a partial overlap between two modules went unseen")
other.drop()

pid = os.fork()
if pid == 0:
    try:
        one.hold(x)
    except RuntimeError as error:
        os._exit(0 if "forked child" in str(error) else 1)
    os._exit(2)
assert os.waitpid(pid, 0)[1] == 0, "a forked child must be refused"
one.hold(np.zeros(3)), one.drop()
assert sys.getrefcount(x) == references, "a view was kept"
