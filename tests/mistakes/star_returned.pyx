def ends(values):
    return *values  #~ ERROR
