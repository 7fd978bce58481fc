/* Extension types. */
#include "offcy_py_state.h"

/* Python makes an empty text of a docstring that is a signature alone. */
static bool has_signature_alone(const PyType_Spec *spec)
{
    for (const PyType_Slot *slot = spec->slots; slot->slot != 0; slot++) {
        if (slot->slot != Py_tp_doc)
            continue;
        static const char end[] = ")\n--\n\n";
        const char *doc = slot->pfunc;
        const size_t length = strlen(doc);
        return length >= sizeof end - 1 && strcmp(doc + length - (sizeof end - 1), end) == 0;
    }
    return false;
}

int offcy_make_class(PyObject *module, PyTypeObject **type, PyType_Spec *spec, PyTypeObject *base)
{
    PyType_Spec whole = *spec;
    if (base != NULL)
        whole.flags |= (unsigned int)(PyType_GetFlags(base) & Py_TPFLAGS_HAVE_GC);
    const bool has_two_texts = offcy_has_two_texts(spec, base);
    /* From Python 3.14 on, an immutable type cannot be made of a mutable one, as the stable ABI leaves those that are changed here. */
    const bool has_mutable_base = base != NULL && !offcy_is_builtin(base);
    const bool has_no_doc = has_signature_alone(spec);
    const bool is_changed = has_two_texts || has_mutable_base || has_no_doc;
    if (is_changed)
        whole.flags &= ~(unsigned int)Py_TPFLAGS_IMMUTABLETYPE;
    PyObject *made = PyType_FromModuleAndSpec(module, &whole, (PyObject *)base);
    if (made == NULL)
        return -1;
    if ((has_no_doc && PyObject_SetAttrString(made, "__doc__", Py_None) < 0) ||
        (has_two_texts && offcy_show_both_texts((PyTypeObject *)made, spec, base) < 0)) {
        Py_DECREF(made);
        return -1;
    }
    if (is_changed && (spec->flags & Py_TPFLAGS_IMMUTABLETYPE) != 0)
        offcy_fix_class((PyTypeObject *)made);
    PyTypeObject *old = *type;
    *type = (PyTypeObject *)made;
    Py_XDECREF((PyObject *)old);
    return 0;
}

int offcy_add_class(PyObject *module, PyTypeObject **type, PyType_Spec *spec, PyTypeObject *base)
{
    return offcy_make_class(module, type, spec, base) < 0 ? -1 : PyModule_AddType(module, *type);
}

PyObject *offcy_class_attributes(PyObject *type)
{
    PyObject *attributes = PyObject_GetAttrString(type, "__dict__");
    PyObject *copy = attributes != NULL ? PyDict_New() : NULL;
    if (copy != NULL && PyDict_Update(copy, attributes) < 0)
        Py_CLEAR(copy);
    Py_XDECREF(attributes);
    return copy;
}

static int set_new_attributes(PyObject *type, PyObject *namespace, PyObject *known)
{
    PyObject *name, *value;
    Py_ssize_t at = 0;
    while (PyDict_Next(namespace, &at, &name, &value)) {
        PyObject *old = PyDict_GetItemWithError(known, name);
        if (old == NULL && PyErr_Occurred())
            return -1;
        if (old != value && PyObject_SetAttr(type, name, value) < 0)
            return -1;
    }
    at = 0;
    while (PyDict_Next(known, &at, &name, &value)) {
        const int stays = PyDict_Contains(namespace, name);
        if (stays < 0 || (stays == 0 && PyObject_DelAttr(type, name) < 0))
            return -1;
    }
    return 0;
}

void offcy_fix_class(PyTypeObject *type)
{
#ifndef Py_LIMITED_API
    type->tp_flags |= Py_TPFLAGS_IMMUTABLETYPE;
#else
    (void)type;
#endif
}

/* Objects of an extension type have a dict only where the type declares it. */
static int refuse_dict(PyObject *type, PyObject *class)
{
    PyObject *offsets[2] = {PyObject_GetAttrString(type, "__dictoffset__"),
                            PyObject_GetAttrString(class, "__dictoffset__")};
    int status = -1;
    if (offsets[0] != NULL && offsets[1] != NULL) {
        status = PyObject_IsTrue(offsets[0]) == 0 && PyObject_IsTrue(offsets[1]) == 1 ? -1 : 0;
        if (status < 0 && !PyErr_Occurred())
            PyErr_Format(PyExc_TypeError,
                         "extension type %R has no __dict__ slot, but base type %R has: either add 'cdef dict "
                         "__dict__' to the extension type or add '__slots__ = [...]' to the base type",
                         type, class);
    }
    Py_XDECREF(offsets[0]);
    Py_XDECREF(offsets[1]);
    return status;
}

PyObject *offcy_add_bases(PyObject *type, PyObject *classes)
{
    for (Py_ssize_t k = 0; k < PyTuple_Size(classes); k++) {
        PyObject *class = PyTuple_GetItem(classes, k);
        if (!PyType_Check(class)) {
            PyErr_Format(PyExc_TypeError, "base class %R is not a class", class);
            return NULL;
        }
        if (refuse_dict(type, class) < 0)
            return NULL;
    }
    PyObject *bases = PyObject_GetAttrString(type, "__bases__");
    PyObject *all = bases != NULL ? PySequence_Concat(bases, classes) : NULL;
    const int status = all != NULL ? PyObject_SetAttrString(type, "__bases__", all) : -1;
    Py_XDECREF(bases);
    Py_XDECREF(all);
    return status < 0 ? NULL : Py_NewRef(Py_None);
}

PyObject *offcy_finish_class(PyObject *type, PyObject *namespace)
{
    PyObject *known = offcy_class_attributes(type);
    const int status = known != NULL ? set_new_attributes(type, namespace, known) : -1;
    Py_XDECREF(known);
    if (status < 0)
        return NULL;
    offcy_fix_class((PyTypeObject *)type);
    return Py_NewRef(type);
}

#ifdef Py_LIMITED_API
PyObject *offcy_allocate(PyTypeObject *type)
{
    allocfunc allocate = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
    return allocate(type, 0);
}

#define SLOT_OF(TYPE, SLOT) PyType_GetSlot(TYPE, Py_##SLOT)
#else
#define SLOT_OF(TYPE, SLOT) ((TYPE)->SLOT)
#endif

void offcy_run_at_end(PyObject *self, PyObject *(*method)(PyObject *))
{
    PyObject *type, *value, *traceback;
    PyErr_Fetch(&type, &value, &traceback);
    PyObject *result = method(self);
    if (result == NULL)
        PyErr_WriteUnraisable((PyObject *)Py_TYPE(self));
    Py_XDECREF(result);
    PyErr_Restore(type, value, traceback);
}

bool offcy_finalize(PyObject *self, destructor own)
{
    PyTypeObject *type = Py_TYPE(self);
    destructor finalize = (destructor)PyType_GetSlot(type, Py_tp_finalize);
    if (finalize == NULL)
        return true;
    if ((destructor)PyType_GetSlot(type, Py_tp_dealloc) != own)
        return true; /* A class derived from it has called `__del__`. */
    if ((PyType_GetFlags(type) & Py_TPFLAGS_HAVE_GC) && PyObject_GC_IsFinalized(self))
        return true;
#ifndef Py_LIMITED_API
    return PyObject_CallFinalizerFromDealloc(self) == 0;
#else
    /* The stable ABI has no way to note that `__del__` ran: an object that it keeps alive has it called again. */
    Py_SET_REFCNT(self, Py_REFCNT(self) + 1);
    finalize(self);
    Py_SET_REFCNT(self, Py_REFCNT(self) - 1);
    return Py_REFCNT(self) == 0;
#endif
}

bool offcy_end_object(PyObject *self, PyObject *(*method)(PyObject *))
{
    /* The method may take and release references. */
    Py_SET_REFCNT(self, Py_REFCNT(self) + 1);
    offcy_run_at_end(self, method);
    Py_SET_REFCNT(self, Py_REFCNT(self) - 1);
    if (Py_REFCNT(self) == 0)
        return true;
    if (PyType_GetFlags(Py_TYPE(self)) & Py_TPFLAGS_HAVE_GC)
        PyObject_GC_Track(self);
    return false;
}

/* The objects of a thread that end inside one another, and those that wait. */
static _Thread_local struct {
    int depth;
    size_t count, room;
    struct waiting {
        PyObject *object;
        destructor end;
    } *waiting;
} ends;

static bool wait_for_end(PyObject *self, destructor end)
{
    if (ends.count == ends.room) {
        const size_t room = ends.room > 0 ? 2 * ends.room : 16;
        struct waiting *more = realloc(ends.waiting, room * sizeof *more);
        if (more == NULL)
            return false;
        ends.waiting = more;
        ends.room = room;
    }
    if (PyType_GetFlags(Py_TYPE(self)) & Py_TPFLAGS_HAVE_GC)
        PyObject_GC_UnTrack(self);
    ends.waiting[ends.count++] = (struct waiting){self, end};
    return true;
}

void offcy_end_in_turn(PyObject *self, destructor own, destructor end)
{
    const int deepest = 50;
    /* Python's own code ends objects of classes that are derived in Python, and goes on after this. */
    const bool is_whole = (destructor)PyType_GetSlot(Py_TYPE(self), Py_tp_dealloc) == own;
    if (is_whole && ends.depth >= deepest && wait_for_end(self, end))
        return;
    ends.depth++;
    end(self);
    while (ends.depth == 1 && ends.count > 0) {
        const struct waiting next = ends.waiting[--ends.count];
        next.end(next.object);
    }
    if (--ends.depth == 0) {
        free(ends.waiting);
        ends.waiting = NULL;
        ends.room = 0;
    }
}

/* Whether the class that manages an object's memory also manages its reference to its type: not if a static type
 * (of Cython's) is between them, which has none, or whose subclasses manage it. */
static bool holds_type(PyTypeObject *type)
{
    while (type != NULL && type != &PyBaseObject_Type) {
        if (offcy_is_builtin(type))
            return false;
        type = (PyTypeObject *)SLOT_OF(type, tp_base);
    }
    return true;
}

int offcy_visit_type(PyObject *self, visitproc visit, void *arg)
{
    if (holds_type(Py_TYPE(self)))
        Py_VISIT(Py_TYPE(self));
    return 0;
}

void offcy_free_any(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    const bool has_reference = holds_type(type);
    freefunc release = (freefunc)SLOT_OF(type, tp_free);
    release(self);
    if (has_reference)
        Py_DECREF((PyObject *)type);
}

bool offcy_is_builtin(PyTypeObject *type)
{
    return (PyType_GetFlags(type) & Py_TPFLAGS_HEAPTYPE) == 0;
}

static int refuse_class(const char *format, PyTypeObject *first, PyTypeObject *second)
{
    PyObject *left = offcy_type_name(first), *right = offcy_type_name(second);
    if (left != NULL && right != NULL)
        PyErr_Format(PyExc_TypeError, format, left, right);
    Py_XDECREF(left);
    Py_XDECREF(right);
    return -1;
}

int offcy_check_any_class(PyObject *value, PyTypeObject *type, bool allow_none)
{
    if (Py_TYPE(value) == type || (allow_none && value == Py_None))
        return 0;
    return refuse_class("Expected %U, got %U", type, Py_TYPE(value));
}

int offcy_check_any_instance(PyObject *value, PyTypeObject *type, bool allow_none)
{
    if (offcy_is_instance(value, type) || (allow_none && value == Py_None))
        return 0;
    return refuse_class("Cannot convert %U to %U", Py_TYPE(value), type);
}

bool offcy_inherits(PyObject *self, PyTypeObject *type, PyObject *name)
{
#ifndef Py_LIMITED_API
    PyTypeObject *own = Py_TYPE(self);
    /* Attributes of the object itself, and its own way to find them, come first. */
    bool has_more = own->tp_dictoffset != 0 || own->tp_getattro != PyObject_GenericGetAttr;
#ifdef Py_TPFLAGS_MANAGED_DICT
    has_more |= PyType_HasFeature(own, Py_TPFLAGS_MANAGED_DICT);
#endif
    return !has_more && _PyType_Lookup(own, name) == _PyType_Lookup(type, name);
#else
    (void)self, (void)type, (void)name;
    return false;
#endif
}

int offcy_give_buffer(int (*method)(PyObject *, Py_buffer *, int), PyObject *self, Py_buffer *buffer,
                      int flags)
{
    /* The method's `obj` must always be an object. */
    buffer->obj = Py_NewRef(Py_None);
    const int status = method(self, buffer, flags);
    if (status < 0 || buffer->obj == Py_None)
        Py_CLEAR(buffer->obj);
    return status;
}

void offcy_take_buffer_back(int (*method)(PyObject *, Py_buffer *), PyObject *self, Py_buffer *buffer)
{
    PyObject *type, *value, *traceback;
    PyErr_Fetch(&type, &value, &traceback);
    if (method(self, buffer) < 0)
        PyErr_WriteUnraisable(self);
    PyErr_Restore(type, value, traceback);
}

PyObject *offcy_item_at(PyObject *value, Py_ssize_t index, binaryfunc get)
{
    PyObject *key = PyLong_FromSsize_t(index);
    if (key == NULL)
        return NULL;
    PyObject *item = get(value, key);
    Py_DECREF(key);
    return item;
}

int offcy_set_item_at(PyObject *value, Py_ssize_t index, PyObject *item, objobjargproc set)
{
    PyObject *key = PyLong_FromSsize_t(index);
    if (key == NULL)
        return -1;
    const int status = set(value, key, item);
    Py_DECREF(key);
    return status;
}

PyObject *offcy_sequence_item(PyObject *value, Py_ssize_t index)
{
    return offcy_item_at(value, index, PyObject_GetItem);
}

static int change_item(PyObject *value, PyObject *key, PyObject *item)
{
    return item != NULL ? PyObject_SetItem(value, key, item) : PyObject_DelItem(value, key);
}

int offcy_sequence_set_item(PyObject *value, Py_ssize_t index, PyObject *item)
{
    return offcy_set_item_at(value, index, item, change_item);
}

PyObject *offcy_operator_of_base(PyTypeObject *base, int slot, PyObject *left, PyObject *right)
{
    const binaryfunc function = (binaryfunc)PyType_GetSlot(base, slot);
    return function != NULL ? function(left, right) : Py_NewRef(Py_NotImplemented);
}

PyObject *offcy_power_of_base(PyTypeObject *base, PyObject *left, PyObject *right, PyObject *modulo)
{
    const ternaryfunc function = (ternaryfunc)PyType_GetSlot(base, Py_nb_power);
    return function != NULL ? function(left, right, modulo) : Py_NewRef(Py_NotImplemented);
}

/* `bool(result)`, as `offcy_invert`. */
static PyObject *as_truth(PyObject *result)
{
    return offcy_invert(offcy_invert(result));
}

PyObject *offcy_invert(PyObject *result)
{
    if (result == NULL || result == Py_NotImplemented)
        return result;
    const int truth = PyObject_IsTrue(result);
    Py_DECREF(result);
    return truth < 0 ? NULL : Py_NewRef(truth ? Py_False : Py_True);
}

PyObject *offcy_order(PyObject *result, enum offcy_ordering how,
                      PyObject *(*equal)(PyObject *, PyObject *), int relation, PyObject *self,
                      PyObject *other)
{
    if (result == NULL || result == Py_NotImplemented)
        return result;
    int truth = PyObject_IsTrue(result);
    Py_DECREF(result);
    if (truth < 0)
        return NULL;
    if (how == OFFCY_NOT || how == OFFCY_NEITHER || how == OFFCY_NOT_OR_EQUAL)
        truth = !truth;
    const bool is_either = how == OFFCY_OR_EQUAL || how == OFFCY_NOT_OR_EQUAL;
    if (how == OFFCY_NOT || truth == is_either)
        return PyBool_FromLong(truth);
    result = equal(self, other);
    /* Equality satisfies "or equal", and does not satisfy "and unequal". */
    return (relation == Py_EQ) == is_either ? as_truth(result) : offcy_invert(result);
}

int offcy_refuse_set(const char *method)
{
    PyErr_SetString(PyExc_NotImplementedError, method);
    return -1;
}

PyObject *offcy_refuse_modulo(const char *method)
{
    PyErr_Format(PyExc_TypeError, "%.200s() takes 3 arguments but 2 were given", method);
    return NULL;
}

int offcy_refuse_item(PyObject *self, const char *what)
{
    PyObject *name = offcy_type_name(Py_TYPE(self));
    if (name != NULL)
        PyErr_Format(PyExc_NotImplementedError, "Subscript %s not supported by %U", what, name);
    Py_XDECREF(name);
    return -1;
}
