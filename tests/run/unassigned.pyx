"""Object variables without a value."""

def maybe(x):
    if x:
        y = [x]
    return y

def looped(items):
    for item in items:
        last = item + 1
    return last, item

def either(x):
    if x > 1:
        y = "more"
    elif x > 0:
        y = "one"
    else:
        z = "less"
    return y

def both(x):
    if x:
        y = 1
    else:
        y = "other"
    return y

def until(int n):
    while n > 0:
        found = str(n)
        if n == 3:
            break
        n -= 1
    else:
        found += "!"
    return found

def leaves(x):
    if not x:
        return None
    else:
        y = {x: x}
    return y

def raises(x):
    if x:
        y = 2
    else:
        raise KeyError(x)
    return y + 1

def first_round(int n):
    cdef int i
    cdef object total = None
    for i in range(n):
        if i > 0:
            total = total + before
        else:
            total = 0
        before = i * i
    return total

cdef object c_maybe(int n):
    cdef object y
    if n:
        y = n
    return y

def called(int n):
    return c_maybe(n)

def in_comparison(x):
    if x > 0:
        y = x
    if y == x and y is not None:
        return y
    return x
