# Where dataclasses are Python's and not Cython's: fields that are keyword-only by themselves or have metadata, Python's heirs, and that equal
# objects have the same hash.
import dataclasses
from dataclasses import KW_ONLY, field

cimport cython

@dataclasses.dataclass(order=True)
cdef class Point:
    x: object
    _: KW_ONLY
    y: object = 2
    z: object

@dataclasses.dataclass
cdef class Mixed:
    a: object = field(kw_only=True)
    b: object
    c: object = field(default=3, kw_only=True)
    d: object = 4

@dataclasses.dataclass(unsafe_hash=True)
cdef class Compared:
    a: object
    b: object = field(default=0, compare=False, metadata={"unit": "m"})

@dataclasses.dataclass
cdef class Loose(Mixed):
    e: object = field(kw_only=True)
    f: object = field(default=6, kw_only=False)

def shape(value):
    match value:
        case Point(x):
            return x
        case Mixed(b, d):
            return b, d
    return None
