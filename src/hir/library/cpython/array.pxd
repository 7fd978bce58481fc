# What offcy knows about Python's `array.array` in C: its elements without its methods. The limited interface has none of it.

from libc.string cimport memcpy, memset
from cpython.object cimport Py_SIZE, Py_TYPE, PyTypeObject
from cpython.exc cimport PyErr_BadArgument

cdef extern from *:
    """
    #ifdef Py_LIMITED_API
    _Static_assert(0, "offcy: arrays in C are no part of Python's limited interface");
    #endif
    /* As CPython's own file lays it out. */
    typedef struct {
        #if PY_VERSION_HEX >= 0x030f0000
        char typecode[3];
        #else
        char typecode;
        #endif
        int itemsize;
        PyObject *(*getitem)(PyObject *array, Py_ssize_t index);
        int (*setitem)(PyObject *array, Py_ssize_t index, PyObject *value);
    } offcy_array_kind;

    typedef union {
        char *as_chars;
        signed char *as_schars;
        unsigned char *as_uchars;
        short *as_shorts;
        unsigned short *as_ushorts;
        int *as_ints;
        unsigned int *as_uints;
        long *as_longs;
        unsigned long *as_ulongs;
        long long *as_longlongs;
        unsigned long long *as_ulonglongs;
        float *as_floats;
        double *as_doubles;
        wchar_t *as_pyunicodes;
        void *as_voidptr;
    } offcy_array_items;

    typedef struct {
        PyObject_VAR_HEAD
        offcy_array_items items;
        Py_ssize_t allocated;
        const offcy_array_kind *kind;
        PyObject *weakrefs;
        Py_ssize_t exports;
    } offcy_array;

    #if PY_VERSION_HEX >= 0x030f0000
    #define offcy_array_typecode typecode[0]
    #else
    #define offcy_array_typecode typecode
    #endif

    #define offcy_array_data(ARRAY) (((offcy_array *)(ARRAY))->items)
    #define offcy_array_descr(ARRAY) ((offcy_array_kind *)((offcy_array *)(ARRAY))->kind)

    static inline PyObject *offcy_array_new(PyTypeObject *type, Py_ssize_t length, offcy_array_kind *kind)
    {
        offcy_array *array;
        if (length < 0) {
            PyErr_BadInternalCall();
            return NULL;
        }
        if (length > PY_SSIZE_T_MAX / kind->itemsize)
            return PyErr_NoMemory();
        array = (offcy_array *)type->tp_alloc(type, 0);
        if (!array)
            return NULL;
        array->kind = kind;
        array->weakrefs = NULL;
        array->exports = 0;
        array->allocated = length;
        array->items.as_voidptr = length ? PyMem_Malloc((size_t)(length * kind->itemsize)) : NULL;
        if (length && !array->items.as_voidptr) {
            Py_DECREF(array);
            return PyErr_NoMemory();
        }
        Py_SET_SIZE((PyVarObject *)array, length);
        return (PyObject *)array;
    }

    static inline int offcy_array_room(PyObject *object, Py_ssize_t length, Py_ssize_t room)
    {
        offcy_array *array = (offcy_array *)object;
        void *items;
        if (array->exports) {
            PyErr_SetString(PyExc_BufferError, "cannot resize an array that is exporting buffers");
            return -1;
        }
        if (length < 0 || room > PY_SSIZE_T_MAX / array->kind->itemsize) {
            PyErr_NoMemory();
            return -1;
        }
        items = PyMem_Realloc(array->items.as_voidptr, (size_t)(room * array->kind->itemsize));
        if (!items) {
            PyErr_NoMemory();
            return -1;
        }
        array->items.as_voidptr = items;
        array->allocated = room;
        Py_SET_SIZE((PyVarObject *)object, length);
        return 0;
    }

    #define offcy_array_resize(ARRAY, LENGTH) offcy_array_room((ARRAY), (LENGTH), (LENGTH))

    /* With room for more to come. */
    static inline int offcy_array_resize_smart(PyObject *object, Py_ssize_t length)
    {
        offcy_array *array = (offcy_array *)object;
        if (!array->exports && length >= 0 && length <= array->allocated && length >= array->allocated / 2) {
            Py_SET_SIZE((PyVarObject *)object, length);
            return 0;
        }
        return offcy_array_room(object, length, length > PY_SSIZE_T_MAX / 2 ? length : length + length / 2 + 3);
    }
    """
    ctypedef struct arraydescr "offcy_array_kind":
        char typecode "offcy_array_typecode"
        char typecode_char "offcy_array_typecode"
        int itemsize

    ctypedef union __data_union "offcy_array_items":
        float *as_floats
        double *as_doubles
        int *as_ints
        unsigned int *as_uints
        unsigned char *as_uchars
        signed char *as_schars
        char *as_chars
        unsigned long *as_ulongs
        long *as_longs
        unsigned long long *as_ulonglongs
        long long *as_longlongs
        short *as_shorts
        unsigned short *as_ushorts
        Py_UNICODE *as_pyunicodes
        void *as_voidptr

    ctypedef class array.array [object offcy_array, check_size ignore]:
        cdef Py_ssize_t ob_size "ob_base.ob_size"

        @property
        cdef inline arraydescr *ob_descr(self) noexcept nogil:
            return offcy_array_descr(self)

        @property
        cdef inline __data_union data(self) noexcept nogil:
            return offcy_array_data(self)

    __data_union offcy_array_data(array o) noexcept nogil
    arraydescr *offcy_array_descr(array o) noexcept nogil

    array newarrayobject "offcy_array_new" (PyTypeObject *type, Py_ssize_t length, arraydescr *kind)
    int resize "offcy_array_resize" (array self, Py_ssize_t n) except -1
    int resize_smart "offcy_array_resize_smart" (array self, Py_ssize_t n) except -1

cdef inline array clone(array template, Py_ssize_t length, bint zero):
    cdef array made = newarrayobject(Py_TYPE(template), length, template.ob_descr)
    if zero:
        memset(made.data.as_chars, 0, <size_t>(length * template.ob_descr.itemsize))
    return made

cdef inline array copy(array self):
    cdef array made = newarrayobject(Py_TYPE(self), Py_SIZE(self), self.ob_descr)
    memcpy(made.data.as_chars, self.data.as_chars, <size_t>(Py_SIZE(self) * self.ob_descr.itemsize))
    return made

# Appends `n` elements from an address.
cdef inline int extend_buffer(array self, char *stuff, Py_ssize_t n) except -1:
    cdef Py_ssize_t size = self.ob_descr.itemsize
    cdef Py_ssize_t before = Py_SIZE(self)
    resize_smart(self, before + n)
    memcpy(self.data.as_chars + before * size, stuff, <size_t>(n * size))
    return 0

cdef inline int extend(array self, array other) except -1:
    if self.ob_descr.typecode != other.ob_descr.typecode:
        PyErr_BadArgument()
    return extend_buffer(self, other.data.as_chars, Py_SIZE(other))

cdef inline void zero(array self) noexcept:
    memset(self.data.as_chars, 0, <size_t>(Py_SIZE(self) * self.ob_descr.itemsize))
