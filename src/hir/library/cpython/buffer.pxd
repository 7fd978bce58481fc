# What offcy knows about buffers in C.

cdef extern from "Python.h":
    ctypedef struct Py_buffer:
        void *buf
        object obj
        Py_ssize_t len
        Py_ssize_t itemsize
        bint readonly
        int ndim
        char *format
        Py_ssize_t *shape
        Py_ssize_t *strides
        Py_ssize_t *suboffsets
        void *internal

    const int PyBUF_SIMPLE, PyBUF_WRITABLE, PyBUF_WRITEABLE, PyBUF_FORMAT, PyBUF_ND, PyBUF_STRIDES
    const int PyBUF_C_CONTIGUOUS, PyBUF_F_CONTIGUOUS, PyBUF_ANY_CONTIGUOUS, PyBUF_INDIRECT
    const int PyBUF_CONTIG, PyBUF_CONTIG_RO, PyBUF_STRIDED, PyBUF_STRIDED_RO, PyBUF_RECORDS, PyBUF_RECORDS_RO
    const int PyBUF_FULL, PyBUF_FULL_RO, PyBUF_READ, PyBUF_WRITE

    bint PyObject_CheckBuffer(object o)
    int PyObject_GetBuffer(object o, Py_buffer *view, int flags) except -1
    void PyBuffer_Release(Py_buffer *view)
    void *PyBuffer_GetPointer(Py_buffer *view, Py_ssize_t *indices)
    Py_ssize_t PyBuffer_SizeFromFormat(const char *format) except -1
    int PyBuffer_ToContiguous(void *to, Py_buffer *from_, Py_ssize_t length, char order) except -1
    int PyBuffer_FromContiguous(Py_buffer *view, void *from_, Py_ssize_t length, char order) except -1
    int PyObject_CopyData(object to, object from_) except -1
    bint PyBuffer_IsContiguous(const Py_buffer *view, char order)
    void PyBuffer_FillContiguousStrides(int ndim, Py_ssize_t *shape, Py_ssize_t *strides, Py_ssize_t itemsize,
                                        char order)
    int PyBuffer_FillInfo(Py_buffer *view, object exporter, void *data, Py_ssize_t length, bint readonly,
                          int flags) except -1
    object PyMemoryView_FromObject(object o)
    object PyMemoryView_FromBuffer(Py_buffer *view)
    bint PyMemoryView_Check(object o)
    const int PyBUF_MAX_NDIM
    object PyObject_Format(object o, object spec)
