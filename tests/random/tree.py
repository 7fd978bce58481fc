"""The random programs' own syntax tree.

A program is one `def` function, the `cdef` functions that it calls, and calls with arrays. The generator makes
it, `text.py` prints it, `machine.py` runs it, `shrink.py` makes it smaller. Every node is a dataclass, so that
trees can be compared, copied and walked without further code.
"""

import copy
import dataclasses
from dataclasses import dataclass, field

INTEGERS = {"unsigned char": 8, "short": 16, "int": 32, "long": 64}
DTYPES = {"double": "f8", "float": "f4", "int": "i4", "long": "i8", "short": "i2", "unsigned char": "u1"}


@dataclass(frozen=True)
class ViewType:
    """`layout`: "C" and "F" contiguous, "S" strided."""

    dtype: str
    ndim: int
    layout: str = "S"
    const: bool = False


# Expressions. A view is a `Name`, a `Slice` or a `Transposed`.


@dataclass
class Int:
    value: int


@dataclass
class Real:
    value: float


@dataclass
class Name:
    name: str


@dataclass
class Element:
    view: object
    indices: list


@dataclass
class Extent:
    view: object
    axis: int


@dataclass
class Binary:
    """`+ - * / // % & | ^`"""

    op: str
    left: object
    right: object


@dataclass
class Compare:
    op: str
    left: object
    right: object


@dataclass
class Logic:
    """`and`, `or`"""

    op: str
    left: object
    right: object


@dataclass
class Unary:
    """`-`, `not`"""

    op: str
    value: object


@dataclass
class Select:
    condition: object
    then: object
    otherwise: object


@dataclass
class Builtin:
    """`min` and `max` of two, `fabs` of one, `any` and `all` of a tuple."""

    name: str
    arguments: list


@dataclass
class Cast:
    type: str
    value: object


@dataclass
class Call:
    """Of one of the program's own functions; an argument is an expression or a view."""

    function: str
    arguments: list


@dataclass
class Touch:
    """Calls a Python function that may read and write any array; gives a number."""

    number: int


@dataclass
class Slot:
    """An element of C storage. `via`: "name", or "pointer" to its first element."""

    storage: str
    index: object
    via: str = "name"


# Parts of a slice.


@dataclass
class At:
    index: object


@dataclass
class Span:
    start: object = None
    stop: object = None
    step: int = None


@dataclass
class Slice:
    view: object
    parts: list


@dataclass
class Transposed:
    view: object


# Statements.


@dataclass
class Assign:
    name: str
    value: object


@dataclass
class InPlace:
    """Of a scalar; inside a prange that makes a reduction. `op`: an operator, "min" or "max"."""

    name: str
    op: str
    value: object


@dataclass
class Store:
    """`op`: None, or that of an in-place assignment."""

    place: Element
    value: object
    op: str = None


@dataclass
class Atomic:
    """An in-place assignment that other iterations may also make."""

    store: Store


@dataclass
class Do:
    """An expression for its effect."""

    value: object


@dataclass
class If:
    condition: object
    then: list
    otherwise: list = field(default_factory=list)


@dataclass
class For:
    """`range` of one to three expressions; the step is a number."""

    name: str
    range: list
    body: list


@dataclass
class Prange:
    """`maps`: None for a loop inside a region; else the loop is a region of its own."""

    name: str
    range: list
    body: list
    maps: list = None
    nogil: bool = False


@dataclass
class Region:
    """`with nogil, parallel(device={...})`; `body` holds pranges. `maps`: (name, map type) pairs."""

    body: list
    maps: list = field(default_factory=list)
    nogil: bool = True


@dataclass
class Context:
    """`maps` None: inferred."""

    maps: list
    body: list
    nogil: bool = False


@dataclass
class Update:
    maps: list


@dataclass
class NoGil:
    body: list


@dataclass
class WithGil:
    body: list


@dataclass
class Try:
    """`exception`: a class; None: the handler is a `finally`."""

    exception: str
    body: list
    handler: list
    otherwise: list = field(default_factory=list)


@dataclass
class Bind:
    name: str
    view: object


@dataclass
class Swap:
    left: str
    right: str


@dataclass
class Bump:
    """A function of Python's adds to the first element of an array and of the one that it was given before, which it keeps."""

    view: object


@dataclass
class Make:
    """`np.empty` or `np.zeros`."""

    name: str
    how: str
    shape: list


@dataclass
class Put:
    """An assignment to an element of C storage; `via`: that of a Slot, or "call" of a C function that adds."""

    storage: str
    index: object
    value: object
    op: str = None
    via: str = "name"


@dataclass
class Show:
    """Binds a view to all of some C storage."""

    name: str
    storage: str


@dataclass
class Clear:
    """`memset` of all of some C storage."""

    storage: str


@dataclass
class Copy:
    """One struct to another, or an array by `memcpy`."""

    into: str
    source: str


@dataclass
class Leave:
    """`break` or `continue`."""

    how: str


@dataclass
class Return:
    """The `def` function returns a tuple, a `cdef` function one value or nothing."""

    values: list


@dataclass
class Raise:
    exception: str
    message: str


STATEMENT_LISTS = {"body", "then", "otherwise", "handler"}


@dataclass(frozen=True)
class Storage:
    """A variable of C: "array", "struct" with an array in it, "number", or "module": an array of the module."""

    name: str
    form: str
    dtype: str
    length: int


@dataclass
class Function:
    name: str
    params: list  # (name, type) pairs; a type is a name of C or a ViewType
    locals: list
    body: list
    result: str = None  # None: a `def` function
    nogil: bool = False
    noexcept: bool = False
    for_kernels: bool = False  # kernels may call it
    boundscheck: bool = True
    wraparound: bool = True
    cdivision: bool = False
    touches: bool = False  # has a parameter for the Python function
    storage: list = field(default_factory=list)


@dataclass
class Argument:
    """A view of one of the call's arrays, in elements."""

    array: int
    offset: int
    shape: list
    strides: list


@dataclass
class Arrays:
    dtype: str
    values: list


@dataclass
class Touching:
    """What `touch(number)` does: reads one element, writes another. None: neither."""

    read: tuple
    write: tuple


@dataclass
class Calling:
    arrays: list
    arguments: list  # an Argument or a number for each parameter
    touches: list = field(default_factory=list)


@dataclass
class Program:
    name: str
    functions: list  # the `def` function last
    calls: list
    for_cython: bool = True  # False: uses what only the dialect has
    source: str = None  # the text, of a program of which there is nothing else
    head: str = ""  # what stands before it in its module

    @property
    def main(self):
        return self.functions[-1]

    def function(self, name):
        return next(function for function in self.functions if function.name == name)

    def copy(self):
        return copy.deepcopy(self)

    @property
    def infers_contexts(self):
        if self.source is not None:
            return "device()" in self.source
        return any(isinstance(node, Context) and node.maps is None for node in walk(self.bodies))

    @property
    def sends_again(self):
        """Whether Python code stands in a context with maps of its own, in an inferred one: this one makes good what
        Python may have changed, which moves more than the maps alone."""
        inferred = [node for node in walk(self.bodies) if isinstance(node, Context) and node.maps is None]
        mapped = [node for node in walk([each.body for each in inferred]) if isinstance(node, Context) and node.maps is not None]
        return any(isinstance(node, (Touch, Bump)) for node in walk([each.body for each in mapped]))

    @property
    def bodies(self):
        return [function.body for function in self.functions]


def is_node(value):
    return dataclasses.is_dataclass(value) and not isinstance(value, type)


def children(node):
    """(field, value) of a node's fields that are nodes or lists."""
    for item in dataclasses.fields(node):
        value = getattr(node, item.name)
        if is_node(value) or isinstance(value, list):
            yield item.name, value


def walk(value):
    """Every node of a tree, from the outside in; of a list, of its elements."""
    if isinstance(value, (list, tuple)):
        for item in value:
            yield from walk(item)
    elif is_node(value):
        yield value
        for _, child in children(value):
            yield from walk(child)


def names_in(value):
    return {node.name for node in walk(value) if isinstance(node, Name)}


def names_touched(value):
    """Except those of views that only give their extents."""
    if isinstance(value, list):
        return set().union(*map(names_touched, value))
    if isinstance(value, Name):
        return {value.name}
    if isinstance(value, Extent) or not is_node(value):
        return set()
    return names_touched([child for _, child in children(value)])
