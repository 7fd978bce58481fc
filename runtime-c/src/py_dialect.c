/* Operations on objects that the dialect has and Python has not. */
#include "offcy_py_state.h"

PyObject *offcy_real_power(PyObject *number)
{
    if (!PyComplex_Check(number))
        return Py_NewRef(number);
    if (PyComplex_ImagAsDouble(number) == 0)
        return PyFloat_FromDouble(PyComplex_RealAsDouble(number));
    PyErr_SetString(PyExc_TypeError,
                    "Cannot convert 'complex' with non-zero imaginary component to 'double' (this most likely comes from the "
                    "'**' operator; use 'cython.cpow(True)' to return 'nan' instead of a complex number).");
    return NULL;
}

PyObject *offcy_iterated_dict(PyObject *object, PyObject *name)
{
    if (!PyDict_CheckExact(object))
        return PyObject_CallMethodObjArgs(object, name, NULL);
    PyObject *todays = PyUnicode_Substring(name, 4, PyUnicode_GetLength(name)); /* without `iter` */
    PyObject *view = todays != NULL ? PyObject_CallMethodObjArgs(object, todays, NULL) : NULL;
    Py_XDECREF(todays);
    return view;
}
