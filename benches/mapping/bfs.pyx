# cython: boundscheck=False, wraparound=False
"""Breadth-first search: how many edges away from a node is every other?

The search goes level by level, and the host asks after each whether anything new was reached.
"""
import numpy as np
from cython.parallel import parallel, prange


def inferred(int[::1] first, int[::1] degree, int[::1] targets, int source):
    """Distances from `source`, -1 where there is no way; node i has `degree[i]` edges from `first[i]` on."""
    cdef int nodes = first.shape[0]
    cdef unsigned char[::1] frontier = np.zeros(nodes, dtype=np.uint8)
    cdef unsigned char[::1] reached = np.zeros(nodes, dtype=np.uint8)
    cdef unsigned char[::1] visited = np.zeros(nodes, dtype=np.uint8)
    cdef int[::1] distance = np.full(nodes, -1, dtype=np.intc)
    cdef int[::1] more = np.ones(1, dtype=np.intc)
    cdef int i, e
    frontier[source] = 1
    visited[source] = 1
    distance[source] = 0
    with nogil, device():
        while more[0]:
            more[0] = 0
            with parallel(device={}):
                for i in prange(nodes):
                    if frontier[i]:
                        frontier[i] = 0
                        for e in range(first[i], first[i] + degree[i]):
                            if not visited[targets[e]]:
                                distance[targets[e]] = distance[i] + 1
                                reached[targets[e]] = 1
                for i in prange(nodes):
                    if reached[i]:
                        reached[i] = 0
                        frontier[i] = 1
                        visited[i] = 1
                        more[0] = 1
    return np.asarray(distance)


def expert(int[::1] first, int[::1] degree, int[::1] targets, int source):
    cdef int nodes = first.shape[0]
    cdef unsigned char[::1] frontier = np.zeros(nodes, dtype=np.uint8)
    cdef unsigned char[::1] reached = np.zeros(nodes, dtype=np.uint8)
    cdef unsigned char[::1] visited = np.zeros(nodes, dtype=np.uint8)
    cdef int[::1] distance = np.full(nodes, -1, dtype=np.intc)
    cdef int[::1] more = np.ones(1, dtype=np.intc)
    cdef int i, e
    frontier[source] = 1
    visited[source] = 1
    distance[source] = 0
    with nogil, device({first: 'to', degree: 'to', targets: 'to', frontier: 'to', reached: 'to',
                        visited: 'to', distance: 'tofrom'}):
        while more[0]:
            more[0] = 0
            with parallel(device={more: 'tofrom'}):
                for i in prange(nodes):
                    if frontier[i]:
                        frontier[i] = 0
                        for e in range(first[i], first[i] + degree[i]):
                            if not visited[targets[e]]:
                                distance[targets[e]] = distance[i] + 1
                                reached[targets[e]] = 1
                for i in prange(nodes):
                    if reached[i]:
                        reached[i] = 0
                        frontier[i] = 1
                        visited[i] = 1
                        more[0] = 1
    return np.asarray(distance)
