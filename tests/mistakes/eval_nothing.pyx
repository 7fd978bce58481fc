def value(settings):
    return eval()  #~ ERROR
