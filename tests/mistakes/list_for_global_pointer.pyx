cdef double *scale = [1.0, 2.0]

def reset():
    global scale
    scale = [0.5, 0.25]  #~ ERROR

def at(int i):
    return scale[i]
