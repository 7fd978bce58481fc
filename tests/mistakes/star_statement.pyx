def show(values):
    *"abc"  #~ ERROR
    return values
