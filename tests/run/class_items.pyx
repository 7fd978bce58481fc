"""Classes in brackets: `__class_getitem__` is a class method, with the decorator and without it."""


cdef class S:
    def __class_getitem__(cls, item):
        return cls.__name__, item


cdef class T(S):
    pass


cdef class U:
    @classmethod
    def __class_getitem__(cls, item):
        return cls.__name__, item


class P:
    def __class_getitem__(cls, item):
        return cls.__name__, item
