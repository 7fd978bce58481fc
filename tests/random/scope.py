"""What the generator knows at a place of the program, and the expressions that can stand there.

Every axis of a view has a dimension, "m" or "n": its extent in most calls. A loop runs over a dimension, so its
variable can index an axis of the same one. The model has the last word about what is in bounds.
"""

from dataclasses import dataclass

import tree

COUNTERS = ["i", "j", "k", "l"]
REALS = [0.5, 1.5, 2.0, 0.25, 3.0, -1.0]


@dataclass
class Loop:
    name: str
    dim: str
    low: int = 0  # the variable runs from here
    high: int = 0  # to this much below the extent
    parallel: bool = False


@dataclass
class Held:
    """A view by its name: its type and the dimensions of its axes."""

    kind: tree.ViewType
    dims: tuple
    contents: str = None  # its elements are indices of this dimension


class Scope:
    """The state of one function's making, and its expressions."""

    def __init__(self, chance, function):
        self.chance = chance
        self.function = function
        self.views = {}
        self.scalars = {}  # name -> type: those that have a value
        self.loops = []
        self.bounds = {}  # dimension -> names of int parameters
        self.offset = None  # the name of a small int parameter
        self.handed = {}  # variable that is most likely an index -> its dimension
        # In a nest of pranges:
        self.owners = {}  # view that the nest writes -> {loop name: (axis, is reversed)}
        self.hidden = set()  # views and scalars that must not be used here

    def visible(self, test=lambda held: True):
        return [name for name, held in self.views.items() if name not in self.hidden and test(held)]

    # Indices.

    def extent(self, dim):
        """An expression for the extent of a dimension."""
        axes = [(name, axis) for name in self.visible() for axis, own in enumerate(self.views[name].dims) if own == dim]
        if axes and (dim not in self.bounds or self.chance.percent(40)):
            name, axis = self.chance.pick(axes)
            return tree.Extent(tree.Name(name), axis)
        if dim in self.bounds:
            return tree.Name(self.chance.pick(self.bounds[dim]))
        return tree.Int(2)

    def range(self, dim, triangular=True):
        """A range over a dimension: its expressions, and how far it stays from either end."""
        minus = lambda by: tree.Binary("-", self.extent(dim), tree.Int(by))
        outer = [loop for loop in self.loops if loop.dim == dim] if triangular else []
        choices = [
            (60, lambda: ([self.extent(dim)], 0, 0)),
            (5, lambda: ([tree.Int(0), self.extent(dim), tree.Int(2)], 0, 0)),
            (6, lambda: ([tree.Int(1), self.extent(dim)], 1, 0)),
            (6, lambda: ([minus(1)], 0, 1)),
            (8, lambda: ([tree.Int(1), minus(1)], 1, 1)),
            (6, lambda: ([minus(1), tree.Int(-1), tree.Int(-1)], 0, 0)),
            (3, lambda: ([self.extent(dim), tree.Int(0), tree.Int(-1)], 1, -1)),
            (2, lambda: ([minus(1), tree.Int(0), tree.Int(-2)], 1, 0)),
        ]
        if self.offset:
            choices.append((3, lambda: ([tree.Name(self.offset), self.extent(dim)], 0, 0)))
        if outer:
            loop = self.chance.pick(outer)
            choices += [
                (12, lambda: ([tree.Name(loop.name)], 0, 0)),
                (8, lambda: ([tree.Binary("+", tree.Name(loop.name), tree.Int(1))], 0, 0)),
                (8, lambda: ([tree.Name(loop.name), self.extent(dim)], 0, 0)),
            ]
        return self.chance.weighted(choices)()

    def index_of(self, loop, is_reversed=False):
        """The loop's variable as an index; two iterations never give the same one."""
        name = tree.Name(loop.name)
        if loop.high < 0:
            name = tree.Binary("-", name, tree.Int(1))
        if is_reversed:
            return tree.Binary("-", tree.Binary("-", self.extent(loop.dim), tree.Int(1)), name)
        return name

    def index(self, dim):
        """Any index of a dimension."""
        loops = [loop for loop in self.loops if loop.dim == dim]
        if not loops or self.chance.percent(8):
            return self.lone_index(dim)
        loop = loops[-1] if self.chance.percent(70) else self.chance.pick(loops)
        plain = self.index_of(loop)
        choices = [(60, lambda: plain), (4, lambda: self.index_of(loop, True)), (3, lambda: self.lone_index(dim))]
        if loop.low > 0 and loop.high >= 0:
            choices.append((25, lambda: tree.Binary("-", plain, tree.Int(1))))
        if loop.high > 0:
            choices.append((25, lambda: tree.Binary("+", plain, tree.Int(1))))
        tables = [name for name in self.visible(lambda held: held.contents == dim)]
        if tables:
            choices.append((10, lambda: self.gathered(tables)))
        if self.offset:
            choices.append((4, lambda: tree.Binary("+", plain, tree.Name(self.offset))))
        handed = [name for name in self.named(tree.INTEGERS) if self.handed.get(name) == dim]
        if handed:
            choices.append((40, lambda: tree.Name(self.chance.pick(handed))))
        if len(loops) > 1:
            choices.append((3, lambda: tree.Builtin("min", [plain, tree.Name(loops[0].name)])))
        return self.chance.weighted(choices)()

    def gathered(self, tables):
        name = self.chance.pick(tables)
        return tree.Element(tree.Name(name), [self.index(dim) for dim in self.views[name].dims])

    def lone_index(self, dim):
        choices = [(10, tree.Int(0)), (2, tree.Int(1)), (2, tree.Binary("-", self.extent(dim), tree.Int(1)))]
        if self.function.wraparound:
            choices.append((3, tree.Int(-1)))
        if self.offset:
            choices.append((1, tree.Name(self.offset)))
        return self.chance.weighted(choices)

    def element(self, name):
        """An element of a view; of one that the nest writes, one that no other iteration touches."""
        held, owned = self.views[name], self.owners.get(name, {})
        indices = [None] * len(held.dims)
        for loop in self.loops:
            if loop.parallel and loop.name in owned:
                axis, is_reversed = owned[loop.name]
                indices[axis] = self.index_of(loop, is_reversed)
        indices = [self.index(dim) if index is None else index for index, dim in zip(indices, held.dims)]
        return tree.Element(tree.Name(name), indices)

    # Values.

    def is_owned(self, name):
        """Whether elements of this view can be distinguished by all parallel loops around."""
        owned = self.owners[name]
        return all(loop.name in owned for loop in self.loops if loop.parallel)

    def readable(self, wanted):
        """Views of a dtype in `wanted` that may be read here."""
        found = self.visible(lambda held: held.kind.dtype in wanted)
        return [name for name in found if name not in self.owners or self.is_owned(name)]

    def named(self, wanted):
        return [name for name, kind in self.scalars.items() if kind in wanted and name not in self.hidden]

    def integer(self, depth=2):
        chance = self.chance
        leaf = depth == 0 or chance.percent(35)
        if leaf:
            choices = [(20, lambda: tree.Int(chance.below(7)))]
            if self.loops:
                choices.append((30, lambda: tree.Name(chance.pick(self.loops).name)))
            views = self.readable(tree.INTEGERS)
            if views:
                choices.append((40, lambda: self.element(chance.pick(views))))
            names = self.named(tree.INTEGERS)
            if names:
                choices.append((25, lambda: tree.Name(chance.pick(names))))
            if self.offset:
                choices.append((3, lambda: tree.Name(self.offset)))
            if self.views:
                choices.append((4, lambda: self.extent(chance.pick(["m", "n"]))))
            return chance.weighted(choices)()
        sub = lambda: self.integer(depth - 1)
        choices = [
            (30, lambda: tree.Binary(chance.pick(["+", "-"]), sub(), sub())),
            (8, lambda: tree.Binary("*", sub(), tree.Int(chance.below(4)))),
            (8, lambda: tree.Binary(chance.pick(["&", "|", "^"]), sub(), sub())),
            (6, lambda: tree.Binary(chance.pick(["//", "%"]), sub(), tree.Int(chance.pick([2, 3, 7])))),
            (1, lambda: tree.Binary(chance.pick(["//", "%"]), sub(), sub())),
            (3, lambda: tree.Select(self.condition(), sub(), sub())),
            (3, lambda: tree.Builtin(chance.pick(["min", "max"]), [sub(), sub()])),
            (2, lambda: tree.Unary("-", sub())),
            (2, lambda: tree.Cast("int", self.real(depth - 1))),
        ]
        return chance.weighted(choices)()

    def real(self, depth=2):
        chance = self.chance
        leaf = depth == 0 or chance.percent(35)
        if leaf:
            choices = [(12, lambda: tree.Real(chance.pick(REALS)))]
            views = self.readable({"double", "float"})
            if views:
                choices.append((60, lambda: self.element(chance.pick(views))))
            names = self.named({"double", "float"})
            if names:
                choices.append((30, lambda: tree.Name(chance.pick(names))))
            choices.append((8, lambda: self.integer(0)))
            return chance.weighted(choices)()
        sub = lambda: self.real(depth - 1)
        choices = [
            (40, lambda: tree.Binary(chance.pick(["+", "-"]), sub(), sub())),
            (12, lambda: tree.Binary("*", sub(), tree.Real(chance.pick(REALS)))),
            (4, lambda: tree.Binary("*", sub(), sub())),
            (5, lambda: tree.Binary("/", sub(), tree.Real(chance.pick([2.0, 4.0, -8.0])))),
            (1, lambda: tree.Binary(chance.pick(["/", "//", "%"]), sub(), sub())),
            (4, lambda: tree.Select(self.condition(), sub(), sub())),
            (3, lambda: tree.Builtin(chance.pick(["min", "max"]), [sub(), sub()])),
            (3, lambda: tree.Builtin("fabs", [sub()])),
            (2, lambda: tree.Unary("-", sub())),
        ]
        return chance.weighted(choices)()

    def value(self, kind, depth=2):
        return self.real(depth) if kind in ("double", "float") else self.integer(depth)

    def condition(self):
        chance = self.chance
        op = chance.pick(["<", "<=", ">", ">=", "==", "!="])
        choices = [
            (30, lambda: tree.Compare(op, self.integer(1), tree.Int(chance.below(5)))),
            (15, lambda: tree.Compare(chance.pick(["<", ">"]), self.real(1), tree.Real(chance.pick(REALS)))),
            (10, lambda: tree.Compare("==", tree.Binary("%", self.integer(0), tree.Int(2)), tree.Int(0))),
            (3, lambda: tree.Logic(chance.pick(["and", "or"]), self.condition(), self.condition())),
            (2, lambda: tree.Unary("not", self.condition())),
            (3, lambda: tree.Builtin(chance.pick(["any", "all"]), [self.asked() for _ in range(2 + chance.below(2))])),
        ]
        return chance.weighted(choices)()

    def asked(self):
        """An item of which `any` or `all` asks the truth."""
        return self.chance.weighted([(3, self.condition), (2, lambda: self.integer(1)), (2, lambda: self.real(1))])()
