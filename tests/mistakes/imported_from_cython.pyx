import cython.paralel  #~ ERROR
