cdef class Holder:
    def __init__(self, values):
        self.values = values
        self._count = len(values)
        self.count = 100
