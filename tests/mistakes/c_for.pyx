def f(int n):
    for (i = 0; i < n; i++):  #~ ERROR
        print(i)
