def area(double r):
    int n = 3  #~ ERROR
    return n * r
