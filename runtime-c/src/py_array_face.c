/* Functions for arrays that live on devices, which the Python package calls: memory, copies, and what other packages share.
 * An array keeps its block as a capsule. They are those of a module that is built for devices. */
#include "offcy_arrays.h"

#ifdef OFFCY_OFFLOAD

static void end(PyObject *capsule)
{
    offcy_resident *resident = offcy_resident_of(capsule);
    PyObject *owner = PyCapsule_GetContext(capsule);
    if (resident != NULL)
        offcy_resident_end(resident);
    Py_XDECREF(owner);
}

static PyObject *failed(const offcy_error *error)
{
    offcy_set_recorded(error, NULL, "", NULL, 0);
    return NULL;
}

/* Takes the resident, and a reference to `owner`. */
static PyObject *capsule_of(offcy_resident *resident, PyObject *owner, const offcy_error *error)
{
    if (resident == NULL)
        return failed(error);
    PyObject *capsule = PyCapsule_New(resident, OFFCY_ARRAY_CAPSULE, end);
    if (capsule == NULL)
        offcy_resident_end(resident);
    else if (owner != NULL && PyCapsule_SetContext(capsule, Py_NewRef(owner)) < 0)
        Py_CLEAR(capsule);
    return capsule;
}

/* array_make(device, bytes) */
static PyObject *array_make(PyObject *self, PyObject *args)
{
    (void)self;
    int device;
    Py_ssize_t bytes;
    if (!PyArg_ParseTuple(args, "in", &device, &bytes))
        return NULL;
    offcy_error error = {0};
    offcy_resident *resident = NULL;
    PyThreadState *nogil = PyEval_SaveThread();
    /* The device is tried, as before a region. */
    if (offcy_choose_device(device, &error) == device)
        resident = offcy_resident_make(device, bytes, &error);
    PyEval_RestoreThread(nogil);
    if (resident == NULL && !offcy_failed(&error))
        return PyErr_Format(PyExc_RuntimeError, "device %d cannot run the code of the modules that are loaded", device);
    return capsule_of(resident, NULL, &error);
}

/* array_adopt(device, address, bytes, owner, address of all, bytes of all): a block, and its address. */
static PyObject *array_adopt(PyObject *self, PyObject *args)
{
    (void)self;
    int device;
    unsigned long long address, first;
    Py_ssize_t bytes, all_bytes;
    PyObject *owner;
    if (!PyArg_ParseTuple(args, "iKnOKn", &device, &address, &bytes, &owner, &first, &all_bytes))
        return NULL;
    const offcy_place place = {(char *)(uintptr_t)address, bytes}, all = {(char *)(uintptr_t)first, all_bytes};
    offcy_error error = {0};
    offcy_resident *resident = NULL;
    PyThreadState *nogil = PyEval_SaveThread();
    if (offcy_choose_device(device, &error) == device)
        resident = offcy_resident_adopt(device, place, all, &error);
    PyEval_RestoreThread(nogil);
    if (resident == NULL && !offcy_failed(&error))
        return PyErr_Format(PyExc_RuntimeError, "device %d cannot run the code of the modules that are loaded", device);
    PyObject *capsule = capsule_of(resident, owner, &error);
    return capsule == NULL ? NULL
                           : Py_BuildValue("NK", capsule, (unsigned long long)(uintptr_t)resident->block->address);
}

/* array_host(block): its memory on the host, for code that has called array_use. */
static PyObject *array_host(PyObject *self, PyObject *capsule)
{
    (void)self;
    const offcy_resident *resident = offcy_resident_of(capsule);
    return resident != NULL ? PyMemoryView_FromMemory(resident->low, resident->bytes, PyBUF_WRITE) : NULL;
}

/* array_use(block, offset, itemsize, shape, strides, reads, writes) */
static PyObject *array_use(PyObject *self, PyObject *args)
{
    (void)self;
    PyObject *capsule, *shape, *strides;
    Py_ssize_t offset, itemsize;
    int reads, writes;
    if (!PyArg_ParseTuple(args, "OnnO!O!pp", &capsule, &offset, &itemsize, &PyTuple_Type, &shape, &PyTuple_Type,
                          &strides, &reads, &writes))
        return NULL;
    offcy_resident *resident = offcy_resident_of(capsule);
    const Py_ssize_t ndim = PyTuple_Size(shape);
    ptrdiff_t sizes[OFFCY_MAX_DIMENSIONS], steps[OFFCY_MAX_DIMENSIONS];
    if (resident == NULL || ndim > OFFCY_MAX_DIMENSIONS || PyTuple_Size(strides) != ndim ||
        offcy_sizes_of_tuple(shape, sizes) < 0 || offcy_sizes_of_tuple(strides, steps) < 0)
        return PyErr_Occurred() ? NULL : PyErr_Format(PyExc_ValueError, "the shape and the strides do not fit");
    const offcy_map map = {.name = "array",
                           .host = resident->low + offset,
                           .itemsize = itemsize,
                           .ndim = (int)ndim,
                           .map = (reads ? OFFCY_READ : 0) | (writes ? OFFCY_WRITTEN : 0) |
                                  (writes && !reads ? OFFCY_FROM : 0),
                           .shape = sizes,
                           .strides = steps};
    offcy_error error = {0};
    PyThreadState *nogil = PyEval_SaveThread();
    const int status = offcy_resident_use(resident, &map, &error);
    PyEval_RestoreThread(nogil);
    return status < 0 ? failed(&error) : Py_NewRef(Py_None);
}

/* array_settle(): what the thread has written by `array_use` is complete. */
static PyObject *array_settle(PyObject *self, PyObject *none)
{
    (void)self, (void)none;
    offcy_error error = {0};
    PyThreadState *nogil = PyEval_SaveThread();
    const int status = offcy_residents_settle(&error);
    PyEval_RestoreThread(nogil);
    return status < 0 ? failed(&error) : Py_NewRef(Py_None);
}

typedef int copier(offcy_resident *resident, ptrdiff_t offset, void *host, ptrdiff_t bytes, offcy_error *error);

static int write_from(offcy_resident *resident, ptrdiff_t offset, void *host, ptrdiff_t bytes, offcy_error *error)
{
    return offcy_resident_write(resident, offset, host, bytes, error);
}

/* (block, offset, buffer) */
static PyObject *copy(PyObject *args, int flags, copier *copier)
{
    PyObject *capsule, *object;
    Py_ssize_t offset;
    Py_buffer buffer;
    if (!PyArg_ParseTuple(args, "OnO", &capsule, &offset, &object))
        return NULL;
    offcy_resident *resident = offcy_resident_of(capsule);
    if (resident == NULL || PyObject_GetBuffer(object, &buffer, flags) < 0)
        return NULL;
    offcy_error error = {0};
    PyThreadState *nogil = PyEval_SaveThread();
    const int status = copier(resident, offset, buffer.buf, buffer.len, &error);
    PyEval_RestoreThread(nogil);
    PyBuffer_Release(&buffer);
    return status < 0 ? failed(&error) : Py_NewRef(Py_None);
}

static PyObject *array_read(PyObject *self, PyObject *args)
{
    (void)self;
    return copy(args, PyBUF_C_CONTIGUOUS | PyBUF_WRITABLE, offcy_resident_read);
}

static PyObject *array_write(PyObject *self, PyObject *args)
{
    (void)self;
    return copy(args, PyBUF_C_CONTIGUOUS, write_from);
}

/* array_copy(block, offset, from block, offset, bytes) */
static PyObject *array_copy(PyObject *self, PyObject *args)
{
    (void)self;
    PyObject *to, *from;
    Py_ssize_t to_offset, from_offset, bytes;
    if (!PyArg_ParseTuple(args, "OnOnn", &to, &to_offset, &from, &from_offset, &bytes))
        return NULL;
    offcy_resident *target = offcy_resident_of(to), *source = target != NULL ? offcy_resident_of(from) : NULL;
    if (source == NULL)
        return NULL;
    offcy_error error = {0};
    PyThreadState *nogil = PyEval_SaveThread();
    const int status = offcy_resident_copy(target, to_offset, source, from_offset, bytes, &error);
    PyEval_RestoreThread(nogil);
    return status < 0 ? failed(&error) : Py_NewRef(Py_None);
}

/* array_share(block): its address on the device, for others. */
static PyObject *array_share(PyObject *self, PyObject *capsule)
{
    (void)self;
    offcy_resident *resident = offcy_resident_of(capsule);
    if (resident == NULL)
        return NULL;
    offcy_error error = {0};
    PyThreadState *nogil = PyEval_SaveThread();
    void *address = offcy_resident_share(resident, &error);
    PyEval_RestoreThread(nogil);
    return offcy_failed(&error) ? failed(&error) : PyLong_FromVoidPtr(address);
}

/* array_memory(device): bytes in use, and in blocks that wait to be used again. */
static PyObject *array_memory(PyObject *self, PyObject *number)
{
    (void)self;
    const long device = PyLong_AsLong(number);
    if (device == -1 && PyErr_Occurred())
        return NULL;
    offcy_pool_statistics statistics;
    offcy_pool_report((int)device, &statistics);
    return Py_BuildValue("nn", (Py_ssize_t)statistics.used_bytes, (Py_ssize_t)statistics.free_bytes);
}

static PyObject *array_trim(PyObject *self, PyObject *number)
{
    (void)self;
    const long device = PyLong_AsLong(number);
    if (device == -1 && PyErr_Occurred())
        return NULL;
    offcy_pool_trim((int)device);
    return Py_NewRef(Py_None);
}

static PyMethodDef functions[] = {
    {"array_make", array_make, METH_VARARGS, NULL},   {"array_adopt", array_adopt, METH_VARARGS, NULL},
    {"array_host", array_host, METH_O, NULL},         {"array_use", array_use, METH_VARARGS, NULL},
    {"array_settle", array_settle, METH_NOARGS, NULL},
    {"array_read", array_read, METH_VARARGS, NULL},   {"array_write", array_write, METH_VARARGS, NULL},
    {"array_copy", array_copy, METH_VARARGS, NULL},   {"array_share", array_share, METH_O, NULL},
    {"array_memory", array_memory, METH_O, NULL},     {"array_trim", array_trim, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

int offcy_add_array_functions(PyObject *module)
{
    if (PyObject_HasAttrString(module, functions[0].ml_name))
        return 0;
    return PyModule_AddFunctions(module, functions) < 0 ? -1 : offcy_add_dlpack_functions(module);
}

#else

int offcy_add_array_functions(PyObject *module)
{
    (void)module;
    return 0;
}

#endif
