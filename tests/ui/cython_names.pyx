import cython
cimport cython as cy


def f(x):
    return cython.tpyeof(x), cy.nothing  #~ ERROR OFC0103
    #~^ ERROR OFC0103
