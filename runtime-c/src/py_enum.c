/* `cpdef enum`. The class is written in Python, which expresses it best. */
#include "offcy_py_state.h"

static const char source[] =
    "from enum import IntEnum\n"
    "class FlexibleEnum(IntEnum):\n"
    "    @classmethod\n"
    "    def _missing_(cls, value):\n"
    "        if not isinstance(value, int):\n"
    "            return None\n"
    "        member = int.__new__(cls, value)\n"
    "        member._value_, member._name_ = value, None\n"
    "        return cls._value2member_map_.setdefault(value, member)\n"
    "    def __repr__(self):\n"
    "        if self._name_ is None:\n"
    "            return f'<{type(self).__name__}: {self._value_!r}>'\n"
    "        return super().__repr__()\n";

/* The base class of all enums of the module; kept for its lifetime. */
static PyObject *base_class(void)
{
    static PyObject *base;
    if (offcy_kept(&base) != NULL)
        return base;
    PyObject *names = PyDict_New();
    PyObject *code = Py_CompileString(source, "<offcy>", Py_file_input);
    PyObject *name = PyUnicode_FromString("offcy");
    PyObject *builtins = PyImport_ImportModule("builtins");
    PyObject *done = NULL;
    if (names != NULL && code != NULL && name != NULL && builtins != NULL &&
        PyDict_SetItemString(names, "__name__", name) == 0 &&
        PyDict_SetItemString(names, "__builtins__", builtins) == 0)
        done = PyEval_EvalCode(code, names, names);
    if (done != NULL)
        offcy_keep(&base, Py_XNewRef(PyDict_GetItemString(names, "FlexibleEnum")));
    Py_XDECREF(done);
    Py_XDECREF(builtins);
    Py_XDECREF(name);
    Py_XDECREF(code);
    Py_XDECREF(names);
    return base;
}

static PyObject *list_of(const offcy_enum_member *members, int count)
{
    PyObject *list = PyList_New(count);
    for (int k = 0; list != NULL && k < count; k++) {
        PyObject *pair = Py_BuildValue("(sL)", members[k].name, members[k].value);
        if (pair == NULL || PyList_SetItem(list, k, pair) < 0)
            Py_CLEAR(list);
    }
    return list;
}

static int set_doc(PyObject *enum_class, const char *doc)
{
    PyObject *text = PyUnicode_FromString(doc);
    const int status = text != NULL ? PyObject_SetAttrString(enum_class, "__doc__", text) : -1;
    Py_XDECREF(text);
    return status;
}

PyObject *offcy_make_enum(PyObject *globals, const char *name, const char *doc,
                          const offcy_enum_member *members, int count)
{
    PyObject *base = base_class();
    PyObject *list = base != NULL ? list_of(members, count) : NULL;
    PyObject *arguments = list != NULL ? Py_BuildValue("(sO)", name, list) : NULL;
    PyObject *module = PyDict_GetItemString(globals, "__name__");
    PyObject *keywords = module != NULL ? Py_BuildValue("{sO}", "module", module) : PyDict_New();
    PyObject *made = NULL;
    if (arguments != NULL && keywords != NULL)
        made = PyObject_Call(base, arguments, keywords);
    if (made != NULL && doc != NULL && set_doc(made, doc) < 0)
        Py_CLEAR(made);
    if (made != NULL && PyDict_SetItemString(globals, name, made) < 0)
        Py_CLEAR(made);
    Py_XDECREF(keywords);
    Py_XDECREF(arguments);
    Py_XDECREF(list);
    return made;
}

int offcy_export_members(PyObject *globals, const offcy_enum_member *members, int count)
{
    int status = 0;
    for (int k = 0; status == 0 && k < count; k++) {
        PyObject *value = PyLong_FromLongLong(members[k].value);
        status = value != NULL ? PyDict_SetItemString(globals, members[k].name, value) : -1;
        Py_XDECREF(value);
    }
    return status;
}

PyObject *offcy_object_from_enum(PyObject *enum_class, long long value)
{
    PyObject *number = PyLong_FromLongLong(value);
    PyObject *member = number != NULL ? PyObject_CallOneArg(enum_class, number) : NULL;
    Py_XDECREF(number);
    return member;
}
