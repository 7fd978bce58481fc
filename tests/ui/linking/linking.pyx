# Faults in other files are told at their places; what nobody uses does no harm.
import nothing_special
cimport absent  #~ ERROR OFC0103
cimport broken
cimport folder  #~ ERROR OFC0801
cimport others
cimport circle_one
from . cimport others as beside  #~ ERROR OFC0103
from absent.deeper cimport x, y  #~ ERROR OFC0103
from broken cimport good, lost, Thing
from latin cimport value
from others cimport Widget, Wide, missing, far  #~ ERROR OFC0103
from cython.parallel cimport prange
from others cimport loud, optional, plain, quiet, strange, vector, viewed, windowed
from circle_one cimport One, two_of
from libc.math cimport sqroot  #~ ERROR OFC0103
from libcpp.vector cimport vector as cpp_vector  #~ ERROR OFC0011

include "absent.pxi"  #~ ERROR OFC0801
include "loop.pxi"
include "shared.pxi"


cdef int promised(double x) noexcept:  #~ ERROR OFC0105
    return <int>x


cdef int kept(int x) except -1:
    return x


cdef Widget w


def f(double x):
    cdef others.Widget v
    cdef others.Gadget u
    cdef Wide wide
    cdef One one = two_of(3)
    strange(x)  #~ ERROR OFC0010
    others.strange(x)  #~ ERROR OFC0010
    vector()  #~ ERROR OFC0011
    far(1)
    viewed(None)
    optional(1)
    others.optional()  #~ ERROR OFC0203
    others.boxed(1)  #~ ERROR OFC0010
    others.counter = 1
    x, y, lost(1), Thing, value, missing
    return good(1) + plain(x) + from_pxi(2) + one + others.nothing  #~ ERROR OFC0103


def g(double x):
    return windowed(x)


def h(double[:] x):
    cdef Py_ssize_t i
    with nogil:
        loud(1)
        far(1)  #~ ERROR OFC0401
    for i in prange(x.shape[0], nogil=True, device={}):
        x[i] = quiet(x[i])  #~ ERROR OFC0506
        viewed(x)  #~ ERROR OFC0501


from elsewhere cimport nowhere, scaled, unmarked
from elsewhere cimport factor  #~ ERROR OFC0103


def i(double[:] x):
    cdef Py_ssize_t i
    for i in prange(x.shape[0], nogil=True, device={}):
        x[i] = scaled(x[i])
        x[i] = nowhere(x[i])  #~ ERROR OFC0506
        x[i] = unmarked(x[i])
