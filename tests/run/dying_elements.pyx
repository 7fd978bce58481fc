"""Elements of memoryviews that run code when they go. Cython gives some of them back twice."""
import numpy as np


class Noisy:
    """Says when it goes."""
    gone = []

    def __init__(self, name, also=None):
        self.name = name
        self.also = also

    def __del__(self):
        Noisy.gone.append(self.name)
        if self.also is not None:
            self.also()


cdef class Holder:
    cdef object[:] items

    def __init__(self, items):
        self.items = items

    def get(self, int i):
        return self.items[i]

    def put(self, int i, x):
        self.items[i] = x


def dying(int how):
    """What goes may look at the view and bind what holds it."""
    a = np.empty(4, dtype=object)
    cdef object[:] v = a
    holder = Holder(a)
    Noisy.gone.clear()

    def look():
        v[0] = "looked"

    v[0] = Noisy("first", look)
    v[1] = Noisy("second")
    holder.put(3, Noisy("third", lambda: holder.__init__(np.array([1, 2], dtype=object))))
    if how == 0:
        v[0] = None
    elif how == 1:
        v[:] = 5
    elif how == 2:
        v[1:] = v[:-1]
    elif how == 3:
        holder.put(3, 1)
    elif how == 4:
        (<object> v)[:] = "object"
    found = [x if isinstance(x, (str, int)) else getattr(x, "name", None) for x in a]
    gone = sorted(Noisy.gone)
    v[:] = None
    return found, gone, holder.get(0)
