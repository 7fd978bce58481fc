from cython.parallel import prange

def scale(double[:] x):
    for i in prange(x.shape[0], nogil=True, device={}):
        x[i] = 2 * x[i]
        y = x[i] + nothing  #~ ERROR
