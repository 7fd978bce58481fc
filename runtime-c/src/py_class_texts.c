/* Extension types whose objects have a `__doc__` or a `__module__` of their own. Python keeps the text of a type, and the
 * name of its module, under the same names, in place of the attributes: what stands there is a `str` for the type, and a
 * descriptor that leads to the attribute for its objects. */
#include "offcy_py_state.h"

/* A class of `str`, with a reference to the attribute after what its base has. */
static PyTypeObject *type;
static Py_ssize_t base_size;

static PyObject **attribute_of(PyObject *self) { return (PyObject **)((char *)self + base_size); }

static PyObject *get(PyObject *self, PyObject *object, PyObject *owner)
{
    if (object == NULL)
        return PyUnicode_FromObject(self);
    PyObject *attribute = *attribute_of(self);
    descrgetfunc of_attribute = (descrgetfunc)PyType_GetSlot(Py_TYPE(attribute), Py_tp_descr_get);
    return of_attribute(attribute, object, owner);
}

static int set(PyObject *self, PyObject *object, PyObject *value)
{
    PyObject *attribute = *attribute_of(self);
    descrsetfunc of_attribute = (descrsetfunc)PyType_GetSlot(Py_TYPE(attribute), Py_tp_descr_set);
    return of_attribute(attribute, object, value);
}

/* Whoever copies or pickles it wants the text. */
static PyObject *reduce(PyObject *self, PyObject *protocol)
{
    (void)protocol;
    return Py_BuildValue("(O(N))", (PyObject *)&PyUnicode_Type, PyUnicode_FromObject(self));
}

static void dealloc(PyObject *self)
{
    Py_XDECREF(*attribute_of(self));
    PyTypeObject *own = Py_TYPE(self);
    destructor of_text = (destructor)PyType_GetSlot(&PyUnicode_Type, Py_tp_dealloc);
    of_text(self);
    Py_DECREF((PyObject *)own);
}

static int make_type(void)
{
    static PyMethodDef methods[] = {
        {"__reduce_ex__", reduce, METH_O, NULL},
        {NULL, NULL, 0, NULL},
    };
    PyType_Slot slots[] = {
        {Py_tp_dealloc, (void *)dealloc},
        {Py_tp_descr_get, (void *)get},
        {Py_tp_descr_set, (void *)set},
        {Py_tp_methods, methods},
        {0, NULL},
    };
    PyObject *size = PyObject_GetAttrString((PyObject *)&PyUnicode_Type, "__basicsize__");
    base_size = size != NULL ? PyLong_AsSsize_t(size) : -1;
    Py_XDECREF(size);
    if (base_size < 0)
        return -1;
    PyType_Spec spec = {
        .name = "offcy.text",
        .basicsize = (int)(base_size + (Py_ssize_t)sizeof(PyObject *)),
        .flags = Py_TPFLAGS_DEFAULT,
        .slots = slots,
    };
    type = (PyTypeObject *)PyType_FromSpecWithBases(&spec, (PyObject *)&PyUnicode_Type);
    return type != NULL ? 0 : -1;
}

/* Of a text and an attribute, both borrowed. */
static PyObject *make(PyObject *text, PyObject *attribute)
{
    if (type == NULL && make_type() < 0)
        return NULL;
    PyObject *made = PyObject_CallFunctionObjArgs((PyObject *)type, text, NULL);
    if (made != NULL)
        *attribute_of(made) = Py_NewRef(attribute);
    return made;
}

static PyGetSetDef *attribute_named(const PyType_Spec *spec, const char *name)
{
    PyGetSetDef *attributes = NULL;
    for (const PyType_Slot *slot = spec->slots; slot->slot != 0; slot++) {
        if (slot->slot == Py_tp_getset)
            attributes = slot->pfunc;
    }
    for (; attributes != NULL && attributes->name != NULL; attributes++) {
        if (strcmp(attributes->name, name) == 0)
            return attributes;
    }
    return NULL;
}

static bool has_text(const PyType_Spec *spec)
{
    for (const PyType_Slot *slot = spec->slots; slot->slot != 0; slot++) {
        if (slot->slot == Py_tp_doc)
            return true;
    }
    return false;
}

/* The text of `base`, which may be NULL, if it leads to an attribute as well: borrowed. */
static PyObject *of_base(PyTypeObject *base, const char *name)
{
    /* No base has one before the first is made. */
    if (base == NULL || type == NULL)
        return NULL;
    PyObject *attributes = PyObject_GetAttrString((PyObject *)base, "__dict__");
    PyObject *found = attributes != NULL ? PyMapping_GetItemString(attributes, name) : NULL;
    if (found == NULL)
        PyErr_Clear();
    Py_XDECREF(attributes);
    const bool is_either = found != NULL && Py_TYPE(found) == type;
    /* The dict of the base has it. */
    Py_XDECREF(found);
    return is_either ? found : NULL;
}

bool offcy_has_two_texts(const PyType_Spec *spec, PyTypeObject *base)
{
    return attribute_named(spec, "__module__") != NULL || of_base(base, "__module__") != NULL ||
           (has_text(spec) && attribute_named(spec, "__doc__") != NULL);
}

/* `text`: a reference, or NULL with an exception; `attribute` likewise. */
static int show(PyTypeObject *owner, const char *name, PyObject *text, PyObject *attribute)
{
    PyObject *either = text != NULL && attribute != NULL ? make(text, attribute) : NULL;
    const int status = either != NULL ? PyObject_SetAttrString((PyObject *)owner, name, either) : -1;
    Py_XDECREF(text);
    Py_XDECREF(attribute);
    Py_XDECREF(either);
    return status;
}

int offcy_show_both_texts(PyTypeObject *owner, const PyType_Spec *spec, PyTypeObject *base)
{
    PyGetSetDef *doc = has_text(spec) ? attribute_named(spec, "__doc__") : NULL;
    if (doc != NULL &&
        show(owner, doc->name, PyObject_GetAttrString((PyObject *)owner, doc->name), PyDescr_NewGetSet(owner, doc)) < 0)
        return -1;
    PyGetSetDef *module = attribute_named(spec, "__module__");
    PyObject *inherited = of_base(base, "__module__");
    if (module == NULL && inherited == NULL)
        return 0;
    const char *dot = strrchr(spec->name, '.');
    PyObject *text = PyUnicode_FromStringAndSize(spec->name, dot != NULL ? dot - spec->name : 0);
    PyObject *attribute = module != NULL ? PyDescr_NewGetSet(owner, module) : Py_NewRef(*attribute_of(inherited));
    return show(owner, "__module__", text, attribute);
}
