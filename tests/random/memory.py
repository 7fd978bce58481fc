"""What the model of a program knows of memory: arrays, views, and who has touched what.

All is counted in elements. Values are Python's: a float of C is a rounded double, an element that nothing has
written is None.
"""

import itertools
import struct

import tree


class Invalid(Exception):
    """The call is not a test: it races, reads garbage, or leaves what C defines."""


class Raised(Exception):
    """The call ends with one of these exceptions: (type, message) pairs."""

    def __init__(self, choices):
        super().__init__(choices)
        self.choices = set(choices)


def single(value):
    try:
        return struct.unpack("f", struct.pack("f", value))[0]
    except OverflowError:
        raise Invalid("overflow") from None


def wrapped(value, kind):
    """As C converts a number to this integer type."""
    bits = tree.INTEGERS[kind]
    if kind == "unsigned char":
        return value & 0xFF
    if kind == "short":
        return (value + 0x8000 & 0xFFFF) - 0x8000
    if not -(1 << bits - 1) <= value < 1 << bits - 1:
        raise Invalid("overflow")
    return value


def converted(value, kind):
    """A value of any number type as C assigns it to this one."""
    if kind == "double":
        return finite(float(value))
    if kind == "float":
        return single(value)
    if isinstance(value, float):
        value = int(value)
        low = 0 if kind == "unsigned char" else -(1 << tree.INTEGERS[kind] - 1)
        if not low <= value < low + (1 << tree.INTEGERS[kind]):
            raise Invalid("overflow")
    return wrapped(value, kind)


def finite(value):
    if not -1e100 < value < 1e100:
        raise Invalid("overflow")
    return value


class Buffer:
    numbers = itertools.count(1)

    def __init__(self, dtype, values):
        self.dtype = dtype
        self.values = values
        self.first = next(Buffer.numbers) << 32  # of its elements' keys


class View:
    __slots__ = ("buffer", "offset", "shape", "strides", "root")

    def __init__(self, buffer, offset, shape, strides, root=None):
        self.buffer, self.offset, self.shape, self.strides, self.root = buffer, offset, shape, strides, root

    def rooted(self, root):
        return View(self.buffer, self.offset, self.shape, self.strides, root)

    def elements(self):
        """The places of its elements, in C order."""
        places = [self.offset]
        for extent, stride in zip(self.shape, self.strides):
            places = [place + k * stride for place in places for k in range(extent)]
        return places

    def bounds(self):
        """The places of its first element and after its last; None: it has none."""
        low = high = self.offset
        for extent, stride in zip(self.shape, self.strides):
            if extent == 0:
                return None
            reach = (extent - 1) * stride
            low, high = low + min(reach, 0), high + max(reach, 0)
        return low, high + 1

    def meets(self, other):
        mine, theirs = self.bounds(), other.bounds()
        if self.buffer is not other.buffer or mine is None or theirs is None:
            return False
        return mine[0] < theirs[1] and theirs[0] < mine[1]

    def same(self, other):
        return (self.buffer, self.offset, self.shape, self.strides) == (
            other.buffer, other.offset, other.shape, other.strides)

    def overlaps_in_part(self, other):
        """Their ranges meet, and neither lies within the other."""
        if not self.meets(other):
            return False
        (low, high), (other_low, other_high) = self.bounds(), other.bounds()
        return not (low <= other_low and other_high <= high or other_low <= low and high <= other_high)


class Iteration:
    """What one iteration of a parallel loop reads and writes."""

    def __init__(self):
        self.reads, self.writes, self.atomics = set(), set(), set()


class ParallelLoop:
    """Finds races between the iterations of one loop."""

    def __init__(self):
        self.reads, self.writes, self.atomics = set(), set(), set()
        self.races = False

    def add(self, one):
        """Another iteration is over."""
        self.races = self.races or not (
            one.writes.isdisjoint(self.writes)
            and one.writes.isdisjoint(self.reads)
            and one.writes.isdisjoint(self.atomics)
            and one.reads.isdisjoint(self.writes)
            and one.reads.isdisjoint(self.atomics)
            and one.atomics.isdisjoint(self.reads)
            and one.atomics.isdisjoint(self.writes)
        )
        self.reads |= one.reads
        self.writes |= one.writes
        self.atomics |= one.atomics


class Present:
    """A range that an explicit map keeps on the device."""

    def __init__(self, buffer, low, high):
        self.buffer, self.low, self.high = buffer, low, high
        self.references = 0
        self.state = {}  # place -> "both", "host", "device": whose copy is current
        self.copies_back = set()  # places of maps with `from`


class Residency:
    """Whether explicit maps are right: who reads finds what was written last.

    What is inferred needs no model: it may not change a result.
    """

    def __init__(self):
        self.ranges = []

    def find(self, buffer, place):
        for present in self.ranges:
            if present.buffer is buffer and present.low <= place < present.high:
                return present
        return None

    def enter(self, maps):
        """`maps`: (view, map type) pairs. Gives what `leave` needs."""
        entered, mine, sends = [], [], {}
        for view, kind in maps:
            bounds = view.bounds()
            if bounds is None:
                continue
            meeting = [p for p in self.ranges if p.buffer is view.buffer and p.low < bounds[1] and bounds[0] < p.high]
            if not meeting:
                meeting = [Present(view.buffer, *bounds)]
                self.ranges += meeting
                mine += meeting
            present = meeting[0]
            if len(meeting) > 1 or bounds[0] < present.low or present.high < bounds[1]:
                raise Invalid("an explicit map overlaps with another in part")
            present.references += 1
            entered.append(present)
            if present not in mine:
                continue
            # Of each only the section that is used is moved: no map stands in for another.
            if sends.setdefault(id(present), kind in ("to", "tofrom")) != (kind in ("to", "tofrom")):
                raise Invalid("one map of a range sends it, the other does not")
            for place in view.elements():
                if kind in ("to", "tofrom"):
                    present.state[place] = "both"
                else:
                    present.state.setdefault(place, "host")
                if kind in ("from", "tofrom"):
                    present.copies_back.add(place)
        return entered

    def leave(self, entered, failed):
        for present in entered:
            present.references -= 1
            if present.references > 0:
                continue
            self.ranges.remove(present)
            if failed:
                continue
            for place, state in present.state.items():
                if place in present.copies_back and state == "host":
                    raise Invalid("a map brings back what is not current")
                if place not in present.copies_back and state == "device":
                    # Its values stay on the device: nobody may ask for them.
                    present.buffer.values[place] = None

    def read(self, view, place, on_device):
        present = self.find(view.buffer, place)
        if present is not None and present.state.get(place) not in ("both", "device" if on_device else "host"):
            raise Invalid("reads what is not current")

    def write(self, view, place, on_device):
        present = self.find(view.buffer, place)
        if present is None:
            return
        if on_device and place not in present.state:
            raise Invalid("writes into a gap of a mapped view")
        if place in present.state:
            present.state[place] = "device" if on_device else "host"

    def update(self, maps):
        for view, kind in maps:
            for place in view.elements():
                present = self.find(view.buffer, place)
                if present is None or place not in present.state:
                    raise Invalid("updates what is not there")
                if present.state[place] == ("device" if kind == "to" else "host"):
                    raise Invalid("an update undoes a write")
                present.state[place] = "both"
