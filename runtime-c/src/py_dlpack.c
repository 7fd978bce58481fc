/* DLPack, by which packages pass arrays to one another: tensors that are taken over, and tensors made of offcy's arrays. The structs
 * are those of its versions 0 and 1: https://dmlc.github.io/dlpack/latest/c_api.html */
#include "offcy_arrays.h"

#include <stdlib.h>
#include <string.h>

#ifdef OFFCY_OFFLOAD

typedef struct tensor {
    void *data;
    struct {
        int32_t kind, number;
    } device;
    int32_t ndim;
    struct {
        uint8_t code, bits;
        uint16_t lanes;
    } element;
    int64_t *shape, *strides; /* in elements; no strides: C-contiguous */
    uint64_t byte_offset;
} tensor;

/* A tensor and who deletes it. Before version 1: */
typedef struct managed {
    tensor tensor;
    void *context;
    void (*deleter)(struct managed *self);
} managed;

typedef struct versioned {
    uint32_t major, minor;
    void *context;
    void (*deleter)(struct versioned *self);
    uint64_t flags;
    tensor tensor;
} versioned;

_Static_assert(sizeof(int64_t) == sizeof(Py_ssize_t), "sizes are passed as they are");

static const char plain_name[] = "dltensor", versioned_name[] = "dltensor_versioned";
static const char used_plain_name[] = "used_dltensor", used_versioned_name[] = "used_dltensor_versioned";
enum { READONLY = 1 };

/* ---- Tensors that are taken over ---- */

/* Of what owns a tensor: a capsule that was taken. */
static void delete_plain(PyObject *owner)
{
    managed *taken = PyCapsule_GetPointer(owner, used_plain_name);
    if (taken != NULL && taken->deleter != NULL)
        taken->deleter(taken);
}

static void delete_versioned(PyObject *owner)
{
    versioned *taken = PyCapsule_GetPointer(owner, used_versioned_name);
    if (taken != NULL && taken->deleter != NULL)
        taken->deleter(taken);
}

/* (owner, address, shape, strides or None, (code, bits, lanes), read-only). Takes the reference to the owner. */
static PyObject *described(PyObject *owner, const tensor *tensor, bool readonly)
{
    PyObject *shape = offcy_tuple_of_sizes((const Py_ssize_t *)tensor->shape, tensor->ndim);
    PyObject *strides = tensor->strides != NULL ? offcy_tuple_of_sizes((const Py_ssize_t *)tensor->strides, tensor->ndim) : Py_NewRef(Py_None);
    PyObject *made = NULL;
    if (shape != NULL && strides != NULL)
        made = Py_BuildValue("OKOO(iii)O", owner, (unsigned long long)(uintptr_t)tensor->data + tensor->byte_offset,
                             shape, strides, tensor->element.code, tensor->element.bits, tensor->element.lanes,
                             readonly ? Py_True : Py_False);
    Py_XDECREF(shape);
    Py_XDECREF(strides);
    Py_DECREF(owner);
    return made;
}

/* From here on the tensor is deleted with the owner, and not with the capsule. */
static PyObject *owner_of(PyObject *capsule, void *pointer, const char *used, PyCapsule_Destructor deletes)
{
    PyObject *owner = PyCapsule_New(pointer, used, NULL);
    if (owner == NULL || PyCapsule_SetName(capsule, used) < 0) {
        Py_XDECREF(owner);
        return NULL;
    }
    PyCapsule_SetDestructor(owner, deletes);
    return owner;
}

/* dlpack_take(capsule) */
static PyObject *dlpack_take(PyObject *self, PyObject *capsule)
{
    (void)self;
    if (PyCapsule_IsValid(capsule, versioned_name)) {
        versioned *given = PyCapsule_GetPointer(capsule, versioned_name);
        if (given->major != 1)
            return PyErr_Format(PyExc_BufferError, "DLPack %u.%u is not known here: expected version 1",
                                (unsigned)given->major, (unsigned)given->minor);
        PyObject *owner = owner_of(capsule, given, used_versioned_name, delete_versioned);
        return owner != NULL ? described(owner, &given->tensor, (given->flags & READONLY) != 0) : NULL;
    }
    if (PyCapsule_IsValid(capsule, plain_name)) {
        managed *given = PyCapsule_GetPointer(capsule, plain_name);
        PyObject *owner = owner_of(capsule, given, used_plain_name, delete_plain);
        return owner != NULL ? described(owner, &given->tensor, false) : NULL;
    }
    PyErr_SetString(PyExc_BufferError, "this is not a DLPack capsule, or it has been taken already");
    return NULL;
}

/* ---- The same without a capsule: functions of C that the producer's type has, from version 1.3 on ---- */

static const char exchange_name[] = "dlpack_exchange_api";

typedef struct exchange {
    uint32_t major, minor;
    const struct exchange *before; /* of an earlier version */
    void *allocate;
    int (*take)(void *object, versioned **tensor); /* waits for nothing */
    void *make, *show;
    int (*current_stream)(int kind, int32_t number, void **stream); /* of the producer, in this thread */
} exchange;

static const exchange *exchange_of(PyObject *object)
{
    PyObject *capsule = PyObject_GetAttrString((PyObject *)Py_TYPE(object), "__dlpack_c_exchange_api__");
    const exchange *found = capsule != NULL && PyCapsule_IsValid(capsule, exchange_name)
                                ? PyCapsule_GetPointer(capsule, exchange_name)
                                : NULL;
    PyErr_Clear();
    Py_XDECREF(capsule); /* the type keeps it */
    while (found != NULL && found->major != 1)
        found = found->before;
    return found;
}

static PyObject *no_tensor(void)
{
    if (!PyErr_Occurred())
        PyErr_SetString(PyExc_BufferError, "the producer gives no tensor, and does not say why");
    return NULL;
}

/* dlpack_ask(object): what dlpack_take gives, and the stream that must be waited for; None: its type has no such functions. */
static PyObject *dlpack_ask(PyObject *self, PyObject *object)
{
    (void)self;
    versioned *given = NULL;
    void *stream = NULL;
    const exchange *functions = exchange_of(object);
    if (functions == NULL)
        return Py_NewRef(Py_None);
    if (functions->take(object, &given) != 0 || given == NULL)
        return no_tensor();
    PyObject *owner = PyCapsule_New(given, used_versioned_name, delete_versioned);
    if (owner == NULL) {
        if (given->deleter != NULL)
            given->deleter(given);
        return NULL;
    }
    if (functions->current_stream(given->tensor.device.kind, given->tensor.device.number, &stream) != 0) {
        Py_DECREF(owner);
        return no_tensor();
    }
    PyObject *made = described(owner, &given->tensor, (given->flags & READONLY) != 0);
    return made != NULL ? Py_BuildValue("NK", made, (unsigned long long)(uintptr_t)stream) : NULL;
}

/* ---- Tensors of offcy's arrays ---- */

typedef struct made {
    union {
        managed plain;
        versioned versioned;
    };
    int64_t shape[OFFCY_MAX_DIMENSIONS], strides[OFFCY_MAX_DIMENSIONS];
    PyObject *block;
} made;

/* On any thread, with or without the GIL. After the interpreter, nothing is left to release. */
static void end(made *made)
{
    if (Py_IsInitialized()) {
        const PyGILState_STATE gil = PyGILState_Ensure();
        Py_DECREF(made->block);
        PyGILState_Release(gil);
    }
    free(made);
}

static void end_plain(managed *self)
{
    end(self->context);
}

static void end_versioned(versioned *self)
{
    end(self->context);
}

/* Nobody has taken it. */
static void drop(PyObject *capsule)
{
    made *made = NULL;
    if (PyCapsule_IsValid(capsule, plain_name))
        made = ((managed *)PyCapsule_GetPointer(capsule, plain_name))->context;
    else if (PyCapsule_IsValid(capsule, versioned_name))
        made = ((versioned *)PyCapsule_GetPointer(capsule, versioned_name))->context;
    if (made != NULL)
        end(made);
}

/* dlpack_make(block, address, shape, strides, kind, number, code, bits, is_versioned, flags): a capsule. */
static PyObject *dlpack_make(PyObject *self, PyObject *args)
{
    (void)self;
    PyObject *block, *shape, *strides;
    unsigned long long address, flags;
    int kind, number, code, bits, is_versioned;
    if (!PyArg_ParseTuple(args, "OKO!O!iiiipK", &block, &address, &PyTuple_Type, &shape, &PyTuple_Type, &strides,
                          &kind, &number, &code, &bits, &is_versioned, &flags))
        return NULL;
    made *made = calloc(1, sizeof *made);
    if (made == NULL)
        return PyErr_NoMemory();
    if (PyTuple_Size(shape) > OFFCY_MAX_DIMENSIONS || PyTuple_Size(strides) != PyTuple_Size(shape) ||
        offcy_sizes_of_tuple(shape, (ptrdiff_t *)made->shape) < 0 ||
        offcy_sizes_of_tuple(strides, (ptrdiff_t *)made->strides) < 0) {
        free(made);
        return PyErr_Occurred() ? NULL : PyErr_Format(PyExc_BufferError, "the shape and the strides do not fit");
    }
    const tensor tensor = {.data = (void *)(uintptr_t)address,
                           .device = {kind, number},
                           .ndim = (int32_t)PyTuple_Size(shape),
                           .element = {(uint8_t)code, (uint8_t)bits, 1},
                           .shape = made->shape,
                           .strides = made->strides};
    if (is_versioned)
        made->versioned = (versioned){1, 1, made, end_versioned, flags, tensor};
    else
        made->plain = (managed){tensor, made, end_plain};
    made->block = Py_NewRef(block);
    PyObject *capsule = PyCapsule_New(made, is_versioned ? versioned_name : plain_name, drop);
    if (capsule == NULL)
        end(made);
    return capsule;
}

static PyMethodDef functions[] = {
    {"dlpack_take", dlpack_take, METH_O, NULL},
    {"dlpack_ask", dlpack_ask, METH_O, NULL},
    {"dlpack_make", dlpack_make, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};

int offcy_add_dlpack_functions(PyObject *module)
{
    return PyModule_AddFunctions(module, functions);
}

#else

int offcy_add_dlpack_functions(PyObject *module)
{
    (void)module;
    return 0;
}

#endif
