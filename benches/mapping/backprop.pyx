# cython: boundscheck=False, wraparound=False, cdivision=True
"""Training of a neural network with one wide input layer, one hidden layer and one output.

The device does what the input layer is in: the sums of its weights, block by block, and their change.
The host adds the blocks up and does the small layers, between the two.
"""
import numpy as np
from cython.parallel import parallel, prange
from libc.math cimport exp

cdef enum:
    BLOCK = 32      # inputs that one thread adds up

cdef double RATE = 0.3
cdef double MOMENTUM = 0.3


cdef double squashed(double x) noexcept nogil:
    return 1 / (1 + exp(-x))


cdef double small_layers(double[:, ::1] partial, double[::1] bias, double[::1] output, double target,
                        double[::1] hidden, double[::1] delta) noexcept nogil:
    """Host: from the sums of the blocks to the errors of the hidden units; returns the output."""
    cdef double total = 0, result, error
    cdef int b, j
    for j in range(hidden.shape[0]):
        hidden[j] = bias[j]
        for b in range(partial.shape[0]):
            hidden[j] += partial[b, j]
        hidden[j] = squashed(hidden[j])
        total += hidden[j] * output[j]
    result = squashed(total)
    error = result * (1 - result) * (target - result)
    for j in range(hidden.shape[0]):
        delta[j] = hidden[j] * (1 - hidden[j]) * error * output[j]
        output[j] += RATE * error * hidden[j]
    return result


def inferred(double[::1] inputs, double[:, ::1] weights, double[:, ::1] changes, double[::1] output,
             double target, int repeats):
    """Trains for so many repeats; row 0 of `weights` and `changes` belongs to the bias, whose input is 1."""
    cdef int rows = inputs.shape[0], units = weights.shape[1]
    cdef int blocks = (rows - 2) // BLOCK + 1
    cdef double[:, ::1] partial = np.empty((blocks, units))
    cdef double[::1] hidden = np.empty(units)
    cdef double[::1] delta = np.empty(units)
    cdef double[::1] bias = weights[0]
    cdef double result = 0, total
    cdef int step, b, i, j
    with nogil, device():
        for step in range(repeats):
            with parallel(device={}):
                for b in prange(blocks):
                    for j in prange(units):
                        total = 0
                        for i in range(1 + b * BLOCK, min(1 + (b + 1) * BLOCK, rows)):
                            total = total + inputs[i] * weights[i, j]
                        partial[b, j] = total
            result = small_layers(partial, bias, output, target, hidden, delta)
            with parallel(device={}):
                for i in prange(rows):
                    for j in prange(units):
                        changes[i, j] = RATE * delta[j] * inputs[i] + MOMENTUM * changes[i, j]
                        weights[i, j] += changes[i, j]
    return result


def expert(double[::1] inputs, double[:, ::1] weights, double[:, ::1] changes, double[::1] output,
           double target, int repeats):
    cdef int rows = inputs.shape[0], units = weights.shape[1]
    cdef int blocks = (rows - 2) // BLOCK + 1
    cdef double[:, ::1] partial = np.empty((blocks, units))
    cdef double[::1] hidden = np.empty(units)
    cdef double[::1] delta = np.empty(units)
    cdef double[::1] bias = weights[0]
    cdef double result = 0, total
    cdef int step, b, i, j
    with nogil, device({inputs: 'to', weights: 'tofrom', changes: 'tofrom', partial: 'alloc', delta: 'alloc'}):
        for step in range(repeats):
            with parallel(device={}):
                for b in prange(blocks):
                    for j in prange(units):
                        total = 0
                        for i in range(1 + b * BLOCK, min(1 + (b + 1) * BLOCK, rows)):
                            total = total + inputs[i] * weights[i, j]
                        partial[b, j] = total
            update({partial: 'from'})
            if step > 0:  # before that the host's is current
                update({bias: 'from'})
            result = small_layers(partial, bias, output, target, hidden, delta)
            update({delta: 'to'})
            with parallel(device={}):
                for i in prange(rows):
                    for j in prange(units):
                        changes[i, j] = RATE * delta[j] * inputs[i] + MOMENTUM * changes[i, j]
                        weights[i, j] += changes[i, j]
    return result
