def f(x):
    f'' = 3  #~ ERROR OFC0001
    f'{x}' = x  #~ ERROR OFC0001
    return 'x' == x
