# Pointers inside other memory reach a device as they are.
from cython.parallel import prange
from libc.stdlib cimport malloc, free

cdef struct Row:
    double *values
    Py_ssize_t n

cdef struct Table:
    Row first
    int kind

cdef Row kept

cdef double element(Row r, Py_ssize_t i) noexcept nogil:
    return r.values[i]  #~ ERROR OFC0612

cdef double element_of_own(Row own, Py_ssize_t i) noexcept nogil:
    return own.values[i]

cdef Row chosen(Row a, Row b, Py_ssize_t i) noexcept nogil:
    return a if i % 2 else b

cdef Row made(double *p) noexcept nogil:
    cdef Row row
    row.values = p
    row.n = 1
    return row

cdef void in_a_struct(double[::1] out, Row row, Table table):
    cdef Py_ssize_t i
    for i in prange(out.shape[0], nogil=True, device={}):
        out[i] = row.values[i]  #~ ERROR OFC0612
        out[i] += row.values[i]
        out[i] += table.first.values[i]  #~ ERROR OFC0612

def in_an_array(double[::1] out, double[::1] x):
    cdef Py_ssize_t i
    cdef double *pair[2]
    cdef Row rows[2]
    pair[0] = pair[1] = rows[0].values = rows[1].values = &x[0]
    for i in prange(out.shape[0], nogil=True, device={}):
        out[i] = pair[i % 2][i]  #~ ERROR OFC0612
        out[i] += rows[i % 2].values[0]  #~ ERROR OFC0612

def in_a_module(double[::1] out):
    cdef Py_ssize_t i
    for i in prange(out.shape[0], nogil=True, device={}):
        out[i] = kept.values[i]  #~ ERROR OFC0612

def behind_a_view(double[::1] out, Row[::1] rows):
    cdef Py_ssize_t i
    for i in prange(out.shape[0], nogil=True, device={}):
        out[i] = rows[i].values[0]  #~ ERROR OFC0612

cdef void behind_a_pointer(double[::1] out, double **rows, int n):
    cdef Py_ssize_t i
    for i in prange(n, nogil=True, device={rows: ('to', n)}):
        out[i] = rows[i][0]  #~ ERROR OFC0612

def copied(double[::1] out, Row[::1] rows):
    cdef Py_ssize_t i
    cdef Row row
    cdef double *p
    for i in prange(out.shape[0], nogil=True, device={}):
        row = rows[i]
        p = row.values + 1
        out[i] = p[0]  #~ ERROR OFC0612

cdef void handed(double[::1] out, Row row):
    cdef Py_ssize_t i
    for i in prange(out.shape[0], nogil=True, device={}):
        out[i] = element(row, i)

cdef void returned(double[::1] out, Row a, Row b):
    cdef Py_ssize_t i
    for i in prange(out.shape[0], nogil=True, device={}):
        out[i] = chosen(a, b, i).values[i]  #~ ERROR OFC0612

# What the region itself puts there is on the device.
def of_the_region(double[::1] out, double[:, ::1] x):
    cdef Py_ssize_t i
    cdef Row row
    cdef double *p
    for i in prange(out.shape[0], nogil=True, device={}):
        row = made(&x[i, 0])
        p = row.values
        out[i] = row.values[0] + p[1] + element_of_own(row, 1) + made(&x[i, 0]).values[0]

# The rest of such a struct is a number like any.
cdef void other_fields(double[::1] out, Row row, Table table):
    cdef Py_ssize_t i
    for i in prange(out.shape[0], nogil=True, device={}):
        out[i] = row.n + table.kind + (row.values == NULL)

cdef void as_the_page_says(Row row):
    cdef Py_ssize_t i
    cdef double* values = row.values
    for i in prange(row.n, nogil=True, device={values: ('tofrom', row.n)}):
        values[i] = 2 * values[i]


def of_another_number(double[::1] out, Py_ssize_t n):
    """The number of elements is another one when the region begins."""
    cdef Row row
    cdef Py_ssize_t i
    row.values = <double *>malloc(n * sizeof(double))
    n = 2 * n
    for i in prange(out.shape[0], nogil=True, device={}):
        out[i] = row.values[i]  #~ ERROR OFC0612
    free(row.values)
