def f(x):
    for i in range(3)  #~ ERROR
        x += i
    return x
