# Cython takes one of the two in a file.
from cython.parallel import prange

def spaces(double[:] x):
    """Text
	kept."""
    cdef int i
    for i in prange(3, nogil=True, device={}):
        x[i] = 1

def tabs(double[:] x):
	cdef int i
	for i in prange(3, nogil=True,
	                device={}):
		if x[i]:
  			raise ValueError
