cimport cython


def conditions(int x):
    if cython.likely(x > 0):
        return 1
    elif (cython.unlikely(x < -5)):
        return 2
    y = 3 if cython.likely(x == 0) else 4
    y += len([i for i in range(x) if cython.unlikely(i == 3)])
    z = cython.likely(x) #~ ERROR OFC0520
    while cython.likely(x): #~ ERROR OFC0520
        x -= 1
    if not cython.unlikely(x): #~ ERROR OFC0520
        return 5
    return y, z
