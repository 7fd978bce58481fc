import cython
cimport cython as cy


def f(x):
    return cython.typeof(x), cy.nothing  #~ ERROR OFC0103
    #~^ ERROR OFC0103
