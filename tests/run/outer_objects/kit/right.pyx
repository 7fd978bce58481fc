from kit.left cimport Left, of_left


cdef class Right:
    def partner(self):
        cdef Left left = of_left(self.n + 1)
        return left.n


cdef Right of_right(long n):
    cdef Right right = Right()
    right.n = n
    return right
