def f(x, y=1, z):  #~ ERROR
    return x
