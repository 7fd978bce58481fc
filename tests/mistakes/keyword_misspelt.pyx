cdef int f(int a, int b):
    return a + b
def g():
    return f(1, c=2)  #~ ERROR
