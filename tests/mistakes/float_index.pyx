def middle(double[:] x, int n):
    return x[n / 2]  #~ ERROR
