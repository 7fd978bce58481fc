# cython: boundscheck=False, wraparound=False
"""Top-k accuracy of a classifier: in how many rows is the label's score among the k largest?

The scores are large and stay on the device while k grows; of each round only a count comes back.
"""
from cython.parallel import parallel, prange


cdef inline bint among_largest(float[:, ::1] scores, int row, int label, int k) noexcept nogil:
    """Whether fewer than k scores of the row come before the label's; of equals the first does."""
    cdef float own = scores[row, label]
    cdef int before = 0
    cdef int column
    for column in range(scores.shape[1]):
        if scores[row, column] > own or (scores[row, column] == own and column < label):
            before += 1
    return before < k


def inferred(float[:, ::1] scores, int[::1] labels, long[::1] counts):
    """Sets counts[k - 1] to the number of rows that are right among the k largest."""
    cdef int rows = scores.shape[0]
    cdef long count
    cdef int i, k
    with nogil, device():
        for k in range(1, counts.shape[0] + 1):
            count = 0
            with parallel(device={}):
                for i in prange(rows):
                    count += among_largest(scores, i, labels[i], k)
            counts[k - 1] = count


def expert(float[:, ::1] scores, int[::1] labels, long[::1] counts):
    cdef int rows = scores.shape[0]
    cdef long count
    cdef int i, k
    with nogil, device({scores: 'to', labels: 'to'}):
        for k in range(1, counts.shape[0] + 1):
            count = 0
            with parallel(device={}):
                for i in prange(rows):
                    count += among_largest(scores, i, labels[i], k)
            counts[k - 1] = count
