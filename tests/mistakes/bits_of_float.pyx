def f(double x):
    return x & 3  #~ ERROR
