def f(x):
	if x:
        return 1  #~ ERROR
	return 2
