def f(x: dobule):  #~ WARNING
    return x
