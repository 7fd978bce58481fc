# What offcy knows about the iterators of sequences and calls in C.

cdef extern from "Python.h":
    bint PySeqIter_Check(object o)
    object PySeqIter_New(object sequence)
    bint PyCallIter_Check(object o)
    object PyCallIter_New(object callable, object sentinel)
