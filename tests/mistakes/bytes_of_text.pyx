def write(file, str line):
    cdef bytes data = line  #~ ERROR
    file.write(data)
