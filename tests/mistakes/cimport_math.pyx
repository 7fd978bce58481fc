cimport math  #~ ERROR
def f(double x):
    return math.sqrt(x)
