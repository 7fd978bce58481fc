"""`from x import *`: names are found when the code runs; variables of C get values."""
import sys
import types

import numpy as np
from libc.math cimport sqrt


def made(name, **names):
    module = types.ModuleType(name)
    module.__dict__.update(names)
    sys.modules[name] = module


cdef int count = 5
cdef int share = 1
cdef double total = 1.5
cdef object shared = "own"
cdef list items = []
cdef double[:] view
cdef int* address
cdef const int fixed = 3

cdef struct Point:
    int x
    double y

cdef Point point


cdef class Klass:
    cdef int n


cdef int half(int n):
    return n // 2


cpdef int twice(int n):
    return 2 * n


def function():
    return "own function"


def other():
    return "own other"


own = "own"
before = "own"
made("plain", a=1, b="two", _hidden=3, function=lambda: "imported function", own="imported", len=lambda x: -1,
     half=lambda n: "imported half", __dunder=4, twice=lambda n: "imported twice", fixed=77, sqrt="root")
made("listed", __all__=["_listed", "c"], _listed=5, c=6, d=7)
made("variables", count=6.0, total=2, shared=[1], items=[2, 3], view=np.arange(3.0), point={"x": 1, "y": 2.5},
     unused=8)
made("package")
made("package.inner", deep="deep")


def early():
    return late


from plain import *
from listed import *
from package.inner import *

first = [count, total, shared, items]
from variables import *

before = b
other_at_import = other()


def other():
    return "second other"


def refusals():
    return refused


refused = []
made("class_again", Klass=1)
try:
    from class_again import *
except TypeError as error:
    refused.append(str(error))
made("bad_number", share="x")
try:
    from bad_number import *
except TypeError as error:
    refused.append(str(error))
made("bad_list", items=(1, 2))
try:
    from bad_list import *
except TypeError as error:
    refused.append(type(error).__name__)
made("bad_address", address=1)
try:
    from bad_address import *
except TypeError as error:
    refused.append(str(error))
made("missing", __all__=["nothing"])
try:
    from missing import *
except AttributeError as error:
    refused.append(str(error))
made("of_numbers", __all__=[1])
try:
    from of_numbers import *
except TypeError as error:
    refused.append(str(error))
if len(refused) > 3:
    made("late_ones", late="late")
    from late_ones import *


def names():
    return a, b, function(), own, len([1, 2]), _listed, c, deep, before, half(7), twice(4), fixed, sqrt(4.0)


def other_names():
    return other(), other_at_import, early()


def hidden():
    return _hidden


def not_listed():
    return d


def nothing():
    return undefined_name


def variables_of_c():
    return count, total, shared, items, np.asarray(view), point, first, address == NULL, share < 9


def numbers(double[::1] x):
    cdef Py_ssize_t i
    cdef double sum = 0
    for i in range(x.shape[0]):
        sum += x[i] * count
    return sum + a


class Python:
    x = a

    def method(self):
        return b, c


def in_nested():
    def inner():
        return a + c
    return inner() + sum([a for _ in range(3)])
