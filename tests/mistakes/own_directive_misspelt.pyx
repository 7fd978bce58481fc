# offcy: fastmat=True  #~ ERROR
def f(double[:] x):
    return x[0]
