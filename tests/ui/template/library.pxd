cdef extern from "library.hpp":
    void filtered[T](const T *image, T *out, int n) nogil
    T *first[T, U](T *x, U y)
