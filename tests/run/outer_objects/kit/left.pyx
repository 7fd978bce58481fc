from kit.right cimport Right, of_right


cdef class Left:
    def partner(self):
        cdef Right right = of_right(self.n + 1)
        return right.n


cdef Left of_left(long n):
    cdef Left left = Left()
    left.n = n
    return left
