from cython cimport floting  #~ ERROR
def f(floting x):
    return x
