def f(int n):
    with nogil  #~ ERROR
        pass
