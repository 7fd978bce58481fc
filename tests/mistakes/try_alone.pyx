def f():
    try:  #~ ERROR
        return 1
