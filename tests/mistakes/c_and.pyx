def f(int n, int m):
    if n > 3 && m > 4:  #~ ERROR
        return 1
    return 0
