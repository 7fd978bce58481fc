"""Imports at language level 2: a module of a package looks beside itself first."""

from kit import inside


def found():
    return inside.found()


def missing():
    return inside.missing()
