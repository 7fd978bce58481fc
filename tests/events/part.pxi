def included(x):
    if x:
        return 1
    return 2


WIDTH = 3
if WIDTH > 3:
    HEIGHT = 4
