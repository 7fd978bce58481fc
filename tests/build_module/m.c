/* Written by hand as if written by offcy: the glue. */
#include <Python.h>

#include "m.h"

static PyObject *m_py_scale(PyObject *self, PyObject *args)
{
    (void)self;
    Py_buffer view;
    double factor;
    if (!PyArg_ParseTuple(args, "w*d", &view, &factor)) {
        return NULL;
    }
    int on_host = m_scale(view.buf, view.len / (ptrdiff_t)sizeof(double), factor);
    PyBuffer_Release(&view);
    return PyBool_FromLong(on_host);
}

static PyMethodDef m_methods[] = { { "scale", m_py_scale, METH_VARARGS, "scale(x, factor)" }, { 0 } };
static struct PyModuleDef m_module = { PyModuleDef_HEAD_INIT, "m", NULL, -1, m_methods };

PyMODINIT_FUNC PyInit_m(void)
{
    return PyModule_Create(&m_module);
}
