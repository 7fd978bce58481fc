# cython: boundscheck=False, wraparound=False, cdivision=True
"""Direct Coulomb summation: the electrostatic potential of many atoms on a plane of a lattice.

The atoms come in batches: the host prepares one, the device adds what it contributes to every point.
"""
import numpy as np
from cython.parallel import parallel, prange
from libc.math cimport sqrtf

cdef enum:
    BATCH = 128


cdef inline float potential(float[:, ::1] batch, int count, float x, float y) noexcept nogil:
    """What the first `count` atoms of a batch contribute at (x, y)."""
    cdef float total = 0, dx, dy
    cdef int k
    for k in range(count):
        dx = x - batch[k, 0]
        dy = y - batch[k, 1]
        total += batch[k, 3] / sqrtf(dx * dx + dy * dy + batch[k, 2])
    return total


def inferred(float[:, ::1] atoms, int rows, int columns, float spacing, float z):
    """The potential on the plane at height z; a row of `atoms` is x, y, z and the charge."""
    cdef int every = atoms.shape[0]
    cdef float[:, ::1] energy = np.empty((rows, columns), dtype=np.float32)
    cdef float[:, ::1] batch = np.empty((BATCH, 4), dtype=np.float32)
    cdef float dz
    cdef int number, begin, count, k, i, j
    with nogil, device():
        with parallel(device={}):
            for i in prange(rows):
                for j in prange(columns):
                    energy[i, j] = 0
        for number in range((every - 1) // BATCH + 1):
            begin = number * BATCH
            count = min(BATCH, every - begin)
            for k in range(count):
                batch[k, 0] = atoms[begin + k, 0]
                batch[k, 1] = atoms[begin + k, 1]
                dz = z - atoms[begin + k, 2]
                batch[k, 2] = dz * dz
                batch[k, 3] = atoms[begin + k, 3]
            with parallel(device={}):
                for i in prange(rows):
                    for j in prange(columns):
                        energy[i, j] += potential(batch, count, spacing * j, spacing * i)
    return np.asarray(energy)


def expert(float[:, ::1] atoms, int rows, int columns, float spacing, float z):
    cdef int every = atoms.shape[0]
    cdef float[:, ::1] energy = np.empty((rows, columns), dtype=np.float32)
    cdef float[:, ::1] batch = np.empty((BATCH, 4), dtype=np.float32)
    cdef float[:, ::1] filled
    cdef float dz
    cdef int number, begin, count, k, i, j
    with nogil, device({energy: 'from', batch: 'alloc'}):
        with parallel(device={}):
            for i in prange(rows):
                for j in prange(columns):
                    energy[i, j] = 0
        for number in range((every - 1) // BATCH + 1):
            begin = number * BATCH
            count = min(BATCH, every - begin)
            for k in range(count):
                batch[k, 0] = atoms[begin + k, 0]
                batch[k, 1] = atoms[begin + k, 1]
                dz = z - atoms[begin + k, 2]
                batch[k, 2] = dz * dz
                batch[k, 3] = atoms[begin + k, 3]
            filled = batch[:count]
            update({filled: 'to'})
            with parallel(device={}):
                for i in prange(rows):
                    for j in prange(columns):
                        energy[i, j] += potential(batch, count, spacing * j, spacing * i)
    return np.asarray(energy)
