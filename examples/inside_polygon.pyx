# cython: boundscheck=False, wraparound=False, cdivision=True
"""Which pixels of an image lie inside a polygon: the even-odd rule, one pixel per iteration."""
import numpy as np
from cython.parallel import parallel, prange


cdef bint _is_inside(const float[:, ::1] vertices, float px, float py) noexcept nogil:
    """Counts the edges that a ray from the point to the left crosses."""
    cdef int n = vertices.shape[0]
    cdef int at
    cdef float x1 = vertices[n - 1, 1], y1 = vertices[n - 1, 0]
    cdef float x2, y2
    cdef bint inside = False
    for at in range(n):
        x2 = vertices[at, 1]
        y2 = vertices[at, 0]
        if ((y1 > py) != (y2 > py)) and (px < (x2 - x1) * (py - y1) / (y2 - y1) + x1):
            inside = not inside
        x1 = x2
        y1 = y2
    return inside


def make_mask_host(const float[:, ::1] vertices not None, int height, int width):
    """On the host's cores."""
    cdef signed char[:, ::1] mask = np.empty((height, width), dtype=np.int8)
    cdef int i, j
    with nogil, parallel():
        for i in prange(height):
            for j in range(width):
                mask[i, j] = _is_inside(vertices, j, i)
    return np.asarray(mask)


def make_mask_device(const float[:, ::1] vertices not None, int height, int width):
    """On a device: the polygon goes there, the mask comes back."""
    cdef signed char[:, ::1] mask = np.empty((height, width), dtype=np.int8)
    cdef int i, j
    with nogil, parallel(device={}):
        for i in prange(height):
            for j in prange(width):
                mask[i, j] = _is_inside(vertices, j, i)
    return np.asarray(mask)
