def f(int n):
    with nogil:
        with nogil:  #~ ERROR
            n += 1
