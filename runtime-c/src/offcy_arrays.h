/* Arrays that live on devices, as Python's code has them. Internal. */
#ifndef OFFCY_ARRAYS_H
#define OFFCY_ARRAYS_H

#include "offcy_py_state.h"
#include "offcy_resident.h"

#define OFFCY_STRING_OF(x) #x
#define OFFCY_VERSIONED(prefix, version) prefix OFFCY_STRING_OF(version)
#define OFFCY_ARRAY_CAPSULE OFFCY_VERSIONED("offcy.array.", OFFCY_STATE_VERSION)

/* What a capsule holds; NULL with an exception. */
static inline offcy_resident *offcy_resident_of(PyObject *capsule)
{
    return PyCapsule_GetPointer(capsule, OFFCY_ARRAY_CAPSULE);
}

/* What owns a buffer, to be filled, with one reference. NULL with MemoryError. */
OFFCY_HIDDEN offcy_acquired *offcy_new_acquired(void);

/* `offcy_acquired.head.destroy`. */
OFFCY_HIDDEN void offcy_release_acquired(offcy_buffer *head);

/* `numpy.ndarray`, borrowed, if NumPy has been imported; otherwise NULL, without an exception. */
OFFCY_HIDDEN PyObject *offcy_numpy_array_type(void);

/* An array of NumPy's as a view sees it, without its buffer: what owns it, with one reference; NULL, without an exception, if the
 * buffer must be asked. */
OFFCY_HIDDEN offcy_acquired *offcy_acquire_ndarray(PyObject *object, int ndim, const offcy_dtype *dtype,
                                                   offcy_layout layout, bool writable, ptrdiff_t *shape,
                                                   ptrdiff_t *strides);

/* An array that lives on a device as a view sees it. `kept` owns the others. */
typedef struct offcy_array_parts {
    PyObject *kept;
    char *data; /* what stands for the address of element [0, ..., 0] on the host */
    PyObject *shape, *strides; /* tuples of one length */
    const char *format;
    Py_ssize_t itemsize;
    bool readonly;
} offcy_array_parts;

OFFCY_HIDDEN int offcy_array_parts_of(PyObject *array, offcy_array_parts *parts);

/* The numbers of a tuple, of which the caller knows that there is room for them: 0, or -1 with an exception. */
OFFCY_HIDDEN int offcy_sizes_of_tuple(PyObject *tuple, ptrdiff_t *sizes);

/* Its shape and strides, of at most OFFCY_MAX_DIMENSIONS axes. 0, or -1 with an exception. */
OFFCY_HIDDEN int offcy_array_sizes(const offcy_array_parts *parts, ptrdiff_t *shape, ptrdiff_t *strides);

/* `object` as an array that lives on a device: itself, or what shows another package's array there. New reference; NULL, perhaps
 * with an exception: it does not live on one. */
OFFCY_HIDDEN PyObject *offcy_device_array(PyObject *object);

/* A view of an array that lives on a device as such an array. New reference, or NULL with an exception. */
OFFCY_HIDDEN PyObject *offcy_array_of_view(const offcy_acquired *owner, const char *data, int ndim,
                                           const ptrdiff_t *shape, const ptrdiff_t *strides);

/* For an object that has given no buffer: an array of the host, if it is exported in another way (DLPack). New reference. NULL with the
 * exception that was set, if any, or a better one: `object` lives on a device. It is in py_buffer.c, for modules for the host need no more
 * of arrays than this. */
OFFCY_HIDDEN PyObject *offcy_host_array(PyObject *object);

/* Functions for arrays that live on devices, added to the module that carries the shared state. 0, or -1 with an exception. */
OFFCY_HIDDEN int offcy_add_array_functions(PyObject *module);

/* Those of DLPack: py_dlpack.c. */
OFFCY_HIDDEN int offcy_add_dlpack_functions(PyObject *module);

#endif
