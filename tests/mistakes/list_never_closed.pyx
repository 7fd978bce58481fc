def f(x):
    x = [1, 2  #~ ERROR
    return x
