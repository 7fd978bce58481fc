# cython: boundschek=False  #~ WARNING
def f(double[:] x):
    return x[0]
