"""Makes regions: nests of pranges whose iterations do not touch one another's elements."""

import tree
from scope import COUNTERS, Held, Loop

NUMBERS = ["double", "float", "int", "long", "short", "unsigned char"]


class Nests:
    """The part of a function's maker that writes regions and sequential code for devices."""

    # `self.scope`, `self.chance`, `self.devices` (functions that kernels may call), `self.plain` (Cython can
    # compile it too) and `self.locals` come from the maker.

    def region(self, nogil):
        """A region as one statement. `nogil`: the GIL is released already."""
        scope, chance = self.scope, self.chance
        outer_hidden, outer_scalars = set(scope.hidden), dict(scope.scalars)
        self.take_roles()
        count = 1 if chance.percent(65) else 2
        nests = []
        for _ in range(count):
            nest = self.nest()
            if nest is not None:
                nests.append(nest)
            if self.plain:
                # Cython doesn't reduce into a variable twice in one block.
                for node in tree.walk(nest):
                    if isinstance(node, tree.InPlace):
                        self.reductions.pop(node.name, None)
        scope.hidden = outer_hidden
        scope.scalars = outer_scalars
        self.after_region(nests)
        if not nests:
            return None
        maps = self.explicit_maps(nests) if chance.percent(25) else []
        if len(nests) == 1 and chance.percent(50):
            nests[0].maps, nests[0].nogil = maps, not nogil
            return nests[0]
        return tree.Region(nests, maps, nogil=not nogil)

    def take_roles(self):
        """Which scalars the region reduces into, and which its iterations have for themselves."""
        scope, chance = self.scope, self.chance
        self.reductions, self.privates = {}, []
        for name in list(scope.scalars):
            if name in self.reducible and chance.percent(25):
                kind = scope.scalars[name]
                real = kind in ("double", "float")
                ops = ["+", "+", "-"] if real else ["+", "+", "-", "*", "&", "|", "^"]
                if not self.plain:
                    ops += ["min", "max"]
                self.reductions[name] = chance.pick(ops)
        self.begun = []
        for name, _ in self.private_names:
            if chance.percent(60):
                if name in scope.scalars and chance.percent(35):
                    self.begun.append(name)
                else:
                    self.privates.append(name)
        scope.hidden |= set(self.reductions)
        self.before = set(scope.scalars)
        for name in self.privates:
            scope.scalars.pop(name, None)

    def after_region(self, nests):
        """Private scalars keep the last iteration's values, or those from before."""
        types = dict(self.private_names)
        assigned = {node.name for nest in nests for node in nest.body if isinstance(node, tree.Assign)}
        for name in self.privates:
            self.scope.scalars.pop(name, None)
            if self.chance.percent(50 if name in assigned else 25) and (name in assigned or name in self.before):
                self.scope.scalars[name] = types[name]

    def explicit_maps(self, nests):
        scope = self.scope
        written = self.stored(nests)
        maps = []
        for name in sorted(tree.names_in(nests)):
            if name not in scope.views or name in self.kernel_views or self.chance.percent(40):
                continue
            kinds = ["tofrom", "tofrom", "from"] if name in written else ["to", "to", "to", "tofrom"]
            kind = self.chance.pick(kinds)
            # Nothing can come back to what is const.
            maps.append((name, "to" if scope.views[name].kind.const else kind))
        return maps

    def stored(self, body):
        names = set()
        for node in tree.walk(body):
            if isinstance(node, tree.Store):
                names |= tree.names_in(node.place.view)
            elif isinstance(node, (tree.Bind, tree.Call)):
                names |= tree.names_in(node)
        return names

    def nest(self):
        """A prange with all that it holds."""
        scope, chance = self.scope, self.chance
        outer = scope.loops, scope.owners, dict(scope.scalars)
        scope.loops, scope.owners = [], {}
        dim = chance.pick(["m", "n"])
        double = chance.percent(30)
        self.first_counter = 2 if double else 1
        inner_dim = ("n" if dim == "m" else "m") if chance.percent(80) else dim
        # What it writes: views with an axis for each parallel loop.
        fitting = []
        for name in scope.visible(lambda held: not held.kind.const and held.contents is None):
            axes = [axis for axis, own in enumerate(scope.views[name].dims) if own == dim]
            inner_axes = [axis for axis, own in enumerate(scope.views[name].dims) if own == inner_dim]
            pairs = [(a, b) for a in axes for b in inner_axes if a != b]
            if pairs if double else axes:
                fitting.append((name, chance.pick(pairs) if double else (chance.pick(axes), None)))
        loop = self.parallel_loop(dim, COUNTERS[0])
        body = []
        for name, (axis, inner_axis) in chance.shuffled(fitting)[: 1 + chance.below(2)]:
            scope.owners[name] = {COUNTERS[0]: (axis, chance.percent(10))}
            if double:
                scope.owners[name][COUNTERS[1]] = (inner_axis, chance.percent(10))
        if not scope.owners and not self.reductions:
            scope.loops, scope.owners, scope.scalars = outer
            return None
        if double:
            if chance.percent(40):
                body += self.straight(1)
            inner = self.parallel_loop(inner_dim, COUNTERS[1])
            kept = dict(scope.scalars)
            inner.body = self.straight(1 + chance.below(2))
            scope.scalars = kept
            scope.loops.pop()
            body.append(inner)
            if chance.percent(20):
                body += self.straight(1)
        else:
            body += self.straight(1 + chance.below(3))
        loop.body = body
        scope.loops, scope.owners, scope.scalars = outer
        for name in list(scope.views):
            if name in self.kernel_views:
                del scope.views[name]
        return loop

    def parallel_loop(self, dim, counter):
        exprs, low, high = self.scope.range(dim)
        self.scope.loops.append(Loop(counter, dim, low, high, parallel=True))
        return tree.Prange(counter, exprs, [])

    # Sequential code inside a nest, or in a function for devices.

    def straight(self, count):
        body = []
        for _ in range(count):
            body += self.kernel_statement()
        return body

    def nested(self, count=1):
        """A block of its own: what it assigns has no value after it."""
        kept, views = dict(self.scope.scalars), dict(self.scope.views)
        body = self.straight(count)
        self.scope.scalars, self.scope.views = kept, views
        return body

    def kernel_statement(self):
        chance, scope = self.chance, self.scope
        choices = [(45, self.store), (10, self.store_in_place)]
        if self.privates:
            choices += [(14, self.assign), (8, self.accumulate), (9, self.hand_on), (3, self.name_index)]
        if self.begun:
            choices += [(12, self.change), (6, self.change_inside)]
        if self.reductions:
            choices.append((14, self.reduce))
        if self.free_counters():
            choices.append((18, self.inner_loop))
        choices += [(9, self.branch), (3, self.skip)]
        if self.devices:
            choices.append((8, self.call_device))
        if not self.plain:
            choices += [(6, self.atomic), (8, self.bind_in_kernel)]
        for _ in range(5):
            made = chance.weighted(choices)()
            if made:
                return made
        return []

    def writable(self):
        return [name for name in self.scope.owners if self.scope.is_owned(name) and name in self.scope.views]

    def store(self):
        names = self.writable()
        if not names:
            return []
        name = self.chance.pick(names)
        kind = self.scope.views[name].kind.dtype
        return [tree.Store(self.scope.element(name), self.scope.value(kind))]

    def store_in_place(self):
        names = self.writable()
        if not names:
            return []
        name = self.chance.pick(names)
        kind = self.scope.views[name].kind.dtype
        op = self.chance.pick(["+", "-", "*"] if kind in ("double", "float") else ["+", "-", "&", "|", "^"])
        return [tree.Store(self.scope.element(name), self.scope.value(kind, 1), op)]

    def assign(self):
        name = self.chance.pick(self.privates)
        kind = dict(self.private_names)[name]
        value = self.scope.value(kind)
        self.scope.scalars[name] = kind
        self.scope.handed.pop(name, None)
        return [tree.Assign(name, value)]

    def change(self):
        """A private that has its value from before the loop, in one iteration, or in none; rarely in any."""
        scope, chance = self.scope, self.chance
        name = chance.pick(self.begun)
        kind = dict(self.private_names)[name]
        given = self.given(name, kind)
        outer = next((loop for loop in scope.loops if loop.parallel), None)
        if outer is None:
            return []
        extent, counter = scope.extent(outer.dim), tree.Name(outer.name)
        far = tree.Binary("+", extent, tree.Int(chance.below(3)))
        last = tree.Binary("-", extent, tree.Int(1 + max(outer.high, 0)))
        condition = chance.weighted([
            (30, lambda: tree.Compare(">=", counter, far)),
            (30, lambda: tree.Compare(">=", counter, last)),
            (10, lambda: tree.Compare("<", tree.Name(scope.loops[-1].name), tree.Int(-1))),
            (8, scope.condition),
        ])()
        return [tree.If(condition, given)]

    def change_inside(self):
        """In a loop that may have no iteration; what reads it after may find the value from before."""
        if not self.free_counters():
            return []
        name = self.chance.pick(self.begun)
        kind = dict(self.private_names)[name]
        return [self.inner(lambda: self.given(name, kind), may_be_empty=True)]

    def given(self, name, kind):
        value = self.scope.value(kind, 1)
        if isinstance(value, tree.Builtin):
            value = tree.Binary("+", value, tree.Int(1))  # by itself it might make a reduction
        return [tree.Assign(name, value)]

    def accumulate(self):
        """A sum of one iteration's own."""
        if not self.free_counters():
            return []
        name = self.chance.pick(self.privates)
        kind = dict(self.private_names)[name]
        start = tree.Real(0.0) if kind in ("double", "float") else tree.Int(0)
        self.scope.scalars[name] = kind
        step = lambda: [tree.Assign(name, tree.Binary("+", tree.Name(name), self.scope.value(kind, 1)))]
        return [tree.Assign(name, start), self.inner(step)]

    def whole_private(self):
        """A whole number that each iteration has for itself."""
        kinds = dict(self.private_names)
        found = [name for name in self.privates if kinds[name] in tree.INTEGERS]
        if not found:
            return None, None
        name = self.chance.pick(found)
        return name, kinds[name]

    def name_index(self):
        """An index by a name of its own."""
        name, kind = self.whole_private()
        if kind is None:
            return []
        dim = self.chance.pick(["m", "n"])
        value = self.scope.lone_index(dim)
        self.scope.scalars[name], self.scope.handed[name] = kind, dim
        return [tree.Assign(name, value)]

    def hand_on(self):
        """An index that each iteration of a loop leaves to the next."""
        scope, chance = self.scope, self.chance
        name, kind = self.whole_private()
        if kind is None or not self.free_counters():
            return []
        dim = chance.pick(["m", "n"])
        first = tree.Assign(name, scope.index(dim))

        def body():
            scope.scalars[name], scope.handed[name] = kind, dim
            made = self.nested(1 + chance.below(2))
            following = scope.index(dim) if chance.percent(25) else tree.Name(scope.loops[-1].name)
            given = [tree.Assign(name, following)]
            if chance.percent(30):
                given = [tree.If(scope.condition(), given)]
            at = chance.below(len(made) + 1) if chance.percent(40) else len(made)
            made[at:at] = given
            scope.scalars[name], scope.handed[name] = kind, dim
            return made

        return [first, self.inner(body, dim)]

    def reduce(self):
        name = self.chance.pick(sorted(self.reductions))
        kind = self.scope_types[name]
        # A sum of doubles must not depend on the order: whole numbers alone.
        return [tree.InPlace(name, self.reductions[name], self.scope.integer(1))] if kind else []

    def free_counters(self):
        """Of sequential loops: never a variable that a prange of the nest has."""
        used = {loop.name for loop in self.scope.loops}
        return [name for name in COUNTERS[self.first_counter :] if name not in used]

    def inner_loop(self):
        return [self.inner(lambda: self.nested(1 + self.chance.below(2)))]

    def inner(self, body, dim=None, may_be_empty=False):
        scope, chance = self.scope, self.chance
        dim = dim or chance.pick(["m", "n"])
        exprs, low, high = scope.range(dim)
        if may_be_empty and chance.percent(70):
            # None in the first iteration, in all or in all but the last ones.
            exprs, low, high = chance.pick([[tree.Name(scope.loops[0].name)], [tree.Int(0)]]), 0, 0
            if chance.percent(30):
                exprs = [scope.extent(dim), tree.Binary("+", tree.Name(scope.loops[0].name), tree.Int(1))]
        counter = self.free_counters()[0]
        scope.loops.append(Loop(counter, dim, low, high))
        loop = tree.For(counter, exprs, body())
        if chance.percent(12):
            leave = tree.Leave(chance.pick(["break", "continue"]))
            loop.body.insert(chance.below(len(loop.body) + 1), tree.If(scope.condition(), [leave]))
        scope.loops.pop()
        return loop

    def branch(self):
        then = self.nested()
        otherwise = self.nested() if self.chance.percent(40) else []
        return [tree.If(self.scope.condition(), then, otherwise)] if then else []

    def skip(self):
        if not self.scope.loops or not self.scope.loops[-1].parallel:
            return []
        return [tree.If(self.scope.condition(), [tree.Leave("continue")])]

    def atomic(self):
        """Any element of a view that the nest uses in no other way."""
        scope = self.scope
        free = scope.visible(lambda held: not held.kind.const and held.contents is None)
        free = [name for name in free if name not in scope.owners and scope.views[name].kind.dtype in ("int", "long")]
        free = [name for name in free if name not in self.kernel_views]
        if not free or not scope.loops:
            return []
        name = self.chance.pick(free)
        return [tree.Atomic(tree.Store(scope.element(name), tree.Int(1 + self.chance.below(3)), "+"))]

    def row(self, name):
        """A one-dimensional part of a view, apart from what other iterations have; with its dimension."""
        scope, chance = self.scope, self.chance
        held, owned = scope.views[name], scope.owners.get(name, {})
        parts = [None] * len(held.dims)
        for loop in scope.loops:
            if loop.parallel and loop.name in owned:
                axis, is_reversed = owned[loop.name]
                parts[axis] = tree.At(scope.index_of(loop, is_reversed))
        free = [axis for axis, part in enumerate(parts) if part is None]
        if not free:
            return None
        kept = chance.pick(free)
        for axis in free:
            if axis != kept:
                parts[axis] = tree.At(scope.index(held.dims[axis]))
        start = tree.Int(1) if chance.percent(8) else None
        step = -1 if chance.percent(8) else None
        parts[kept] = tree.Span(None if step else start, None, step)
        if len(parts) == 1 and parts[0] == tree.Span():
            return tree.Name(name), held.dims[0]
        return tree.Slice(tree.Name(name), parts), held.dims[kept]

    def bind_in_kernel(self):
        scope, chance = self.scope, self.chance
        target, kind = "krow", tree.ViewType("double", 1)
        doubles = scope.visible(lambda held: held.kind.dtype == "double" and not held.kind.const)
        doubles = [n for n in doubles if n != target and (n not in scope.owners or scope.is_owned(n))]
        doubles = [n for n in doubles if n in scope.owners] or doubles
        if not doubles or not scope.loops:
            return []
        name = chance.pick(doubles)
        found = self.row(name)
        if found is None or isinstance(found[0], tree.Name) or (target, kind) not in self.locals:
            return []
        view, dim = found
        scope.views[target] = Held(kind, (dim,))
        self.kernel_views.add(target)
        made = [tree.Bind(target, view)]
        if name in scope.owners and chance.percent(70):
            made.append(tree.Store(scope.element(target), scope.real()))
        return made

    def call_device(self):
        """A call of a function that works on a row, or on numbers."""
        scope, chance = self.scope, self.chance
        function = chance.pick(self.devices)
        writes = function.result == "void"
        names = self.writable() if writes else scope.readable(NUMBERS)
        arguments = []
        for _, kind in function.params:
            if not isinstance(kind, tree.ViewType):
                arguments.append(scope.value(kind, 1))
                continue
            fitting = [name for name in names if scope.views[name].kind.dtype == kind.dtype]
            fitting = [name for name in fitting if kind.const or not scope.views[name].kind.const]
            found = self.row(chance.pick(fitting)) if fitting else None
            if found is None:
                return []
            arguments.append(found[0])
        call = tree.Call(function.name, arguments)
        if writes:
            return [tree.Do(call)]
        targets = [name for name in self.privates if dict(self.private_names)[name] == function.result]
        if targets and chance.percent(60):
            name = chance.pick(targets)
            scope.scalars[name] = function.result
            return [tree.Assign(name, call)]
        places = [name for name in self.writable() if scope.views[name].kind.dtype in (function.result, "double")]
        if not places:
            return []
        return [tree.Store(scope.element(chance.pick(places)), call)]
