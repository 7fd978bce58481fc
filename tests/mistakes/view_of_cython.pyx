from cython.view cimport memoryview  #~ ERROR


def shape(memoryview x):
    return x.shape
