def f(bint n):
    if !n:  #~ ERROR
        return 1
    return 0
