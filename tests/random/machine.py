"""The model: runs a program on plain numbers and says what every build must give.

A call is a test only if what it does is well defined: it doesn't race, touches nothing outside of an array,
reads nothing that nobody wrote, and what the user's maps say is right. All else is refused as `Invalid`.
"""

from dataclasses import dataclass, field

import tree
from memory import Buffer, Invalid, Raised, Residency, View, converted
from statements import Statements, Stop

MOST_STEPS = 60_000
# What views that share memory raise, and pointers of unknown extent: of its message.
OVERLAP = ("ValueError", ("overlap in part", "share memory", "points to is not known for these values"))


@dataclass
class Expectation:
    """What a call must give.

    `kind`: "exact"; "raises": one of `choices`; "overlap": ValueError (but for Cython), nothing else is said.
    `may_overlap`: that error may be raised too. After an error of a region, or in an explicit context, an
    element of an array holds one of its values in `history`, a set for each place; after others `arrays` is exact.
    """

    kind: str
    results: list = field(default_factory=list)
    arrays: list = field(default_factory=list)
    choices: list = field(default_factory=list)
    may_overlap: bool = False
    history: list = field(default_factory=list)
    exact_arrays: bool = True


class Machine:
    """One program; `run` makes one call."""

    def __init__(self, program):
        self.code = {function.name: Statements(program, function) for function in program.functions}
        self.program = program

    def run(self, calling):
        """What a call must give; raises Invalid if it is not a test."""
        expectation = self.attempt(calling, False)
        if expectation.kind != "exact" or expectation.may_overlap:
            history = self.attempt(calling, True).history
            expectation.history = history
        return expectation

    def attempt(self, calling, recording):
        self.bases = [Buffer(array.dtype, list(array.values)) for array in calling.arrays]
        self.touches = calling.touches
        self.residency = Residency()
        self.history, self.recording = [], recording
        self.iteration = self.touched = None
        self.on_device = self.raced = self.explicit = self.may_overlap = self.region_failed = False
        self.explicit_failed = False
        self.sums = {}
        self.kept = None  # the array that Python keeps
        self.steps = self.contexts = 0
        self.assigned = set()  # scalars that the iteration at hand has given a value
        expectation = Expectation("exact")
        try:
            result = self.call(self.program.main, self.frame_of(calling))
            expectation.results = result
        except Raised as raised:
            expectation.kind = "raises"
            expectation.choices = sorted(raised.choices)
        except Stop:
            expectation.kind = "overlap"
        if self.residency.ranges and expectation.kind != "overlap":
            raise AssertionError("a context is not left")
        expectation.may_overlap = self.may_overlap
        expectation.exact_arrays = not (self.region_failed or self.explicit)
        expectation.arrays = [list(base.values) for base in self.bases]
        is_compared = expectation.kind == "exact" or expectation.kind == "raises" and expectation.exact_arrays
        if is_compared and any(None in values for values in expectation.arrays):
            raise Invalid("leaves an array without values")
        if recording:
            expectation.history = [[{value} for value in array.values] for array in calling.arrays]
            numbers = {id(base): number for number, base in enumerate(self.bases)}
            for buffer, place, value in self.history:
                if id(buffer) in numbers:
                    expectation.history[numbers[id(buffer)]][place].add(value)
        return expectation

    def frame_of(self, calling):
        frame = {}
        for (name, kind), argument in zip(self.program.main.params, calling.arguments):
            if isinstance(kind, tree.ViewType):
                base = self.bases[argument.array]
                view = View(base, argument.offset, tuple(argument.shape), tuple(argument.strides))
                low, high = view.bounds() or (0, 0)
                if low < 0 or high > len(base.values):
                    raise Invalid("a view reaches out of its array")
                frame[name] = view
            else:
                frame[name] = converted(argument, kind)
        return frame

    def step(self):
        self.steps += 1
        if self.steps > MOST_STEPS:
            raise Invalid("takes too long")

    def call(self, function, arguments):
        code = self.code[function.name]
        outer, outer_assigned = getattr(self, "frame", None), self.assigned
        outer_stored = getattr(self, "stored", None)
        self.assigned = set()
        self.frame = {name: None for name, _ in function.locals} | arguments
        self.stored = {
            storage.name: View(Buffer(storage.dtype, [None] * storage.length), 0, (storage.length,), (1,))
            for storage in function.storage
        }
        self.step()
        try:
            left = code.body(self)
        except Raised:
            if function.noexcept:
                raise Invalid("an exception that nobody sees") from None
            raise
        finally:
            self.frame, self.assigned, self.stored = outer, outer_assigned, outer_stored
        values = left[1] if isinstance(left, tuple) else []
        if function.result is None:
            return values
        if function.result == "void":
            return None
        if not values:
            raise Invalid("gives no value")
        return converted(values[0], function.result)

    def load(self, view, place):
        value = view.buffer.values[place]
        if value is None:
            raise Invalid("reads what nothing has written")
        if self.iteration is not None:
            self.iteration.reads.add(view.buffer.first + place)
        if self.residency.ranges:
            self.residency.read(view, place, self.on_device)
        if self.touched is not None:
            self.touched.setdefault((view.root, False), set()).add(place)
        return value

    def store(self, view, place, value):
        view.buffer.values[place] = value
        if self.iteration is not None:
            self.iteration.writes.add(view.buffer.first + place)
        if self.residency.ranges:
            self.residency.write(view, place, self.on_device)
        if self.touched is not None:
            self.touched.setdefault((view.root, True), set()).add(place)
        if self.recording:
            self.history.append((view.buffer, place, value))

    def contents(self, view):
        values = [self.load(view, place) for place in view.elements()]
        return ("array", view.buffer.dtype, list(view.shape), values)

    def touch(self, number):
        """What the Python function does: see `worker.py`."""
        if not self.touches:
            return 0
        touching = self.touches[number % len(self.touches)]
        result = 0
        if touching.read is not None:
            base = self.bases[touching.read[0]]
            result = converted(self.load(View(base, 0, (), ()), touching.read[1]), "long")
        if touching.write is not None:
            base = self.bases[touching.write[0]]
            self.store(View(base, 0, (), ()), touching.write[1], converted(number + 3, base.dtype))
        return result

    def overlaps(self, views, written, is_explicit):
        """Pairs of a region's views that meet and are not the same."""
        pairs = []
        names = list(views)
        for k, one in enumerate(names):
            for other in names[:k]:
                if views[one].meets(views[other]) and not views[one].same(views[other]):
                    pairs.append((other, one))
        writes = any(one in written or other in written for one, other in pairs)
        if pairs and (writes or is_explicit):
            self.may_overlap = True
        if self.explicit:
            # A view of which a part is on the device already.
            for present in self.residency.ranges:
                for view in views.values():
                    low, high = view.bounds() or (0, 0)
                    meets = view.buffer is present.buffer and low < present.high and present.low < high
                    if meets and not (present.low <= low and high <= present.high):
                        self.may_overlap = True
        return pairs

    def refuse_overlaps(self, pairs, views, mark):
        """Ends the call where it has to be refused: the two are mapped as a whole, and overlap in part."""
        for one, other in pairs:
            touched = {name: set() for name in (one, other)}
            stored = False
            for name in (one, other):
                touched[name] |= self.touched.get((name, False), set()) | self.touched.get((name, True), set())
                stored = stored or (name, True) in self.touched
            whole = all(touched[name] == set(views[name].elements()) for name in (one, other))
            shares = touched[one] & touched[other]
            if stored and whole and shares and views[one].overlaps_in_part(views[other]):
                del self.history[mark:]
                raise Stop()
