# Imports, loops and `with` into variables of C that the module declares.
cimport cython

cdef object re
cdef object p, q, w, e, k, it
e = 1
cdef dict d
cdef double num
cdef int cnt
import re
import os.path as p
from math import pi as num
from functools import wraps as q
for cnt in range(3): pass
with open("/dev/null") as w: pass
for it in "abc": pass
(k, d) = 1, {}
def inner():
    global re
    import json as re
    return re.__name__
def show():
    return [getattr(x, "__name__", x) for x in (re, p, q)], num, cnt, w.closed, it, k, d
class C:
    def re(self): return 1
    p = 2
    import os as q
def more():
    return C().re(), C.p, C.q.__name__
def reads():
    try:
        return e
    except NameError as x:
        return "NameError"

def own():
    import sys as re
    return re.__name__, p.__name__

def typed(name):
    # The variable takes what it can hold.
    global num
    if name == "pi":
        from math import pi as num
    elif name == "e":
        from math import e as num
    else:
        from math import sqrt as num
    return num
