/* The iterator over a coroutine: see offcy_generator.h. */
#include "offcy_py_state.h"

/* The iterator that `__await__` of a coroutine gives. */
typedef struct wrapper {
    PyObject_HEAD
    PyObject *coroutine;
} wrapper;

static PyObject *coroutine_of(PyObject *self)
{
    return ((wrapper *)self)->coroutine;
}

static PySendResult send_to_wrapper(PyObject *self, PyObject *sent, PyObject **value)
{
    return PyIter_Send(coroutine_of(self), sent, value);
}

static PyObject *send_method(PyObject *self, PyObject *sent)
{
    return PyObject_CallMethod(coroutine_of(self), "send", "(O)", sent);
}

static PyObject *next_of_wrapper(PyObject *self)
{
    return send_method(self, Py_None);
}

static PyObject *throw_method(PyObject *self, PyObject *args)
{
    PyObject *method = PyObject_GetAttrString(coroutine_of(self), "throw");
    PyObject *result = method != NULL ? PyObject_Call(method, args, NULL) : NULL;
    Py_XDECREF(method);
    return result;
}

static PyObject *close_method(PyObject *self, PyObject *unused)
{
    (void)unused;
    return PyObject_CallMethod(coroutine_of(self), "close", NULL);
}

static int traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(coroutine_of(self));
    return 0;
}

static int clear(PyObject *self)
{
    Py_CLEAR(((wrapper *)self)->coroutine);
    return 0;
}

static void dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    clear(self);
    PyObject_GC_Del(self);
    Py_DECREF(type);
}

static PyMethodDef methods[] = {
    {"send", send_method, METH_O, NULL},
    {"throw", throw_method, METH_VARARGS, NULL},
    {"close", close_method, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyTypeObject *wrapper_type(void)
{
    static PyTypeObject *type;
    if (offcy_kept_type(&type) != NULL)
        return type;
    PyType_Slot slots[] = {
        SLOT(Py_tp_dealloc, dealloc),
        SLOT(Py_tp_traverse, traverse),
        SLOT(Py_tp_clear, clear),
        SLOT(Py_tp_iter, PyObject_SelfIter),
        SLOT(Py_tp_iternext, next_of_wrapper),
        SLOT(Py_am_send, send_to_wrapper),
        SLOT(Py_tp_methods, methods),
        {0, NULL},
    };
    PyType_Spec spec = {
        .name = "offcy.coroutine_wrapper",
        .basicsize = sizeof(wrapper),
        .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION | Py_TPFLAGS_HAVE_GC,
        .slots = slots,
    };
    return offcy_keep_type(&type, &spec);
}

PyObject *offcy_await_coroutine(PyObject *coroutine)
{
    PyTypeObject *type = wrapper_type();
    wrapper *self = type != NULL ? PyObject_GC_New(wrapper, type) : NULL;
    if (self == NULL)
        return NULL;
    self->coroutine = Py_NewRef(coroutine);
    PyObject_GC_Track((PyObject *)self);
    return (PyObject *)self;
}
