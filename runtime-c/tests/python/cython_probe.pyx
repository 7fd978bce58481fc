# cython: language_level=3
# The oracle: what Cython says to the calls of compare.py. offcy_probe.c says the same by the runtime.
cimport cython
from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t

def two(double[:, ::1] X, double[:, ::1] Y): return X.shape[0] + Y.shape[0]
def strided1(double[:] v): return v.shape[0]
def strided2(double[:, :] v): return v.shape[0]
def readonly1(const double[:] v): return v.shape[0]
def contiguous1(double[::1] v): return v.shape[0]
def fortran2(double[::1, :] v): return v.shape[0]
def not_none(double[:] v not None): return v.shape[0]

def view_float(float[:] v): return v.shape[0]
def view_int(int[:] v): return v.shape[0]
def view_unsigned_int(unsigned int[:] v): return v.shape[0]
def view_long(long[:] v): return v.shape[0]
def view_int64_t(int64_t[:] v): return v.shape[0]
def view_unsigned_char(unsigned char[:] v): return v.shape[0]
def view_char(char[:] v): return v.shape[0]
def view_signed_char(signed char[:] v): return v.shape[0]
def view_double_complex(double complex[:] v): return v.shape[0]
def view_bint(bint[:] v): return v.shape[0]
def view_size_t(size_t[:] v): return v.shape[0]
def view_ssize_t(Py_ssize_t[:] v): return v.shape[0]
def view_readonly_char(const unsigned char[:] v): return v.shape[0]

cdef struct Point:
    double u
    double v
cdef struct Mixed:
    double a
    int b
    short c[3]
    Point d
    char e
    long f
cdef packed struct Packed:
    char a
    double b
    int c[2][2]
    unsigned char d
cdef struct Letters:
    char a[5]
    signed char b
    unsigned char c
    float complex d
    float e
cdef struct Head:
    Point a
    int b

def view_point(Point[:] v): return v.shape[0]
def view_const_point(const Point[:] v): return v.shape[0]
def view_mixed(Mixed[:] v): return v.shape[0]
def view_packed(Packed[:] v): return v.shape[0]
def view_letters(Letters[:] v): return v.shape[0]
def view_head(Head[:] v): return v.shape[0]

cdef union Either:
    int a
    double b
cdef struct Flags:
    bint on
    long many[2][2]
    unsigned char low
    Py_ssize_t size

def take_point(Point n): return n
def take_mixed(Mixed n): return n
def take_packed(Packed n): return n
def take_head(Head n): return n
def take_flags(Flags n): return n
def take_either(Either n): return n

cdef class Exporter:
    # Three elements of any format.
    cdef bytes format
    cdef Py_ssize_t size, count
    cdef char data[1024]

    def __init__(self, format, size):
        self.format, self.size, self.count = format.encode(), size, 3

    def __getbuffer__(self, Py_buffer *buffer, int flags):
        buffer.buf, buffer.obj, buffer.len = self.data, self, self.size * 3
        buffer.itemsize, buffer.format, buffer.readonly, buffer.ndim = self.size, self.format, 0, 1
        buffer.shape, buffer.strides = &self.count, &self.size
        buffer.suboffsets = buffer.internal = NULL

    def __repr__(self):
        return f"{self.format} {self.size}"

def take_char(char n): return n
def take_signed_char(signed char n): return n
def take_unsigned_char(unsigned char n): return n
def take_short(short n): return n
def take_unsigned_short(unsigned short n): return n
def take_int(int n): return n
def take_unsigned_int(unsigned int n): return n
def take_long(long n): return n
def take_unsigned_long(unsigned long n): return n
def take_long_long(long long n): return n
def take_unsigned_long_long(unsigned long long n): return n
def take_size_t(size_t n): return n
def take_ssize_t(Py_ssize_t n): return n
def take_int32_t(int32_t n): return n
def take_uint8_t(uint8_t n): return n
def take_uint64_t(uint64_t n): return n
def take_double(double n): return n
def take_float(float n): return n
def take_bint(bint n): return n
def take_double_complex(double complex n): return n
def take_string(char *n): return n
def take_list(list n): return n
def take_str(str n not None): return n

def none(): return ()
def one(a): return a,
def two_objects(a, b): return a, b
def optional(a, b=2): return a, b
def optional3(a, b=2, c=3): return a, b, c
def all_optional(a=1, b=2): return a, b
def positional(a, b, /, c): return a, b, c
def positional_optional(a, b=2, /): return a, b
def keyword_only(a, *, c, d=1): return a, c, d
def only_keywords(*, c, d=1): return c, d
def required_keywords(a, *, c, d): return a, c, d
def star(a, *args): return a, args
def star_star(a, **kwargs): return a, kwargs
def both(a, b=2, *args, c=3, **kwargs): return a, b, c, args, kwargs
def only_star(*args): return args,
def only_star_star(**kwargs): return kwargs,
def positional_star_star(a, /, **kwargs): return a, kwargs

def element(double[:, :] X, Py_ssize_t i, Py_ssize_t j): return X[i, j]
def row(double[:, :] X, Py_ssize_t i): return list(X[i, :])
def stepped(double[:] v, Py_ssize_t a, Py_ssize_t b, Py_ssize_t c): return list(v[a:b:c])
def stepped_to(double[:] v, Py_ssize_t b): return list(v[:b])
def stepped_from(double[:] v, Py_ssize_t a): return list(v[a:])
def stepped_by(double[:] v, Py_ssize_t c): return list(v[::c])
def to_object(double[:, :] v): return v
def to_object_int(int[:] v): return v

def floordiv_int(int a, int b): return a // b
def mod_int(int a, int b): return a % b
def floordiv_long(long a, long b): return a // b
def mod_long(long a, long b): return a % b
def floordiv_unsigned_int(unsigned int a, unsigned int b): return a // b
def truediv_double(double a, double b): return a / b
def floordiv_double(double a, double b): return a // b
def mod_double(double a, double b): return a % b
def mod_float(float a, float b): return a % b

ctypedef fused view_t:
    char[:]
    int[:]
    double[:]
    double complex[:]
    double[:, ::1]
    double[::1, :]
ctypedef fused first:
    float
    list
ctypedef fused second:
    int
    object
def fused_view(view_t v): return cython.typeof(v)
def fused_two(first v, second n=3): return f"{cython.typeof(v)} {cython.typeof(n)}"
