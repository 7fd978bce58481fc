# cython: boundscheck=True, auto_context=True
from cython.parallel cimport parallel, prange
import numpy as np


def region(double[::1] x, long[::1] order, double[::1] y):
    """What a failing region leaves in `y` is read by the handler alone."""
    cdef Py_ssize_t i
    cdef double total = 0
    try:
        for i in prange(order.shape[0], nogil=True, device={}):
            y[order[i]] = x[i] + 1
    except IndexError as error:
        for i in range(y.shape[0]):
            y[i] = -1
        return str(error), y[0]
    for i in range(y.shape[0]):
        total += y[i]
    return total


def raises(double[::1] x, double limit):
    cdef Py_ssize_t i
    try:
        with nogil, parallel(device={}):
            for i in prange(x.shape[0]):
                if x[i] > limit:
                    raise ValueError("too much")
    except (ValueError, TypeError) as error:
        return str(error)
    else:
        return "fits"
    finally:
        x[0] = -1


def around_a_context(double[::1] x, double[::1] y, words):
    cdef Py_ssize_t i
    try:
        with device({x: 'to', y: 'tofrom'}):
            for i in prange(x.shape[0], nogil=True, device={}):
                y[i] = x[i] * 2
            if words is not None:
                raise RuntimeError(words)
            for i in prange(x.shape[0], nogil=True, device={}):
                y[i] += 1
    except RuntimeError as error:
        return str(error), y[1]
    return y[1]


def in_a_context(double[::1] x, double[::1] y, list at):
    """The context goes on behind the handler."""
    cdef Py_ssize_t i
    found = []
    with device({x: 'to', y: 'tofrom'}):
        for k in at:
            try:
                for i in prange(x.shape[0], nogil=True, device={}):
                    y[i] = y[i] + x[i]
                if k is None:
                    continue
                if k == "end":
                    break
                found.append(10 // k)
            except ZeroDivisionError:
                found.append("zero")
            finally:
                for i in prange(x.shape[0], nogil=True, device={}):
                    y[i] = y[i] * 2
    return found


def returns_from_a_context(double[::1] x, int how):
    cdef Py_ssize_t i
    try:
        with device({x: 'tofrom'}):
            for i in prange(x.shape[0], nogil=True, device={}):
                x[i] += 1
            if how == 0:
                return "inside"
            if how == 1:
                raise ValueError
    except ValueError:
        return x[0]
    finally:
        x[1] = x[0]
    return "behind"


def inferred(double[::1] x, double[::1] y, long at):
    """The host's code in handlers finds what the regions have written."""
    cdef Py_ssize_t i
    cdef double seen = 0
    with device():
        for i in prange(x.shape[0], nogil=True, device={}):
            y[i] = x[i] + 1
        try:
            y[at] = y[0] + 10
            for i in prange(x.shape[0], nogil=True, device={}):
                x[i] = y[i] * 2
        except IndexError:
            seen = y[1]
            y[1] = 100
        else:
            seen = x[1]
        finally:
            seen += y[2]
        for i in prange(x.shape[0], nogil=True, device={}):
            y[i] += x[i]
    return seen


def temporary(int n, long bad):
    """Nobody reads `work` behind the second region but the handler."""
    cdef Py_ssize_t i
    cdef double[::1] work = np.empty(n)
    cdef double[::1] result = np.zeros(n)
    cdef double total = 0
    for i in prange(n, nogil=True, device={}):
        work[i] = i + 1
    try:
        for i in prange(n, nogil=True, device={}):
            result[i] = work[i] * 2
        if bad >= 0:
            result[n + bad] = 1
    except IndexError:
        for i in range(n):
            total += work[i]
        return total
    return result[n - 1]


def overwritten(int n, fails):
    """The second region would write all of `work`, but it may not be reached."""
    cdef Py_ssize_t i
    cdef double[::1] work = np.ones(n)
    for i in prange(n, nogil=True, device={}):
        work[i] += i
    try:
        if fails:
            raise KeyError
        for i in prange(n, nogil=True, device={}):
            work[i] = 5
    except KeyError:
        pass
    return work[n - 1]


def rebound(double[::1] a, double[::1] b, step):
    """Which array `view` shows is not known in the handler."""
    cdef Py_ssize_t i
    cdef double[::1] view = a
    try:
        if step == 1:
            raise KeyError
        view = b
        if step == 2:
            raise KeyError
        view = a
    except KeyError:
        pass
    for i in prange(view.shape[0], nogil=True, device={}):
        view[i] += 1
    return view[0]


def scalar(double[::1] x, fails):
    """A sum and a last value that only the handler reads."""
    cdef Py_ssize_t i
    cdef double total = 0, last = 0
    try:
        for i in prange(x.shape[0], nogil=True, device={}):
            total += x[i]
            last = x[i]
        if fails:
            raise KeyError
    except KeyError:
        return total, last
    return 0


def rounds(double[::1] x, list steps):
    """A loop that keeps its data on the device, with a handler inside."""
    cdef Py_ssize_t i
    failures = 0
    for step in steps:
        try:
            for i in prange(x.shape[0], nogil=True, device={}):
                x[i] += 1
            x[step] = 0
        except (IndexError, TypeError):
            failures += 1
            x[0] = 50
    return failures


cdef double doubled(double[::1] x, long at) except? -1:
    cdef Py_ssize_t i
    for i in prange(x.shape[0], nogil=True, device={}):
        x[i] *= 2
    return x[at]


def calls(double[::1] x, long at):
    with device():
        try:
            return doubled(x, at)
        except IndexError:
            return doubled(x, 0)


cdef int steps(double[::1] x) except -1 nogil:
    cdef Py_ssize_t i
    with gil:
        try:
            for i in prange(x.shape[0], nogil=True, device={}):
                x[i] += 1
            raise KeyError("steps")
        except KeyError:
            pass
    return 0


def without_the_gil(double[::1] x):
    cdef int given
    try:
        with nogil:
            given = steps(x)
            x[x.shape[0] + given] = 1
    except IndexError:
        return x[0]


def host_loop(double[::1] x, long[::1] order):
    cdef Py_ssize_t i
    try:
        for i in prange(order.shape[0], nogil=True):
            x[order[i]] = 1
    except IndexError as error:
        return str(error)
    return x[0]
