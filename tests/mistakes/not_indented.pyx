def f(x):  #~ ERROR
return x
