def f():
    y: itn = 3  #~ WARNING
    return y
