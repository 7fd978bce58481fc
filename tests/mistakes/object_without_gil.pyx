def f(obj):
    cdef double s = 0
    with nogil:
        s = obj.value  #~ ERROR
        s += obj.value
        obj.value = s
        obj.go()
    return s
