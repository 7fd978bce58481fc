from cython.parallel import prange

def f(double[:] x):
    total = 0
    for i in prange(x.shape[0], nogil=True, device={}):
        total += 1  #~ ERROR
    return total * x[0]
