"""Makes the arrays of a call: shapes, layouts, aliases, contents."""

import tree


class Calls:
    def __init__(self, chance, program):
        self.chance, self.program = chance, program
        self.dims = program.dims["main"]

    def call(self):
        """Extents that mostly fit together, arrays that mostly don't overlap."""
        chance = self.chance
        self.sizes = {dim: chance.weighted([(4, 0), (6, 1), (20, 2), (35, 3), (25, 4), (10, 6)]) for dim in ("m", "n")}
        if chance.percent(25):
            self.sizes["n"] = self.sizes["m"]
        self.arrays, arguments, self.placed = [], [], []
        self.odd = chance.percent(25)
        alias = chance.percent(25)
        for name, kind in self.program.main.params:
            if not isinstance(kind, tree.ViewType):
                arguments.append(self.number(name))
                continue
            dims, contents = self.dims[name]
            shape = [self.extent(dim) for dim in dims]
            found = self.alias(kind, shape) if alias and chance.percent(60) else None
            argument = found or self.fresh(kind, shape, contents)
            self.placed.append((kind, argument))
            arguments.append(argument)
        return tree.Calling(self.arrays, arguments, self.touches())

    def extent(self, dim):
        """Larger than the loops need, now and then; smaller, seldom."""
        size = self.sizes[dim]
        return max(0, size + self.chance.weighted([(70, 0), (20, 1), (6, 3), (4, -1)])) if self.odd else size

    def number(self, name):
        if name in self.sizes:
            odd = self.chance.weighted([(60, 0), (30, -1), (5, 1), (5, -2)])
            return self.sizes[name] + (odd if self.odd else 0)
        return self.chance.weighted([(60, 0), (20, 1), (4, 2), (4, -1)])

    def touches(self):
        if not self.program.main.touches:
            return []
        made = []
        for _ in range(4):
            made.append(tree.Touching(self.place(70), self.place(50)))
        return made

    def place(self, percent):
        """An element of any array that is not a table of indices."""
        good = [k for k, array in enumerate(self.arrays) if array.values and k not in self.tables()]
        if not good or not self.chance.percent(percent):
            return None
        array = self.chance.pick(good)
        return array, self.chance.below(len(self.arrays[array].values))

    def tables(self):
        names = [name for name, kind in self.program.main.params if isinstance(kind, tree.ViewType)]
        return {arg.array for name, (_, arg) in zip(names, self.placed) if self.dims[name][1] is not None}

    def fresh(self, kind, shape, contents):
        """A view of an array of its own, with elements around it that must keep their values."""
        chance, ndim = self.chance, len(shape)
        outer = list(shape)  # the array's extents, the fastest axis last
        order = list(range(ndim))
        steps = [1] * ndim
        if kind.layout == "F":
            order = order[::-1]
        elif kind.layout == "S":
            if chance.percent(30):
                order = chance.shuffled(order)
            for axis in range(ndim):
                steps[axis] = chance.weighted([(70, 1), (12, 2), (3, 3), (15, -1)])
                if chance.percent(20):
                    outer[axis] += 1 + chance.below(2)
        strides, count = [0] * ndim, 1
        for axis in order[::-1]:
            strides[axis] = count * steps[axis]
            count *= max(outer[axis], 1) * abs(steps[axis])
        offset = chance.pick([0, 0, 2])
        first = offset + sum(-stride * (extent - 1) for stride, extent in zip(strides, shape) if stride < 0 < extent)
        size = offset + count + chance.pick([0, 1])
        self.arrays.append(tree.Arrays(kind.dtype, [self.element(kind.dtype, contents) for _ in range(size)]))
        return tree.Argument(len(self.arrays) - 1, first, shape, strides)

    def element(self, dtype, contents):
        chance = self.chance
        if contents is not None:
            return chance.below(max(self.sizes[contents], 1))
        if dtype in ("double", "float"):
            return (chance.below(33) - 12) / chance.pick([1, 1, 2, 4])
        return chance.below(10) if dtype == "unsigned char" else chance.below(14) - 4

    def alias(self, kind, shape):
        """A view of an array that another parameter has, if one fits."""
        chance = self.chance
        others = [(other, arg) for other, arg in self.placed if other.dtype == kind.dtype]
        if not others:
            return None
        other, argument = chance.pick(others)
        fits = other.layout == kind.layout or kind.layout == "S"
        if len(argument.shape) == len(shape) and fits and chance.percent(55):
            if chance.percent(50) or not fits:
                return tree.Argument(argument.array, argument.offset, list(argument.shape), list(argument.strides))
            return self.within(argument, shape, 1 if kind.layout != "S" else None)
        if len(argument.shape) > 1 and len(shape) == 1:
            axes = [a for a in range(len(argument.shape)) if kind.layout == "S" or abs(argument.strides[a]) == 1]
            axes = [a for a in axes if argument.strides[a] > 0 or kind.layout == "S"]
            if not axes:
                return None
            axis = chance.pick(axes)
            offset = argument.offset
            for a, extent in enumerate(argument.shape):
                if a != axis and extent > 0:
                    offset += chance.below(extent) * argument.strides[a]
            if 0 in argument.shape:
                return None
            return tree.Argument(argument.array, offset, [argument.shape[axis]], [argument.strides[axis]])
        if kind.layout != "S" and len(shape) == 1 and len(argument.shape) == 1:
            return self.within(argument, shape, 1)
        return None

    def within(self, argument, shape, packed):
        """The same strides, some elements further on: an overlap in part, most often."""
        size = len(self.arrays[argument.array].values)
        if packed and len(shape) > 1:
            return None
        strides = list(argument.strides)
        if packed and strides != [1]:
            return None
        for _ in range(4):
            offset = self.chance.below(max(size, 1))
            reach = [stride * (extent - 1) for stride, extent in zip(strides, shape)]
            low = offset + sum(min(r, 0) for r in reach)
            high = offset + sum(max(r, 0) for r in reach)
            if 0 not in shape and 0 <= low and high < size:
                return tree.Argument(argument.array, offset, list(shape), strides)
        return None
