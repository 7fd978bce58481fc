# What offcy knows about Python's protocol of mappings.

cdef extern from "Python.h":
    bint PyMapping_Check(object o)
    Py_ssize_t PyMapping_Length(object o) except -1
    Py_ssize_t PyMapping_Size(object o) except -1
    int PyMapping_DelItemString(object o, const char *key) except -1
    int PyMapping_DelItem(object o, object key) except -1
    bint PyMapping_HasKeyString(object o, const char *key)
    bint PyMapping_HasKey(object o, object key)
    object PyMapping_Keys(object o)
    object PyMapping_Values(object o)
    object PyMapping_Items(object o)
    object PyMapping_GetItemString(object o, const char *key)
    int PyMapping_SetItemString(object o, const char *key, object value) except -1
