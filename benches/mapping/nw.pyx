# cython: boundscheck=False, wraparound=False, cdivision=True
"""Needleman-Wunsch: the best global alignment of two sequences.

The score of a cell follows from its neighbours above and to the left, so the tiles of one
anti-diagonal are independent of each other. The scores are made on the device from the first cell on.
"""
import numpy as np
from cython.parallel import parallel, prange

cdef enum:
    TILE = 16


cdef inline int largest(int a, int b, int c) noexcept nogil:
    cdef int most = a
    if b > most:
        most = b
    if c > most:
        most = c
    return most


cdef inline void fill_tile(int[:, ::1] score, int[:, ::1] similarity, int row, int column, int gap) noexcept nogil:
    """Scores of the tile whose first cell is (row, column)."""
    cdef int i, j
    for i in range(row, min(row + TILE, score.shape[0])):
        for j in range(column, min(column + TILE, score.shape[1])):
            score[i, j] = largest(score[i - 1, j - 1] + similarity[i - 1, j - 1],
                                  score[i - 1, j] - gap, score[i, j - 1] - gap)


def inferred(int[:, ::1] similarity, int gap):
    """The scores of all prefixes; similarity[i, j] compares letter i of one with j of the other."""
    cdef int rows = similarity.shape[0] + 1, columns = similarity.shape[1] + 1
    cdef int down = (rows - 2) // TILE + 1, across = (columns - 2) // TILE + 1
    cdef int[:, ::1] score = np.empty((rows, columns), dtype=np.intc)
    cdef int diagonal, first, last, i, t
    with nogil, device():
        with parallel(device={}):
            for i in prange(rows):
                score[i, 0] = -i * gap
            for i in prange(columns):
                score[0, i] = -i * gap
        for diagonal in range(down + across - 1):
            first = max(0, diagonal - across + 1)
            last = min(diagonal, down - 1)
            with parallel(device={}):
                for t in prange(first, last + 1):
                    fill_tile(score, similarity, 1 + t * TILE, 1 + (diagonal - t) * TILE, gap)
    return np.asarray(score)


def expert(int[:, ::1] similarity, int gap):
    cdef int rows = similarity.shape[0] + 1, columns = similarity.shape[1] + 1
    cdef int down = (rows - 2) // TILE + 1, across = (columns - 2) // TILE + 1
    cdef int[:, ::1] score = np.empty((rows, columns), dtype=np.intc)
    cdef int diagonal, first, last, i, t
    with nogil, device({similarity: 'to', score: 'from'}):
        with parallel(device={}):
            for i in prange(rows):
                score[i, 0] = -i * gap
            for i in prange(columns):
                score[0, i] = -i * gap
        for diagonal in range(down + across - 1):
            first = max(0, diagonal - across + 1)
            last = min(diagonal, down - 1)
            with parallel(device={}):
                for t in prange(first, last + 1):
                    fill_tile(score, similarity, 1 + t * TILE, 1 + (diagonal - t) * TILE, gap)
    return np.asarray(score)
