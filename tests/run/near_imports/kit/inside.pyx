# cython: language_level=2
import near
import os.path
from near import MINE
from math import floor


def found():
    return near.MINE, MINE, floor(2.5), os.path.basename("a/b"), near.__name__


def missing():
    import nowhere
