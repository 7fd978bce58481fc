# An extension type of another module with a field that is C++.
from a cimport A

def f(A a):  #~ ERROR OFC0011
    return a.n
