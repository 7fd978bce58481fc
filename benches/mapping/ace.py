"""Inputs of ace.pyx: cells along an edge, and steps."""


def inputs(scale):
    return 20 + 10 * scale, 5
