/* The types of generators, and how they are made and end: see offcy_generator.h. How they run: py_generating.c. */
#include "offcy_generating.h"

#include <stddef.h>
#include <string.h>
#include <structmember.h>

static void finalize(PyObject *self)
{
    const offcy_kept_exception exception = offcy_keep_exception();
    offcy_generator *generator = as_generator(self);
    if (offcy_generator_is_coroutine(generator) && generator->state == 0 && generator->frame != NULL &&
        PyErr_WarnFormat(PyExc_RuntimeWarning, 1, "coroutine '%s' was never awaited", generator->code->qualname) < 0)
        PyErr_WriteUnraisable(self);
    if (!generator->is_running && offcy_generator_end(generator) < 0)
        PyErr_WriteUnraisable(self);
    offcy_put_exception_back(exception);
}

static int traverse(PyObject *self, visitproc visit, void *arg)
{
    offcy_generator *generator = as_generator(self);
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(generator->sent);
    Py_VISIT(generator->delegate);
    Py_VISIT(generator->given);
    Py_VISIT(generator->handled);
    return generator->frame != NULL ? generator->code->traverse(generator->frame, visit, arg) : 0;
}

static int clear(PyObject *self)
{
    if (!as_generator(self)->is_running)
        offcy_generator_finish(as_generator(self));
    return 0;
}

/* Memory of generators that have ended, by the size of their frames in pointers. */
enum { SPARE_SIZES = 32 };
static offcy_spares spares[SPARE_SIZES] = {[0 ... (SPARE_SIZES - 1)] = {.room = 8}};

static offcy_generator *allocate_generator(PyTypeObject *type, Py_ssize_t units)
{
    PyObject *self = units < SPARE_SIZES ? offcy_take_spare(&spares[units]) : NULL;
    if (self == NULL)
        return PyObject_GC_NewVar(offcy_generator, type, units);
    return (offcy_generator *)PyObject_InitVar((PyVarObject *)self, type, units);
}

static void free_generator(PyObject *self)
{
    const Py_ssize_t units = Py_SIZE(self);
    /* Python notes in the memory that it has ended an object in a cycle. */
    if (units >= SPARE_SIZES || PyObject_GC_IsFinalized(self) || !offcy_keep_spare(&spares[units], self))
        PyObject_GC_Del(self);
}

static void dealloc(PyObject *self)
{
    offcy_generator *generator = as_generator(self);
    PyTypeObject *type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    if (generator->weakrefs != NULL)
        PyObject_ClearWeakRefs(self);
    if (generator->state > 0 || (offcy_generator_is_coroutine(generator) && generator->state == 0 && generator->frame != NULL)) {
        /* It is kept alive while it ends. */
        Py_SET_REFCNT(self, 1);
        PyObject_GC_Track(self);
        finalize(self);
        if (Py_REFCNT(self) > 1) {
            Py_SET_REFCNT(self, Py_REFCNT(self) - 1);
            return;
        }
        PyObject_GC_UnTrack(self);
        Py_SET_REFCNT(self, 0);
    }
    offcy_generator_finish(generator);
    Py_CLEAR(generator->name);
    Py_CLEAR(generator->qualname);
    free_generator(self);
    Py_DECREF(type);
}

static PyObject *repr(PyObject *self)
{
    const offcy_generator *generator = as_generator(self);
    if (generator->qualname == NULL)
        return PyUnicode_FromFormat("<%s object %s at %p>", offcy_generator_what(generator), generator->code->qualname, (void *)self);
    return PyUnicode_FromFormat("<%s object %U at %p>", offcy_generator_what(generator), generator->qualname, (void *)self);
}

static PyObject *get_running(PyObject *self, void *unused)
{
    (void)unused;
    return PyBool_FromLong(as_generator(self)->is_running);
}

static PyObject *get_suspended(PyObject *self, void *unused)
{
    (void)unused;
    return PyBool_FromLong(as_generator(self)->state > 0);
}

static PyObject *get_delegate(PyObject *self, void *unused)
{
    (void)unused;
    const offcy_generator *generator = as_generator(self);
    const bool waits = generator->delegate != NULL && !generator->is_running;
    return Py_NewRef(waits ? generator->delegate : Py_None);
}

static PyObject *get_none(PyObject *self, void *unused)
{
    (void)self;
    (void)unused;
    return Py_NewRef(Py_None);
}

static int set_text(PyObject **place, PyObject *value, const char *what)
{
    if (value == NULL || !PyUnicode_Check(value)) {
        PyErr_Format(PyExc_TypeError, "%s must be set to a string object", what);
        return -1;
    }
    PyObject *old = *place;
    *place = Py_NewRef(value);
    Py_XDECREF(old);
    return 0;
}

static PyObject *get_name(PyObject *self, void *unused)
{
    (void)unused;
    const offcy_generator *generator = as_generator(self);
    return generator->name != NULL ? Py_NewRef(generator->name) : PyUnicode_InternFromString(generator->code->name);
}

static int set_name(PyObject *self, PyObject *value, void *unused)
{
    (void)unused;
    return set_text(&as_generator(self)->name, value, "__name__");
}

static PyObject *get_qualname(PyObject *self, void *unused)
{
    (void)unused;
    const offcy_generator *generator = as_generator(self);
    return generator->qualname != NULL ? Py_NewRef(generator->qualname)
                                       : PyUnicode_InternFromString(generator->code->qualname);
}

static int set_qualname(PyObject *self, PyObject *value, void *unused)
{
    (void)unused;
    return set_text(&as_generator(self)->qualname, value, "__qualname__");
}

static PyGetSetDef attributes[] = {
    {"__name__", get_name, set_name, NULL, NULL},
    {"__qualname__", get_qualname, set_qualname, NULL, NULL},
    {"gi_running", get_running, NULL, NULL, NULL},
    {"gi_suspended", get_suspended, NULL, NULL, NULL},
    {"gi_yieldfrom", get_delegate, NULL, NULL, NULL},
    {"gi_frame", get_none, NULL, NULL, NULL},
    {"gi_code", get_none, NULL, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyMethodDef methods[] = {
    {"send", offcy_generator_send_method, METH_O, "send(value) -> the next value that is yielded; the code goes on with this one."},
    {"throw", offcy_generator_throw_method, METH_VARARGS, "throw(exception) -> the same; the code goes on with this exception."},
    {"close", offcy_generator_close_method, METH_NOARGS, "close() -> None; the code ends with a GeneratorExit."},
    {NULL, NULL, 0, NULL},
};

static PyMethodDef methods_of_coroutine[] = {
    {"send", offcy_generator_send_method, METH_O, "send(value) -> what it waits for next; the value goes into coroutine code."},
    {"throw", offcy_generator_throw_method, METH_VARARGS, "throw(exception) -> the same; the exception is raised in coroutine code."},
    {"close", offcy_generator_close_method, METH_NOARGS, "close() -> None; a GeneratorExit is raised inside coroutine code."},
    {NULL, NULL, 0, NULL},
};

static PyGetSetDef attributes_of_coroutine[] = {
    {"__name__", get_name, set_name, "name of the coroutine", NULL},
    {"__qualname__", get_qualname, set_qualname, "qualified name of the coroutine", NULL},
    {"cr_running", get_running, NULL, NULL, NULL},
    {"cr_suspended", get_suspended, NULL, NULL, NULL},
    {"cr_await", get_delegate, NULL, NULL, NULL},
    {"cr_frame", get_none, NULL, NULL, NULL},
    {"cr_code", get_none, NULL, NULL, NULL},
    {"cr_origin", get_none, NULL, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

/* A frame may begin with what needs the alignment of any C type, as objects have it. */
#define FRAME_OFFSET ((sizeof(offcy_generator) + _Alignof(max_align_t) - 1) & ~(_Alignof(max_align_t) - 1))

static PyTypeObject *type_of(offcy_generator_kind kind)
{
    if (offcy_kept_type(&offcy_generator_types[kind]) != NULL)
        return offcy_generator_types[kind];
    static PyMemberDef members[] = {
        {"__weaklistoffset__", T_PYSSIZET, offsetof(offcy_generator, weakrefs), READONLY, NULL},
        {NULL, 0, 0, 0, NULL},
    };
    static const char *const names[] = {"offcy.generator", "offcy.coroutine", "offcy.iterable_coroutine"};
    PyType_Slot slots[16] = {
        SLOT(Py_tp_members, members),
        SLOT(Py_tp_dealloc, dealloc),
        SLOT(Py_tp_finalize, finalize),
        SLOT(Py_tp_traverse, traverse),
        SLOT(Py_tp_clear, clear),
        SLOT(Py_tp_repr, repr),
        SLOT(Py_am_send, offcy_generator_send),
        {Py_tp_methods, kind == OFFCY_GENERATOR ? methods : methods_of_coroutine},
        {Py_tp_getset, kind == OFFCY_GENERATOR ? attributes : attributes_of_coroutine},
    };
    size_t count = 9;
    if (kind != OFFCY_COROUTINE) {
        slots[count++] = (PyType_Slot)SLOT(Py_tp_iter, PyObject_SelfIter);
        slots[count++] = (PyType_Slot)SLOT(Py_tp_iternext, offcy_generator_next);
    }
    if (kind != OFFCY_GENERATOR)
        slots[count++] = (PyType_Slot)SLOT(Py_am_await, offcy_await_coroutine);
    slots[count] = (PyType_Slot){0, NULL};
    PyType_Spec spec = {
        .name = names[kind],
        .basicsize = FRAME_OFFSET,
        .itemsize = sizeof(void *),
        .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION | Py_TPFLAGS_HAVE_GC,
        .slots = slots,
    };
    return offcy_keep_type(&offcy_generator_types[kind], &spec);
}

PyObject *offcy_make_generator(const offcy_generator_code *code)
{
    PyTypeObject *type = type_of(code->kind);
    if (type == NULL)
        return NULL;
    const size_t units = (code->frame_size + sizeof(void *) - 1) / sizeof(void *);
    offcy_generator *self = allocate_generator(type, (Py_ssize_t)units);
    if (self == NULL)
        return NULL;
    self->code = code;
    self->frame = memset((char *)self + FRAME_OFFSET, 0, code->frame_size);
    self->state = 0;
    self->is_running = self->is_handling = false;
    self->sent = self->delegate = self->given = self->handled = NULL;
    self->next_of_delegate = NULL;
    self->name = self->qualname = NULL;
    self->weakrefs = NULL;
    PyObject_GC_Track((PyObject *)self);
    return (PyObject *)self;
}
