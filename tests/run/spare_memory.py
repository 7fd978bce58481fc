"""Objects begin empty whatever was where they are, and end as they do without spare memory."""

import gc
import threading
import weakref

import numpy as np
from attempts import attempt


def fresh(make, fields):
    """What new objects have after others have ended, in the order and number of which the memory is used again."""
    found = []
    for count in 1, 2, 5, 9:
        objects = [make() for _ in range(count)]
        found.append([fields(one) for one in objects])
        del objects
    return found


def used(module):
    def make():
        node = module.Node()
        found = node.fields()
        node.number, node.value, node.items = 7, [8], [node.value]
        node.other = module.Node(3, "x")
        node.take(np.zeros(3))
        return found

    return fresh(make, lambda found: found)


def collected(module, make):
    """Cycles through objects."""
    found = []
    for _ in range(12):
        one, other = make(), make()
        one.other, other.other = other, one
        one.value = module.Referred()
        known = weakref.ref(one.value)
        del one, other
        gc.collect()
        found.append(known() is None)
    return found


def referred(module):
    found = []
    for k in range(10):
        one = module.Referred()
        found.append((one.value, dict(vars(one)), weakref.getweakrefcount(one)))
        known = weakref.ref(one, found.append)
        one.value, one.name = k, str(k)
        del one
        found[-1] = found[-1] is known and known() is None
    return found


def revived(module):
    """Once: Cython calls `__del__` of no second object in the same memory."""
    one = module.Revived()
    one.value = 3
    del one
    what, kept = module.log.pop()
    found = what, kept.value
    return found


def ended(module):
    for k in range(20):
        objects = [module.Ended(k), module.Ended(-k)]
        del objects[0]
        del objects
    found = [number for number in module.log if isinstance(number, int)]
    module.log.clear()
    return found, attempt(module.Ended), attempt(module.Ended, "x"), module.log.pop(), module.Ended(4).number


def derived(module):
    class InPython(module.Node):
        pass

    class Slots(module.Node):
        __slots__ = ()

    class OfFinal(module.Derived):
        __slots__ = ("extra",)

    found = []
    for kind in (InPython, Slots, OfFinal, module.Derived, module.Node) * 3:
        one = kind(5, "v")
        found.append((kind.__name__, one.fields(), type(one).__name__, hasattr(one, "extra"), getattr(one, "more", "none")))
        del one
    return found


def classes_end(module):
    """Whether a derived class ends after its objects."""

    class InPython(module.Node):
        __slots__ = ()

    taken = [module.Node() for _ in range(10)]  # all spare memory
    for _ in range(2):
        InPython(5).value = 3
    del taken
    known = weakref.ref(InPython)
    del InPython
    gc.collect()
    return known() is None


def in_threads(module):
    """Each makes and ends objects."""
    found = [None] * 4

    def work(k):
        found[k] = module.made(500), module.counters(50) == [2 * i + 4 for i in range(50)]

    threads = [threading.Thread(target=work, args=(k,)) for k in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return found


def cases(module):
    yield "used", used(module)
    yield "plain", fresh(module.Plain, lambda one: (one.a, one.b, setattr(one, "a", 5), setattr(one, "b", 2.5)))
    yield "numbers", fresh(module.Final, lambda one: (one.get(), one.set(1, 2, 3, 4), one.get()))
    yield "made", module.made(40)
    yield "collected", collected(module, module.Node)
    yield "collected, derived", collected(module, module.Derived)
    yield "referred", referred(module)
    yield "revived", revived(module)
    yield "ended", ended(module)
    yield "derived", derived(module)
    yield "classes end", classes_end(module)
    yield "counters", module.counters(30)
    yield "nested", [module.nested(n) for n in range(12)]
    yield "waiting", [sum(module.waiting(n)) for n in range(20)]
    left = [module.waiting(n) for n in range(3, 15)]
    yield "left", [next(one) for one in left]
    del left
    steps = [module.counter(k) for k in range(15)]
    yield "kept", [step(2) for step in steps]
    yield "threads", in_threads(module)
    yield "in use", [len([1 for one in gc.get_objects() if type(one) is module.Node])]
