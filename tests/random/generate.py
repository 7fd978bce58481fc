"""Makes random programs."""

import lookalikes
import tree
from calls import Calls
from chance import Chance
from machine import Machine
from memory import Invalid
from nests import NUMBERS, Nests
from scope import Held, Loop, Scope
from storage import Storages

SCALARS = [("s", "double"), ("t", "double"), ("u", "float"), ("q", "long"), ("r", "int"), ("e", "long")]
HOST_COUNTERS = ["c", "d"]
CALLS = 5
MOST_RAISING = 2


class Maker(Storages, Nests):
    """Writes one function with host code, regions and contexts."""

    def __init__(self, chance, program, function, plain):
        self.chance, self.program, self.function, self.plain = chance, program, function, plain
        self.scope = Scope(chance, function)
        self.devices = [other for other in program.functions if other.for_kernels]
        self.helpers = [other for other in program.functions if other.result and other not in self.devices]
        self.kernel_views = set()
        self.first_counter = 1
        self.privates, self.begun, self.reductions = [], [], {}
        self.new_arrays = []
        self.scope_types = dict(SCALARS)
        self.reducible = {"s", "q", "e"}
        self.private_names = [("t", "double"), ("u", "float"), ("r", "int"), ("p", "long")]
        self.locals = function.locals
        self.frozen = set()  # views that an explicit context has on the device
        self.nogil = False
        self.depth = 0
        self.in_loop = False

    def declare(self, name, kind):
        if (name, kind) not in self.locals:
            self.locals.append((name, kind))

    def add_params(self, specs):
        for name, kind, dims, contents in specs:
            self.function.params.append((name, kind))
            self.scope.views[name] = Held(kind, dims, contents)
        self.function.params += [("m", "int"), ("n", "int")]
        self.scope.bounds = {"m": ["m"], "n": ["n"]}
        if self.chance.percent(35):
            self.function.params.append(("o", "int"))
            self.scope.offset = "o"

    def write(self, statements):
        """The whole body."""
        chance, body = self.chance, []
        for name, kind in [*SCALARS, ("p", "long")]:
            self.declare(name, kind)
        for name in ["i", "j", "k", "l", *HOST_COUNTERS]:
            self.declare(name, "int" if name in HOST_COUNTERS else chance.pick(["int", "int", "long"]))
        if not self.plain:
            self.declare("krow", tree.ViewType("double", 1))
        for name, kind in SCALARS:
            if chance.percent(80):
                real = kind in ("double", "float")
                value = tree.Real(chance.pick([0.0, 1.0, 2.5])) if real else tree.Int(chance.below(4))
                if name in ("s",):
                    value = tree.Real(float(chance.below(3)))
                body.append(tree.Assign(name, value))
                self.scope.scalars[name] = kind
        for name in ["i", "j", "k"]:
            if chance.percent(12):
                body.append(tree.Assign(name, tree.Int(chance.below(6) - 3)))
                self.scope.scalars[name] = dict(self.locals)[name]
        if self.function.result is None and chance.percent(40):
            body += self.make_array()
            if chance.percent(35):
                body += self.make_array()
        body += self.make_storage()
        if self.made and chance.percent(35):
            body += self.giving()
        if chance.percent(70):
            body += self.kept()
        for _ in range(statements):
            body += self.statement()
        values = self.final_slots()
        values += [tree.Name(name) for name in self.scope.scalars if chance.percent(50)]
        values += [tree.Name(name) for name in self.made if chance.percent(50)]
        if self.function.result is None:
            body.append(tree.Return(values))
        elif self.function.result != "void":
            names = self.scope.named(["long", "int"])
            body.append(tree.Return([tree.Name(chance.pick(names)) if names else tree.Int(1)]))
        self.function.body = body

    made = ()  # arrays that the function makes, and views of them

    def make_array(self):
        chance = self.chance
        name, ndim = chance.pick([(name, ndim) for name, ndim in [("tmp", 1), ("tmp", 2), ("work", 2)] if name not in self.made])
        dims = tuple(chance.pick(["m", "n"]) for _ in range(ndim))
        kind = tree.ViewType(chance.pick(["double", "double", "long", "float"]), ndim, chance.pick("CCFS" if ndim > 1 else "CS"))
        self.declare(name, kind)
        shape = [self.scope.extent(dim) for dim in dims]
        self.scope.views[name] = Held(kind, dims)
        self.made += (name,)
        made = [tree.Make(name, chance.pick(["empty", "empty", "zeros"]), shape)]
        self.new_arrays.append(made[0])
        while len(made) < 5 and chance.percent(60):
            made += self.given_values(name, shape, is_whole=len(made) == 1)
            if chance.percent(25):
                made += self.bind(name)
        self.made += tuple(node.name for node in made if isinstance(node, tree.Bind))
        if chance.percent(45):
            made += self.read_back(chance.pick(self.made))
        return made

    def read_back(self, name):
        """A loop of the host's that reads all elements of a new array, or of a view of it."""
        held = self.scope.views[name]
        target = "s" if held.kind.dtype in ("double", "float") else "q"
        if target not in self.scope.scalars or len(held.dims) > len(HOST_COUNTERS):
            return []
        counters = HOST_COUNTERS[: len(held.dims)]
        element = tree.Element(tree.Name(name), [tree.Name(counter) for counter in counters])
        body = [tree.Assign(target, tree.Binary("+", tree.Name(target), element))]
        for axis, counter in reversed(list(enumerate(counters))):
            body = [tree.For(counter, [tree.Extent(tree.Name(name), axis)], body)]
        return body

    def given_values(self, name, shape, is_whole):
        """A loop of the host's or a region that writes all elements of a new array, or some."""
        chance = self.chance
        on_host = chance.percent(40)
        counters = HOST_COUNTERS if on_host else ["i", "j"]
        element = tree.Element(tree.Name(name), [tree.Name(counter) for counter, _ in zip(counters, shape)])
        body = [tree.Store(element, tree.Binary("+", tree.Name(counters[0]), tree.Int(chance.below(5))))]
        before, bound = [], shape[0]
        if chance.percent(50):
            less = 0 if is_whole else chance.below(2)
            before = [tree.Assign("r", tree.Binary("-", shape[0], tree.Int(less)))]
            self.scope.scalars["r"] = "int"
            bound = tree.Name("r")
        elif not is_whole:
            body = [tree.If(tree.Compare(chance.pick("<>"), tree.Name(counters[0]), tree.Int(chance.below(3))), body)]
        if len(shape) == 2:
            body = [tree.For(counters[1], [shape[1]], body)]
        if on_host:
            return [*before, tree.For(counters[0], [bound], body)]
        return [*before, tree.Prange("i", [bound], body, [], True)]

    def giving(self):
        """An inferred context around regions on new arrays, of which Python is given some, and host code between."""
        chance = self.chance
        kept = dict(self.scope.scalars), dict(self.scope.views)
        self.depth += 1
        body = []
        for _ in range(2 + chance.below(3)):
            made = chance.pick(self.new_arrays)
            body += chance.weighted([
                (40, lambda: self.given_values(made.name, made.shape, is_whole=chance.percent(50))),
                (40, lambda: [tree.Bump(tree.Name(made.name))]),
                (20, lambda: self.read_back(chance.pick(self.made))),
                (20, self.statement),
            ])()
        self.depth -= 1
        self.scope.scalars, self.scope.views = kept
        return [tree.Context(None, body, False)]

    # Host code.

    def block(self, count):
        kept = dict(self.scope.scalars), dict(self.scope.views)
        self.depth += 1
        body = [made for _ in range(count) for made in self.statement()]
        self.depth -= 1
        self.scope.scalars, self.scope.views = kept
        return body

    def statement(self):
        chance = self.chance
        choices = [(42, self.offload), (8, self.read_element), (9, self.write_element), (6, self.walk)]
        if self.depth < 3:
            choices += [(9, self.loop), (7, self.choose), (11, self.context), (5, self.explicit_context)]
        choices += [(7, self.bind), (6, self.swap), (6, self.touch), (6, self.help), (3, self.leave), (1, self.fail_host)]
        if self.made:
            choices += [(6, self.bump)]
        if self.function.storage:
            choices += [(25, self.storage_code), (15 if self.depth < 3 else 0, self.kept)]
        if not self.nogil and self.depth < 3:
            choices += [(3, self.release), (8, self.handle)]
        for _ in range(6):
            made = chance.weighted(choices)()
            if made:
                return made
        return []

    def offload(self):
        made = self.region(self.nogil)
        return [made] if made else []

    def host_visible(self, test=lambda held: True):
        return [name for name in self.scope.visible(test) if name not in self.frozen]

    def with_host(self, make):
        """What `make` gives where only views that the host may use are visible."""
        hidden = set(self.scope.hidden)
        self.scope.hidden |= self.frozen
        made = make()
        self.scope.hidden = hidden
        return made

    def read_element(self):
        def make():
            names = self.scope.visible()
            if not names:
                return []
            name = self.chance.pick(names)
            real = self.scope.views[name].kind.dtype in ("double", "float")
            target = "s" if real else "q"
            if target not in self.scope.scalars:
                return []
            value = tree.Binary(self.chance.pick(["+", "-"]), tree.Name(target), self.scope.element(name))
            return [tree.Assign(target, value)]

        return self.with_host(make)

    def write_element(self):
        def make():
            names = self.scope.visible(lambda held: not held.kind.const and held.contents is None)
            if not names:
                return []
            name = self.chance.pick(names)
            kind = self.scope.views[name].kind.dtype
            op = self.chance.pick([None, None, "+", "-"])
            return [tree.Store(self.scope.element(name), self.scope.value(kind, 1), op)]

        if self.frozen and self.chance.percent(40):
            return self.refreshed()
        return self.with_host(make)

    def refreshed(self):
        """Host code on data of an explicit context, between updates."""
        names = [n for n in sorted(self.frozen) if n in self.scope.views and not self.scope.views[n].kind.const]
        names = [n for n in names if self.scope.views[n].contents is None]
        if not names:
            return []
        name = self.chance.pick(names)
        kind = self.scope.views[name].kind.dtype
        hidden = set(self.scope.hidden)
        self.scope.hidden |= self.frozen - {name}
        write = tree.Store(self.scope.element(name), self.scope.value(kind, 1))
        self.scope.hidden = hidden
        return [tree.Update([(name, "from")]), write, tree.Update([(name, "to")])]

    def walk(self):
        """A host loop over elements."""

        def make():
            scope, chance = self.scope, self.chance
            names = scope.visible(lambda held: not held.kind.const and held.contents is None)
            counters = [name for name in HOST_COUNTERS if all(loop.name != name for loop in scope.loops)]
            if not names or not counters:
                return []
            name = chance.pick(names)
            dim = chance.pick(scope.views[name].dims)
            exprs, low, high = scope.range(dim)
            scope.loops.append(Loop(counters[0], dim, low, high))
            kind = scope.views[name].kind.dtype
            if chance.percent(60):
                body = [tree.Store(scope.element(name), scope.value(kind, 1))]
            else:
                target = "s" if kind in ("double", "float") else "q"
                read = tree.Binary("+", tree.Name(target), scope.element(name))
                body = [tree.Assign(target, read)] if target in scope.scalars else []
            scope.loops.pop()
            return [tree.For(counters[0], exprs, body)] if body else []

        return self.with_host(make)

    def loop(self):
        scope, chance = self.scope, self.chance
        counters = [name for name in HOST_COUNTERS if all(loop.name != name for loop in scope.loops)]
        if not counters:
            return []
        if chance.percent(50):
            exprs, loop = [tree.Int(1 + chance.below(3))], Loop(counters[0], "rounds")
        else:
            dim = chance.pick(["m", "n"])
            exprs, low, high = scope.range(dim)
            loop = Loop(counters[0], dim, low, high)
        scope.loops.append(loop)
        outer, self.in_loop = self.in_loop, True
        body = self.block(1 + chance.below(3))
        self.in_loop = outer
        scope.loops.pop()
        return [tree.For(loop.name, exprs, body)]

    def choose(self):
        condition = self.with_host(self.scope.condition)
        otherwise = self.block(1) if self.chance.percent(40) else []
        return [tree.If(condition, self.block(1 + self.chance.below(2)), otherwise)]

    def handle(self):
        chance = self.chance
        body = self.block(1 + chance.below(3))
        if chance.percent(70):
            body.insert(chance.below(len(body) + 1), self.fail_host()[0])
        handler = self.block(1 + chance.below(2))
        if not body or not handler:
            return []
        if chance.percent(35):
            return [tree.Try(None, body, handler)]
        otherwise = self.block(1) if chance.percent(30) else []
        return [tree.Try(chance.pick(["Exception", "Exception", "ValueError", "LookupError"]), body, handler, otherwise)]

    def context(self):
        nogil = not self.nogil and self.chance.percent(50)
        outer, self.nogil = self.nogil, self.nogil or nogil
        body = self.block(2 + self.chance.below(3))
        self.nogil = outer
        return [tree.Context(None, body, nogil)]

    def explicit_context(self):
        scope, chance = self.scope, self.chance
        names = [name for name in scope.visible() if name not in self.frozen and name not in self.kernel_views]
        names = chance.some(names, 50)
        if not names:
            return []
        nogil = not self.nogil and chance.percent(50)
        outer, outer_frozen = self.nogil, set(self.frozen)
        self.nogil = self.nogil or nogil
        self.frozen |= set(names)
        body = self.block(1 + chance.below(3))
        self.nogil, self.frozen = outer, outer_frozen
        written = self.stored(body)
        maps = []
        for name in names:
            written_kinds = ["tofrom"] * 4 + ["from", "alloc" if name in self.made else "tofrom"]
            kind = chance.pick(written_kinds if name in written else ["to", "to", "to", "tofrom"])
            maps.append((name, "to" if scope.views[name].kind.const else kind))
        return [tree.Context(maps, body, nogil)]

    def release(self):
        outer, self.nogil = self.nogil, True
        body = self.block(1 + self.chance.below(2))
        self.nogil = outer
        return [tree.NoGil(body)] if body else []

    def bind(self, name=None):
        scope, chance = self.scope, self.chance
        sources = scope.visible(lambda held: not held.kind.const and held.contents is None)
        if not sources:
            return []
        name = name or chance.pick(sources)
        held = scope.views[name]
        parts, dims = [], []
        for dim in held.dims:
            kind = chance.weighted([(40, "at"), (45, "all"), (5, "from"), (4, "to"), (4, "back"), (2, "gaps")])
            if kind == "at" and len(parts) - len(dims) < len(held.dims) - 1:
                parts.append(tree.At(self.with_host(lambda: scope.index(dim))))
                continue
            parts.append({"from": tree.Span(tree.Int(1)), "to": tree.Span(None, scope.extent(dim)),
                          "back": tree.Span(step=-1), "gaps": tree.Span(step=2)}.get(kind, tree.Span()))
            dims.append(dim)
        view = tree.Slice(tree.Name(name), parts)
        if len(held.dims) == 2 and len(dims) == 2 and chance.percent(25):
            view, dims = tree.Transposed(view), dims[::-1]
        kind = tree.ViewType(held.kind.dtype, len(dims))
        target = f"{held.kind.dtype.split()[-1]}{len(dims)}{chance.pick('ab')}"
        self.declare(target, kind)
        if target == name:
            return []
        if target in self.frozen:
            return []
        scope.views[target] = Held(kind, tuple(dims))
        if name in self.frozen:
            self.frozen.add(target)
        return [tree.Bind(target, view)]

    def swap(self):
        scope = self.scope
        names = scope.visible(lambda held: held.contents is None)
        pairs = [(a, b) for k, a in enumerate(names) for b in names[:k] if scope.views[a] == scope.views[b]]
        pairs = [(a, b) for a, b in pairs if (a in self.frozen) == (b in self.frozen)]
        if not pairs:
            return []
        return [tree.Swap(*self.chance.pick(pairs))]

    def touch(self):
        if not self.function.touches or "q" not in self.scope.scalars:
            return []
        value = tree.Binary("+", tree.Name("q"), tree.Touch(self.chance.below(4)))
        made = [tree.Assign("e", tree.Touch(self.chance.below(4)))] if self.chance.percent(50) else [tree.Assign("q", value)]
        return [tree.WithGil(made)] if self.nogil else made

    def bump(self):
        """A function of Python's that writes an array and keeps it."""
        names = [name for name in self.host_visible() if name in self.made]
        if not names:
            return []
        made = tree.Bump(tree.Name(self.chance.pick(names)))
        return [tree.WithGil([made])] if self.nogil else [made]

    def help(self):
        """A call of a function that has regions."""
        scope, chance = self.scope, self.chance
        fitting = [helper for helper in self.helpers if helper.nogil or not self.nogil]
        if not fitting:
            return []
        helper, arguments = chance.pick(fitting), []
        dims = self.program.dims[helper.name]
        for name, kind in helper.params:
            if not isinstance(kind, tree.ViewType):
                arguments.append(tree.Name(name) if name in ("m", "n") else tree.Int(0))
                continue
            views = [n for n, held in scope.views.items() if n not in scope.hidden and held.dims == dims[name][0]]
            views = [n for n in views if scope.views[n].kind.dtype == kind.dtype and n not in self.kernel_views]
            views = [n for n in views if kind.layout in ("S", scope.views[n].kind.layout)]
            views = [n for n in views if scope.views[n].contents == dims[name][1]]
            views = [n for n in views if kind.const or not scope.views[n].kind.const]
            if not views:
                return []
            arguments.append(tree.Name(chance.pick(views)))
        call = tree.Call(helper.name, arguments)
        if helper.result == "void" or "q" not in scope.scalars:
            return [tree.Do(call)] if helper.result == "void" else []
        return [tree.Assign("q", tree.Binary("+", tree.Name("q"), call))]

    def leave(self):
        if self.depth == 0:
            return []
        condition = self.with_host(self.scope.condition)
        if self.in_loop and self.chance.percent(60):
            return [tree.If(condition, [tree.Leave(self.chance.pick(["break", "continue"]))])]
        if self.function.result is not None:
            return []
        names = self.chance.some(self.scope.named({"double", "long"}), 60)
        made = tree.Return([tree.Name(name) for name in names])
        return [tree.If(condition, [tree.WithGil([made])] if self.nogil else [made])]

    def fail_host(self):
        made = tree.Raise("ValueError", "of the host")
        made = [tree.WithGil([made])] if self.nogil else [made]
        return [tree.If(self.with_host(self.scope.condition), made)]


def directives(chance, function):
    function.boundscheck = chance.percent(55)
    function.wraparound = chance.percent(50)
    function.cdivision = chance.percent(30)


def view_specs(chance):
    """(name, type, dimensions, contents) of a function's views."""
    specs = []
    dtype = "double"
    for name in chance.shuffled(["A", "B", "x", "y", "z", "T"])[: 2 + chance.below(4)]:
        ndim = {"A": 2, "B": 2, "T": 3}.get(name, 1)
        if chance.percent(45):
            dtype = chance.weighted(list(zip([50, 12, 12, 14, 6, 6], NUMBERS)))
        layout = chance.pick("CCCSSF") if ndim > 1 else chance.pick("CCS")
        dims = {2: [("m", "n"), ("m", "n"), ("n", "m"), ("m", "m")], 1: [("m",), ("m",), ("n",)],
                3: [("m", "n", "m"), ("m", "n", "n"), ("n", "m", "m")]}[ndim]
        specs.append((name, tree.ViewType(dtype, ndim, layout, chance.percent(5)), chance.pick(dims), None))
    if chance.percent(30):
        kind = tree.ViewType(chance.pick(["int", "long", "short", "unsigned char"]), 1, chance.pick("CS"), chance.percent(30))
        specs.append(("idx", kind, (chance.pick(["m", "n"]),), chance.pick(["m", "n"])))
    return specs


def device_function(chance, program, number):
    """A function that kernels may call: on numbers, to read a row, or to write one."""
    what = chance.pick(["numbers", "reads", "reads", "writes", "writes"])
    function = tree.Function(f"dev{number}", [], [], [], nogil=True, noexcept=True, for_kernels=True)
    directives(chance, function)
    scope = Scope(chance, function)
    dtype = chance.pick(["double", "double", "long", "float"])
    real = dtype != "long"
    if what != "numbers":
        function.params.append(("v", tree.ViewType(dtype, 1, "S", what == "reads" and chance.percent(30))))
        scope.views["v"] = Held(function.params[-1][1], ("m",))
    function.params.append(("a", "double" if real else "long"))
    scope.scalars["a"] = function.params[-1][1]
    function.locals += [("i", "int"), ("s", "double" if real else "long")]
    zero = tree.Real(0.0) if real else tree.Int(0)
    exprs, low, high = scope.range("m") if what != "numbers" else ([tree.Int(3)], 0, 0)
    scope.loops.append(Loop("i", "m" if what != "numbers" else "rounds", low, high))
    if what == "writes":
        function.result = "void"
        body = [tree.Store(scope.element("v"), scope.value(dtype, 1), chance.pick([None, None, "+"]))]
        if chance.percent(30):
            body = [tree.If(scope.condition(), body)]
        if chance.percent(20):
            body.insert(0, tree.If(scope.condition(), [tree.Leave(chance.pick(["break", "continue"]))]))
        function.body = [tree.For("i", exprs, body)]
        if chance.percent(20):
            function.body.insert(0, tree.If(tree.Compare(">", tree.Name("a"), tree.Int(4)), [tree.Return([])]))
    else:
        function.result = "double" if real else "long"
        scope.scalars["s"] = function.result
        value = tree.Binary("+", tree.Name("s"), scope.value(dtype, 1))
        function.body = [tree.Assign("s", zero), tree.For("i", exprs, [tree.Assign("s", value)]), tree.Return([tree.Name("s")])]
    return function


class Drafting(tree.Program):
    """A program in the making: knows the dimensions of its functions' parameters."""

    dims = None


def draft(chance, name):
    plain = chance.percent(80)
    program = Drafting(name, [], [], plain)
    program.dims = {}
    for number in range(chance.below(3)):
        program.functions.append(device_function(chance, program, number))
    specs = view_specs(chance)
    if chance.percent(30):
        chosen = chance.some(specs, 60)
        if chosen:
            nogil = chance.percent(50)
            helper = tree.Function("helper", [], [], [], result=chance.pick(["void", "long"]), nogil=nogil)
            helper.noexcept = chance.percent(40)
            directives(chance, helper)
            maker = Maker(chance, program, helper, plain)
            maker.nogil = nogil
            maker.add_params([(n, kind if chance.percent(60) else tree.ViewType(kind.dtype, kind.ndim, "S", kind.const), d, c)
                              for n, kind, d, c in chosen])
            maker.write(1 + chance.below(2))
            program.dims["helper"] = {n: (d, c) for n, _, d, c in chosen}
            program.functions.append(helper)
    main = tree.Function("main", [], [], [], touches=chance.percent(35))
    directives(chance, main)
    maker = Maker(chance, program, main, plain)
    maker.add_params(specs)
    maker.write(1 + chance.below(4))
    program.functions.append(main)
    program.dims["main"] = {n: (d, c) for n, _, d, c in specs}
    return program


def generate(seed, number, name):
    """A program with calls that are tests, and what each must give; None where the draft has too few."""
    chance = Chance(seed, number)
    drafted = draft(chance, name)
    machine = Machine(drafted)
    calls, expectations = [], []
    makes = Calls(chance, drafted)
    for _ in range(3 * CALLS):
        calling = makes.call()
        try:
            expectation = machine.run(calling)
        except Invalid:
            continue
        if expectation.kind == "raises" and sum(other.kind == "raises" for other in expectations) >= MOST_RAISING:
            continue
        expectations.append(expectation)
        calls.append(calling)
        if len(calls) == CALLS:
            break
    if len(calls) < 2:
        return None
    functions = drafted.functions
    if chance.percent(25):
        functions = lookalikes.rename(functions, chance)
    return tree.Program(name, functions, calls, drafted.for_cython), expectations
