def f(int x):
    return x[0]  #~ ERROR
