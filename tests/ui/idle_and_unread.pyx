# Where a line cannot be read, it is not known where blocks end.
from cython.parallel import prange


def unread(double[::1] x):
    cdef Py_ssize_t i
    with device({x: 'to'}):
        x[0] = 1
      for i in prange(x.shape[0], nogil=True, device={}):  #~ ERROR OFC0001
            x[i] = 0
