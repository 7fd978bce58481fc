def f(double complex z):
    return z < 3  #~ ERROR
