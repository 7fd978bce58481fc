# What offcy knows about Python's types in C.

from cpython.object cimport PyTypeObject

cdef extern from "Python.h":
    """
    #define offcy_as_type(OBJECT) ((PyTypeObject *)(OBJECT))
    #define offcy_type_modified(TYPE) PyType_Modified(offcy_as_type(TYPE))
    #define offcy_type_has_feature(TYPE, FEATURE) PyType_HasFeature(offcy_as_type(TYPE), FEATURE)
    #define offcy_type_is_gc(TYPE) PyType_IS_GC(offcy_as_type(TYPE))
    #define offcy_type_is_subtype(LEFT, RIGHT) PyType_IsSubtype(offcy_as_type(LEFT), offcy_as_type(RIGHT))
    #define offcy_type_alloc(TYPE, ITEMS) PyType_GenericAlloc(offcy_as_type(TYPE), ITEMS)
    #define offcy_type_new(TYPE, ARGUMENTS, KEYWORDS) PyType_GenericNew(offcy_as_type(TYPE), ARGUMENTS, KEYWORDS)
    #define offcy_type_ready(TYPE) PyType_Ready(offcy_as_type(TYPE))
    #define offcy_type_slot(TYPE, SLOT) PyType_GetSlot(offcy_as_type(TYPE), SLOT)
    """
    ctypedef class __builtin__.type [object PyTypeObject, check_size ignore]:
        pass

    bint PyType_Check(object o)
    bint PyType_CheckExact(object o)
    void PyType_Modified "offcy_type_modified" (object type)
    bint PyType_HasFeature "offcy_type_has_feature" (object type, int feature)
    bint PyType_IS_GC "offcy_type_is_gc" (object type)
    bint PyType_IsSubtype "offcy_type_is_subtype" (type left, type right)
    object PyType_GenericAlloc "offcy_type_alloc" (object type, Py_ssize_t items)
    object PyType_GenericNew "offcy_type_new" (type type, object arguments, object keywords)
    bint PyType_Ready "offcy_type_ready" (type type) except -1
    void *PyType_GetSlot "offcy_type_slot" (type type, int slot) except? NULL

    enum:
        Py_bf_getbuffer
        Py_bf_releasebuffer
        Py_mp_ass_subscript
        Py_mp_length
        Py_mp_subscript
        Py_nb_absolute
        Py_nb_add
        Py_nb_and
        Py_nb_bool
        Py_nb_divmod
        Py_nb_float
        Py_nb_floor_divide
        Py_nb_index
        Py_nb_inplace_add
        Py_nb_inplace_and
        Py_nb_inplace_floor_divide
        Py_nb_inplace_lshift
        Py_nb_inplace_multiply
        Py_nb_inplace_or
        Py_nb_inplace_power
        Py_nb_inplace_remainder
        Py_nb_inplace_rshift
        Py_nb_inplace_subtract
        Py_nb_inplace_true_divide
        Py_nb_inplace_xor
        Py_nb_int
        Py_nb_invert
        Py_nb_lshift
        Py_nb_multiply
        Py_nb_negative
        Py_nb_or
        Py_nb_positive
        Py_nb_power
        Py_nb_remainder
        Py_nb_rshift
        Py_nb_subtract
        Py_nb_true_divide
        Py_nb_xor
        Py_sq_ass_item
        Py_sq_concat
        Py_sq_contains
        Py_sq_inplace_concat
        Py_sq_inplace_repeat
        Py_sq_item
        Py_sq_length
        Py_sq_repeat
        Py_tp_alloc
        Py_tp_base
        Py_tp_bases
        Py_tp_call
        Py_tp_clear
        Py_tp_dealloc
        Py_tp_del
        Py_tp_descr_get
        Py_tp_descr_set
        Py_tp_doc
        Py_tp_getattr
        Py_tp_getattro
        Py_tp_hash
        Py_tp_init
        Py_tp_is_gc
        Py_tp_iter
        Py_tp_iternext
        Py_tp_methods
        Py_tp_new
        Py_tp_repr
        Py_tp_richcompare
        Py_tp_setattr
        Py_tp_setattro
        Py_tp_str
        Py_tp_traverse
        Py_tp_members
        Py_tp_getset
        Py_tp_free
        Py_nb_matrix_multiply
        Py_nb_inplace_matrix_multiply
        Py_am_await
        Py_am_aiter
        Py_am_anext
        Py_tp_finalize
        Py_am_send
        # Python 3.14's.
        Py_tp_vectorcall
        Py_tp_token
