"""The model of programs that are written as text (`shapes.py`): the text itself, read as Python.

How many threads run a block, and which iterations each of them has, is unspecified. So the model runs a call in several
ways, and what does not give the same in all is no test. Nor is what races: an access under a lock meets only those
without.
"""

import re

import tree
from machine import Expectation
from memory import Buffer, Invalid, converted

MOST_STEPS = 20_000
TYPES = {"double": "double", "float": "float", "int": "int", "long": "long", "Py_ssize_t": "long"}

# The number of threads, and how many places the iterations are moved on; negative: in reverse.
WAYS = [(1, 0), (1, -1), (2, 1), (3, -2), (1000, 0)]


def translated(text):
    """The text as Python that `Model` can run."""
    lines, blocks, loops = [], [], []

    def end(depth):
        # Cython's threads wait for one another after a loop of a block.
        while loops and depth <= loops[-1][0]:
            at, within = loops.pop()
            if within:
                lines.append(" " * at + "yield")
        while blocks and depth <= blocks[-1]:
            lines.append(" " * blocks.pop() + "_m.team(_block)")

    for line in text.splitlines():
        words = line.strip()
        if not words or words.startswith(("#", "@", "ctypedef")):
            continue
        depth = len(line) - len(line.lstrip())
        end(depth)
        found = re.match(r"(?:def|cdef [\w ]+?\*?) ?(\w+)\((.*)\).*:$", words)
        if found:
            names = [part.split()[-1].lstrip("*") for part in re.sub(r"\[[^]]*\]", "", found[2]).split(",") if part.strip()]
            lines.append(" " * depth + f"def {found[1]}({', '.join(names)}):")
            continue
        found = re.match(r"cdef (\w+) (v\d(?:, v\d)*|w\[\d\])$", words)
        if found:
            lent = [part.strip("]").split("[") for part in found[2].split(", ")]
            made = [f"{name} = _m.local({found[1]!r}, {length[0] if length else 1})" for name, *length in lent]
            lines.append(" " * depth + "; ".join(made))
            continue
        if words.startswith("cdef"):
            lines.append(" " * depth + "pass")
            continue
        if "parallel(" in words:
            blocks.append(depth)
            lines.append(" " * depth + "def _block():")
            body = block_of(text, line)
            changed = sorted(set(re.findall(r"^\s*(\w+) [-+]= ", body, re.MULTILINE)))
            if changed:
                lines.append(" " * depth + f"    nonlocal {', '.join(changed)}")
            continue
        found = re.match(r"for (\w+) in prange\((.*?)((?:, \w+=[^,]+)*)\):$", words)
        if found:
            within = bool(blocks)
            inner = any(True for _ in loops)
            way = "inner" if inner else "part" if within else "shared"
            loops.append((depth, within and not inner))
            lines.append(" " * depth + f"for {found[1]} in _m.{way}(range({found[2]})):")
            continue
        lines.append(" " * depth + expression(words))
    end(-1)
    return "\n".join(lines)


def block_of(text, header):
    """The lines under one line."""
    lines = text.splitlines()
    at = lines.index(header)
    depth = len(header) - len(header.lstrip())
    body = []
    for line in lines[at + 1 :]:
        if line.strip() and len(line) - len(line.lstrip()) <= depth:
            break
        body.append(line)
    return "\n".join(body)


def expression(words):
    # Variables that are lent are memory of one element.
    words = re.sub(r"(?<![&\w])(v\d)\b", r"\1[0]", words)
    words = re.sub(r"&(v\d)\b", r"\1", words)
    words = re.sub(r"<(\w+) ?\*>(malloc|calloc)\(", r"_m.\2('\1', ", words)
    words = re.sub(r"sizeof\(\w+\)", "1", words)
    words = re.sub(r"<\w+>", "", words)
    words = re.sub(r"openmp\.omp_(?:init|destroy)(?:_nest)?_lock\(.*\)", "pass", words)
    words = re.sub(r"openmp\.omp_set(?:_nest)?_lock\(.*\)", "_m.take()", words)
    words = re.sub(r"openmp\.omp_unset(?:_nest)?_lock\(.*\)", "_m.give()", words)
    words = re.sub(r"openmp\.omp_get_thread_num\(\)|threadid\(\)", "_m.thread", words)
    words = re.sub(r"^with nogil:$", "if True:", words)
    words = re.sub(r"^with (gil|atomic\(\)):$", "with _m.locked:", words)
    words = re.sub(r"&(\w+)\[((?:[^][]|\[[^][]*\])*)\]", r"_m.address(\1, \2)", words)
    words = re.sub(r"\b(free|memset|np\.zeros|np\.empty)\(", lambda found: "_m." + found[1].replace("np.", "") + "(", words)
    words = re.sub(r", dtype=np\.(\w+)\)", r", dtype='\1')", words)
    return words.replace("NULL", "None")


class Array:
    """A view, or with one axis a pointer into memory."""

    def __init__(self, model, buffer, offset, shape, strides):
        self.model, self.buffer, self.offset, self.shape, self.strides = model, buffer, offset, shape, strides

    def place(self, index):
        index = index if isinstance(index, tuple) else (index,)
        place = self.offset
        for at, extent, stride in zip(index, self.shape, self.strides):
            if not isinstance(at, int) or not 0 <= at < extent:
                raise Invalid("out of bounds")
            place += at * stride
        return place, len(index)

    def __getitem__(self, index):
        place, axes = self.place(index)
        if axes < len(self.shape):
            return Array(self.model, self.buffer, place, self.shape[axes:], self.strides[axes:])
        return self.model.load(self.buffer, place)

    def __setitem__(self, index, value):
        self.model.store(self.buffer, self.place(index)[0], value)


class Pointer:
    """`low`, `high`: what it may be moved over. The address of an element stays within its view."""

    def __init__(self, model, buffer, low, high, at):
        self.model, self.buffer, self.low, self.high, self.at = model, buffer, low, high, at

    def place(self, index):
        place = self.at + index
        if not self.low <= place < self.high:
            raise Invalid("out of bounds")
        return place

    def __getitem__(self, index):
        return self.model.load(self.buffer, self.place(index))

    def __setitem__(self, index, value):
        self.model.store(self.buffer, self.place(index), value)

    def __add__(self, more):
        return Pointer(self.model, self.buffer, self.low, self.high, self.at + more)

    def __sub__(self, less):
        return self + -less


class Sets:
    """The elements that one iteration touches, or several."""

    def __init__(self):
        self.reads, self.writes, self.locked_reads, self.locked_writes = set(), set(), set(), set()
        self.only_read, self.sections = set(), 0  # under the lock: in a section that does not write them

    def races(self, other):
        others = other.reads | other.writes | other.locked_reads | other.locked_writes
        mine = self.reads | self.writes | self.locked_reads | self.locked_writes
        if self.writes & others or other.writes & mine or self.reads & other.locked_writes or self.locked_writes & other.reads:
            return True
        # Sections of others may come between two of one iteration.
        is_split = max(self.sections, other.sections) > 1
        return is_split and bool(self.only_read & other.locked_writes or other.only_read & self.locked_writes)

    def add(self, other):
        self.reads |= other.reads
        self.writes |= other.writes
        self.locked_reads |= other.locked_reads
        self.locked_writes |= other.locked_writes
        self.only_read |= other.only_read
        self.sections = max(self.sections, other.sections)


class Locked:
    def __init__(self, model):
        self.model = model

    def __enter__(self):
        self.model.take()

    def __exit__(self, *_):
        self.model.give()


class Model:
    def __init__(self, program):
        self.program = program
        self.code = compile(translated(program.source), program.name, "exec")
        # Of some it is known only for certain numbers how much they point to; for others the region raises.
        self.has_pointers = re.search(r"^cdef \w+ \w+\(\w+ \*p|^ *[pq] = &", program.source, re.MULTILINE) is not None
        self.locked = Locked(self)

    def run(self, calling):
        """What a call must give; raises Invalid if it is not a test."""
        results = []
        history = [[{value} for value in array.values] for array in calling.arrays]
        for self.threads, self.turn in WAYS:
            results.append(self.attempt(calling, history))
        if any(repr(result) != repr(results[0]) for result in results):
            raise Invalid("depends on the threads")
        expectation = Expectation("exact", list(results[0][0]), results[0][1])
        expectation.may_overlap = self.overlaps or self.has_pointers
        expectation.history = history if expectation.may_overlap else []
        return expectation

    def attempt(self, calling, history):
        self.steps, self.thread, self.depth = 0, 0, 0
        self.iteration = None
        bases = [Buffer(array.dtype, list(array.values)) for array in calling.arrays]
        for number, base in enumerate(bases):
            base.history = history[number]
        arguments = []
        for (_, kind), argument in zip(self.program.main.params, calling.arguments):
            if isinstance(kind, tree.ViewType):
                argument = Array(self, bases[argument.array], argument.offset, tuple(argument.shape), tuple(argument.strides))
            arguments.append(argument)
        self.overlaps = overlap(arguments)
        space = {"_m": self, "fabs": abs}
        exec(self.code, space)
        try:
            result = space[self.program.name](*arguments)
        except (UnboundLocalError, TypeError) as error:
            if isinstance(error, TypeError) and "NoneType" not in str(error):
                raise
            raise Invalid("has no value") from None
        except (ValueError, ZeroDivisionError):
            raise Invalid("raises") from None
        results = result if isinstance(result, tuple) else () if result is None else (result,)
        values = [list(base.values) for base in bases]
        if any(value is None for each in values for value in each):
            raise Invalid("leaves an array without values")
        return results, values

    # Threads and iterations.

    def step(self):
        self.steps += 1
        if self.steps > MOST_STEPS:
            raise Invalid("takes too long")

    def ordered(self, numbers):
        numbers = list(numbers)
        if len(numbers) > 40:
            raise Invalid("takes too long")
        turn = self.turn
        if turn < 0:
            numbers.reverse()
        turn = abs(turn) % len(numbers) if numbers else 0
        return numbers[turn:] + numbers[:turn]

    def team(self, block):
        """Runs a block by all threads, one after another up to each place where they wait."""
        if self.threads == 1000:
            self.threads = 7
        threads = list(range(self.threads))
        if self.turn < 0:
            threads.reverse()
        running = [(thread, block()) for thread in threads]
        while running:
            all_of_them, left = {}, []
            self.loop = {}
            for thread, steps in running:
                self.thread, self.iteration = thread, Sets()
                try:
                    next(steps)
                    left.append((thread, steps))
                except StopIteration:
                    pass
                self.meet(all_of_them)
            for thread, before in all_of_them.items():
                if any(before.races(theirs) for other, theirs in self.loop.items() if other != thread):
                    raise Invalid("races")
            running = left
        self.thread, self.iteration = 0, None

    def meet(self, others):
        """What the thread has done, beside what others have: what it does itself comes one after another."""
        if any(self.iteration.races(theirs) for thread, theirs in others.items() if thread != self.thread):
            raise Invalid("races")
        others.setdefault(self.thread, Sets()).add(self.iteration)

    def part(self, numbers):
        """A thread's iterations of a loop of its block."""
        mine = self.iteration
        numbers = self.ordered(numbers)
        # Which threads have iterations, and which of them, is unspecified.
        for number in numbers[self.thread :: self.threads]:
            self.step()
            self.iteration = Sets()
            yield number
            self.meet(self.loop)
        self.iteration = mine

    def shared(self, numbers):
        """The iterations of a loop that is a region of its own."""
        if self.iteration is not None:
            yield from self.inner(numbers)
            return
        others = {}
        for at, number in enumerate(self.ordered(numbers)):
            self.step()
            self.thread = at % min(self.threads, 7)
            self.iteration = Sets()
            yield number
            self.meet(others)
        self.thread, self.iteration = 0, None

    def inner(self, numbers):
        """Those of a parallel loop inside another."""
        outer, others = self.iteration, Sets()
        for number in self.ordered(numbers):
            self.step()
            self.iteration = Sets()
            yield number
            if self.iteration.races(others):
                raise Invalid("races")
            others.add(self.iteration)
        outer.add(others)
        self.iteration = outer

    def take(self):
        if self.depth == 0:
            self.section = set(), set()
        self.depth += 1

    def give(self):
        self.depth -= 1
        if self.depth == 0 and self.iteration is not None:
            reads, writes = self.section
            self.iteration.locked_reads |= reads
            self.iteration.locked_writes |= writes
            self.iteration.only_read |= reads - writes
            self.iteration.sections += 1

    # Memory.

    def check(self, buffer, place):
        self.step()
        if getattr(buffer, "is_freed", False):
            raise Invalid("uses memory that is freed")
        owner = getattr(buffer, "owner", None)
        if owner is not None and owner != (self.thread if self.iteration is not None else None):
            raise Invalid("memory of another thread")
        return None if self.iteration is None or owner is not None else (buffer.first + place)

    def load(self, buffer, place):
        key = self.check(buffer, place)
        if key is not None:
            (self.section[0] if self.depth else self.iteration.reads).add(key)
        value = buffer.values[place]
        if value is None:
            raise Invalid("reads what nothing has written")
        return value

    def store(self, buffer, place, value):
        key = self.check(buffer, place)
        if key is not None:
            (self.section[1] if self.depth else self.iteration.writes).add(key)
        buffer.values[place] = converted(value, buffer.dtype)
        if hasattr(buffer, "history"):
            buffer.history[place].add(buffer.values[place])

    def local(self, kind, count):
        """A variable that is lent, or a C array: memory of the thread."""
        return self.malloc(kind, count)

    def malloc(self, kind, count, is_zero=False):
        zero = 0.0 if kind in ("double", "float") else 0
        if count < 0 or count > 10_000:
            raise Invalid("no memory")
        buffer = Buffer(TYPES[kind], [zero if is_zero else None] * count)
        buffer.owner = self.thread if self.iteration is not None else None
        return Pointer(self, buffer, 0, count, 0)

    def calloc(self, kind, count, size):
        return self.malloc(kind, count * size, True)

    def free(self, pointer):
        if pointer is not None:
            if getattr(pointer.buffer, "is_freed", False) or pointer.at != 0:
                raise Invalid("frees what it must not")
            pointer.buffer.is_freed = True

    def memset(self, pointer, value, count):
        for k in range(count):
            pointer[k] = value * 0

    def zeros(self, shape, dtype="float64"):
        return self.empty(shape, dtype, True)

    def empty(self, shape, dtype="float64", is_zero=False):
        kind = {"float64": "double", "int64": "long"}[dtype]
        shape = shape if isinstance(shape, tuple) else (shape,)
        if any(extent < 0 for extent in shape):
            raise Invalid("a negative extent")
        strides, count = [], 1
        for extent in shape[::-1]:
            strides.insert(0, count)
            count *= extent
        zero = (0.0 if kind == "double" else 0) if is_zero else None
        return Array(self, Buffer(kind, [zero] * count), 0, shape, tuple(strides))

    def address(self, array, *index):
        if isinstance(array, Pointer):
            return array + index[0]
        return Pointer(self, array.buffer, *bounds(array), array.place(index)[0])


def bounds(view):
    """The places of a view's first element and after its last."""
    low = high = view.offset
    for extent, stride in zip(view.shape, view.strides):
        if extent == 0:
            return 0, 0
        low, high = low + min((extent - 1) * stride, 0), high + max((extent - 1) * stride, 0)
    return low, high + 1


def overlap(arguments):
    """Whether two views meet. Those that overlap in part are refused; so are those that threads add to, in contexts."""
    views = [argument for argument in arguments if isinstance(argument, Array)]
    for k, one in enumerate(views):
        for other in views[:k]:
            (low, high), (first, last) = bounds(one), bounds(other)
            if one.buffer is other.buffer and low < last and first < high:
                return True
    return False
