# Errors of conversions name an integer type as its header does.
from libc.stdint cimport int8_t, int16_t, uint8_t, uint64_t
from libc.time cimport time_t

cdef extern from *:
    """
    typedef unsigned char sample;
    typedef int count;
    typedef sample pixel;
    typedef long offset;
    typedef unsigned long address;
    static count twice(count x) { return 2 * x; }
    static const char *word_for(int x) { return x > 0 ? "more" : x < 0 ? "less" : 0; }

    /* With Cython's names for what Python has. */
    static CYTHON_INLINE long sum_of_characters(PyObject *text) {
        long sum = 0;
        Py_ssize_t i, length = __Pyx_PyUnicode_GET_LENGTH(text);
        const int kind = __Pyx_PyUnicode_KIND(text);
        const void *data = __Pyx_PyUnicode_DATA(text);
        for (i = 0; i < length; i++)
            sum += (long)__Pyx_PyUnicode_READ(kind, data, i);
        return sum;
    }
    """
    ctypedef unsigned char sample
    ctypedef int count
    ctypedef sample pixel
    ctypedef long offset
    ctypedef unsigned long address
    ctypedef unsigned char renamed "sample"
    # Names that say more than the declaration.
    ctypedef char *const_words "const char *"
    ctypedef char const_letter "const char"
    const_words word_for(int x)
    count twice(count x)
    long sum_of_characters(str text)

ctypedef sample own_sample
ctypedef short own_short

cdef fused number:
    sample
    double

cdef struct Point:
    sample x

cdef class Box:
    cdef sample x
    cdef sample[3] items


def takes_sample(sample x): return x
def takes_count(count x): return x
def takes_pixel(pixel x): return x
def takes_offset(offset x): return x
def takes_address(address x): return x
def takes_renamed(renamed x): return x
def takes_own_sample(own_sample x): return x
def takes_own_short(own_short x): return x
def takes_uint8(uint8_t x): return x
def takes_int16(int16_t x): return x
def takes_uint64(uint64_t x): return x
def takes_time(time_t x): return x
def takes_int8(int8_t x): return x


def declared(x):
    cdef sample b = x
    return b


def casts(x):
    return <sample>x


def characters(str text not None):
    return sum_of_characters(text)


def given_to_header(x):
    return twice(x)


cdef sample c_result(x):
    return x


def returned(x):
    return c_result(x)


cdef int c_sum(sample a, pixel b):
    return a + b


def given(x):
    return c_sum(1, x)


def given_by_name(x):
    return c_sum(b=x, a=1)


def added(x):
    cdef sample b = 0
    b += x
    return b


def looped(x):
    cdef sample b = 0
    for b in [1, x]:
        pass
    return b


def unpacked(x):
    cdef sample a, b
    a, b = 1, x
    a, b = [b, x]
    return a, b


def tried(x):
    cdef sample b = 0
    try:
        b = x
    except ValueError:
        pass
    return b


def element(x):
    cdef sample[2] a
    a[0] = x
    return a[0]


def field(x):
    cdef Point p
    p.x = x
    return p.x


def attribute(x):
    cdef Box box = Box()
    box.x = x
    box.items[1] = x
    return box.x, box.items[1]


cpdef sample for_python(sample x):
    return x


def item(number[:] view, x):
    view[0] = x
    return view[0]


def through_pointer(x):
    cdef sample b = 0
    cdef sample *p = &b
    p[0] = x
    return b


def cascaded(x):
    cdef sample a, b
    a = b = x
    return a, b


def of_other_type(x):
    cdef count a = x
    cdef sample b = <sample>a
    return a, b


def word(int x):
    cdef const_words found
    cdef const_letter *same
    found = word_for(x)
    same = found
    if not found:
        return None
    return found, same[1]
