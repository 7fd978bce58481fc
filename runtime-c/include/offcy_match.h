/* Patterns of `match`: each function takes an object apart for one pattern, and gives a new tuple of the parts; `None` if the
 * object does not match, NULL with an exception if that cannot be found out. */
#ifndef OFFCY_MATCH_H
#define OFFCY_MATCH_H

#ifndef OFFCY_PY_H
#error "include offcy_py.h"
#endif

/* A sequence, but no text or bytes, of `before` parts: ints. If `after` is not None, it is the number of parts at the end, and
 * between both is a list of the others, or None unless `keeps` is True. */
OFFCY_HIDDEN PyObject *offcy_match_sequence(PyObject *object, PyObject *before, PyObject *after,
                                            PyObject *keeps);

/* A mapping with the keys in a tuple: their values, and if `keeps` is True a dict of the rest. */
OFFCY_HIDDEN PyObject *offcy_match_mapping(PyObject *object, PyObject *keys, PyObject *keeps);

/* An object of a class: its first `count` parts by `__match_args__`, and the attributes with the names in a tuple. */
OFFCY_HIDDEN PyObject *offcy_match_class(PyObject *object, PyObject *type, PyObject *count, PyObject *names);

#endif
