cdef bytes kept = b"abc"
text = b"abc"
cdef char *start

start = kept
start = b"xyz"
start = text #~ WARNING OFC0211


cdef long length(const char *given):
    return given[0]


def passed():
    return length(text)


def stored():
    cdef const char *here = text #~ WARNING OFC0211
    return here[0]
