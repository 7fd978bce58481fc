"""Uses the modules of the project, wherever they were built."""

import array
import sys

from fixture import kernels, other, plain

x = array.array("d", [1.0, 2.0, 3.0])
assert kernels.scaled(x) == 42.0
assert list(x) == [20.0, 40.0, 60.0], x
assert other.at(x, 1) == 80.0
try:
    other.at(x, 3)
except IndexError:
    pass
else:
    sys.exit("the directive of one module reached another")
assert plain.answer == 42
print("used", kernels.__file__)
