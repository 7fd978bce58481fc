def f(int x):
    return x()  #~ ERROR
