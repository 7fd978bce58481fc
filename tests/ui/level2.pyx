# cython: language_level=2


def printed(x):
    print(x)
    print("x", x) #~ ERROR OFC0001
    print() #~ ERROR OFC0001
    show = print #~ ERROR OFC0001
    return show


class Meta:
    __metaclass__ = type #~ ERROR OFC0010


text = ur"\u1234" #~ ERROR OFC0010
cdef double half = 1 / 2
cdef char* letters = "ä\xe4"
