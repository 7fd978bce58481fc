# Texts and bytes are never made of one another by themselves, and a text that is not ASCII is no C string.
cdef char *plain = "abc"
cdef char *letters = "é"  #~ ERROR OFC0201
cdef void *anything = "\N{SNOWMAN}"  #~ ERROR OFC0201


cdef take(bytes b):
    return b


def f(str text, bytes data, text_or_none):
    cdef bytes encoded = text  #~ ERROR OFC0201
    cdef str decoded = data  #~ ERROR OFC0201
    cdef bytes asked = text_or_none
    take(text)  #~ ERROR OFC0201
    take(text.encode())
    return encoded, decoded, asked


def rest(values):
    cdef int first, number
    cdef list others
    first, *others = values
    first, *number = values  #~ ERROR OFC0201
    *(a, b), c = 1, 2  #~ ERROR OFC0201
    *(a, b), c = 1, 2, 3
    return a, b, c, number


cdef bint same(double *x, int *y, void *z, const double *w):
    return x == y or x == z or x == w or y != NULL  #~ ERROR OFC0202


def matched(x):
    match x:
        case (*y):  #~ ERROR OFC0001
            pass
        case {"a": 1, 'a': 2}:  #~ ERROR OFC0001
            pass
        case {0: 1, -0.0: 2, 1: 3, True: 4}:  #~ ERROR OFC0001 #~ ERROR OFC0001
            pass
        case Point(x=1, y=2, x=3):  #~ ERROR OFC0001
            pass
        case {"a": 1, "b": 2, 1: 3, -1: 4, b"a": 5}:
            pass
