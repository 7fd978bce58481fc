from scipy.special import erf
from cython.parallel import prange

def cdf(double[:] x):
    cdef Py_ssize_t i
    for i in prange(x.shape[0], nogil=True, device={}):
        x[i] = 0.5 * (1 + erf(x[i]))  #~ ERROR
