# Methods that Python finds by a slot or as a property have one signature.
cimport cython

cdef class Scale:
    def __call__(self, cython.floating x):  #~ ERROR OFC0207
        return x

    @property
    def size(self):
        return 1

    @size.setter
    def size(self, cython.floating x):  #~ ERROR OFC0207
        pass
