def f(int n):
    // a comment  #~ ERROR
    return n
