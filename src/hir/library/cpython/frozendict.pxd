# What offcy knows about `frozendict`, which Python has from 3.15 on; before, a dict stands for it.

cdef extern from *:
    """
    #if PY_VERSION_HEX < 0x030f0000 || defined(Py_LIMITED_API)
    #define offcy_is_frozendict(O, EXACT) 0
    static inline PyObject *offcy_new_frozendict(PyObject *items)
    {
        PyObject *made = PyDict_New();
        if (made && items && (PyMapping_Check(items) && PyObject_HasAttrString(items, "keys")
                                  ? PyDict_Update(made, items)
                                  : PyDict_MergeFromSeq2(made, items, 1)) < 0)
            Py_CLEAR(made);
        return made;
    }
    #else
    #define offcy_is_frozendict(O, EXACT) ((EXACT) ? PyFrozenDict_CheckExact(O) : PyFrozenDict_Check(O))
    #define offcy_new_frozendict PyFrozenDict_New
    #endif
    #define offcy_stands_for_frozendict(O, EXACT) \\
        (PY_VERSION_HEX < 0x030f0000 ? ((EXACT) ? PyDict_CheckExact(O) : PyDict_Check(O)) : offcy_is_frozendict(O, EXACT))
    #define offcy_frozendict_check(O) offcy_stands_for_frozendict(O, 0)
    #define offcy_frozendict_check_exact(O) offcy_stands_for_frozendict(O, 1)
    #define offcy_anydict_check(O) (PyDict_Check(O) || offcy_is_frozendict(O, 0))
    #define offcy_anydict_check_exact(O) (PyDict_CheckExact(O) || offcy_is_frozendict(O, 1))
    #define offcy_frozendict_empty() offcy_new_frozendict(NULL)
    """
    bint PyAnyDict_Check "offcy_anydict_check" (object o)
    bint PyAnyDict_CheckExact "offcy_anydict_check_exact" (object o)
    bint PyFrozenDict_Check "offcy_frozendict_check" (object o)
    bint PyFrozenDict_CheckExact "offcy_frozendict_check_exact" (object o)
    frozendict PyFrozenDict_New "offcy_new_frozendict" (object items)
    frozendict PyFrozenDict_NewEmpty "offcy_frozendict_empty" ()
