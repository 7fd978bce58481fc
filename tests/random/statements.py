"""The statements of the model: what each does to the machine that runs it."""

import builtins
import math

import tree
from expressions import Expressions, arithmetic
from held import Holding
from memory import Buffer, Invalid, Iteration, ParallelLoop, Raised, View, converted


class Stop(Exception):
    """The region must be refused: two of its views overlap in part."""


def assigned(body):
    """Scalars and views that a parallel loop's body makes private, and the operators of its reductions."""
    private, reductions = set(), {}
    for node in tree.walk(body):
        if isinstance(node, (tree.Assign, tree.Bind, tree.For, tree.Prange)):
            private.add(node.name)
        elif isinstance(node, tree.InPlace):
            reductions[node.name] = node.op
    return private, reductions


class Statements(Holding, Expressions):
    """Compiles the statements of one function: functions of the machine that give None, or how a block is left:
    "break", "continue", or ("return", values)."""

    def __init__(self, program, function):
        super().__init__(program, function)
        self.depth = 0  # of pranges
        self.storage = {storage.name: storage for storage in function.storage}
        self.body = self.block(function.body)

    def block(self, body):
        parts = [self.statement(it) for it in body]

        def run(m):
            for part in parts:
                left = part(m)
                if left is not None:
                    return left
            return None

        return run

    def statement(self, it):
        return getattr(self, "run_" + type(it).__name__.lower())(it)

    def run_assign(self, it):
        name, value, kind = it.name, self.value(it.value), self.types[it.name]

        def run(m):
            m.frame[name] = converted(value(m), kind)
            m.assigned.add(name)

        return run

    def run_inplace(self, it):
        name, kind = it.name, self.types[it.name]
        value, value_kind = self.compile(it.value)
        operate, _ = arithmetic(it.op, kind, value_kind, self.owner.cdivision)
        ordered = self.depth > 0 and kind in ("double", "float")
        limit = 2**53 if kind == "double" else 2**24

        def run(m):
            number = value(m)
            if m.frame[name] is None:
                raise Invalid(f"{name} has no value")
            if ordered:
                # The order of the iterations must not matter.
                m.sums[name] = m.sums.get(name, abs(m.frame[name])) + abs(number)
                fits = number == int(number) and m.frame[name] == int(m.frame[name]) and m.sums[name] < limit
                if not fits or it.op == "*" or number == 0 and math.copysign(1, number) < 0:
                    raise Invalid("a sum depends on the order")
            m.frame[name] = converted(operate(m.frame[name], number), kind)

        return run

    def run_store(self, it):
        place, kind = self.place(it.place), self.view_type(it.place.view).dtype
        value, value_kind = self.compile(it.value)
        if it.op is None:

            def run(m):
                number = value(m)
                view, at = place(m)
                m.store(view, at, converted(number, kind))

            return run
        operate, _ = arithmetic(it.op, kind, value_kind, self.owner.cdivision)

        def change(m):
            number = value(m)
            view, at = place(m)
            m.store(view, at, converted(operate(m.load(view, at), number), kind))

        return change

    def run_atomic(self, it):
        change = self.run_store(it.store)

        def run(m):
            outer, inner = m.iteration, Iteration()
            m.iteration = inner
            try:
                change(m)
            finally:
                m.iteration = outer
                if outer is not None:
                    outer.reads |= inner.reads - inner.writes
                    outer.atomics |= inner.writes

        return run

    def run_do(self, it):
        value = self.value(it.value)

        def run(m):
            value(m)

        return run

    def run_if(self, it):
        condition, then, otherwise = self.value(it.condition), self.block(it.then), self.block(it.otherwise)
        return lambda m: then(m) if condition(m) else otherwise(m)

    def counted(self, it):
        parts = [self.value(part) for part in it.range]
        return lambda m: range(*[part(m) for part in parts])

    def run_for(self, it):
        name, counted, body = it.name, self.counted(it), self.block(it.body)

        def run(m):
            for number in counted(m):
                m.step()
                m.frame[name] = number
                m.assigned.add(name)
                left = body(m)
                if left == "break":
                    return None
                if left is not None and left != "continue":
                    return left
            return None

        return run

    def run_prange(self, it):
        if it.maps is not None:
            return self.region([tree.Prange(it.name, it.range, it.body)], it.maps)
        name, counted = it.name, self.counted(it)
        self.depth += 1
        body = self.block(it.body)
        self.depth -= 1
        private, reductions = assigned(it.body)
        private = [other for other in private if other not in reductions and other != name]
        views = [other for other in private if isinstance(self.types[other], tree.ViewType)]
        is_outer = self.depth == 0

        def run(m):
            loop, outer, choices = ParallelLoop(), m.iteration, set()
            if is_outer:
                m.assigned = set()
            for number in counted(m):
                m.step()
                for other in views:
                    m.frame[other] = None
                if is_outer:
                    # Which iterations a thread had before is open. One thread runs all of a loop inside.
                    for other in m.assigned.intersection(private):
                        m.frame[other] = None
                    m.assigned = set()
                m.frame[name] = number
                m.assigned.add(name)
                m.iteration = Iteration()
                try:
                    body(m)
                except Raised as raised:
                    choices |= raised.choices
                finally:
                    loop.add(m.iteration)
                    m.iteration = outer
            m.raced = m.raced or loop.races
            if outer is not None:
                outer.reads |= loop.reads
                outer.writes |= loop.writes
                outer.atomics |= loop.atomics
            if choices:
                raise Raised(choices)

        return run

    def run_region(self, it):
        return self.region(it.body, it.maps)

    def region(self, loops, maps):
        body = self.block(loops)
        used = sorted(name for name in tree.names_in(loops) if isinstance(self.types[name], tree.ViewType))
        used = [name for name in used if not any(isinstance(n, tree.Bind) and n.name == name for n in tree.walk(loops))]
        written = self.written(loops)
        numbers = {node.storage for node in tree.walk(loops) if isinstance(node, tree.Slot)}
        numbers = {name for name in numbers if self.storage[name].form == "number"}
        # A map of a view of which only the extents are used has no effect.
        maps = [(name, kind) for name, kind in maps if name in tree.names_touched(loops)]

        def run(m):
            views = {name: m.frame[name] for name in used if m.frame[name] is not None}
            entered = m.residency.enter([(m.frame[name], kind) for name, kind in maps if m.frame[name] is not None])
            pairs = m.overlaps(views, written, bool(maps))
            failed = True
            m.numbers = {name: m.load(m.stored[name], 0) for name in numbers}
            outer, m.on_device = m.on_device, True
            m.sums = {}
            m.touched = {} if pairs else None
            mark = len(m.history)
            if pairs:
                m.frame.update({name: view.rooted(name) for name, view in views.items()})
            try:
                body(m)
                failed = False
            except Raised:
                if m.raced:
                    raise Invalid("races") from None
                raise
            finally:
                m.on_device = outer
                m.region_failed = m.region_failed or failed
                if pairs:
                    m.frame.update(views)
                    # A check before the region may be reported in place of the overlap.
                    if not failed:
                        m.refuse_overlaps(pairs, views, mark)
                m.touched = None
                m.residency.leave(entered, failed)
            if m.raced:
                raise Invalid("races")

        return run

    def written(self, body):
        """Views that the body may write."""
        names = set()
        for node in tree.walk(body):
            if isinstance(node, tree.Store):
                names |= tree.names_in(node.place.view)
            elif isinstance(node, tree.Call):
                names |= tree.names_in(node.arguments)
            elif isinstance(node, tree.Bind):
                names |= tree.names_in(node.view)
        return names

    def run_context(self, it):
        body, maps = self.block(it.body), it.maps

        def run(m):
            m.contexts += 1
            entered = []
            if maps is not None:
                m.explicit = True
                entered = m.residency.enter([(m.frame[name], kind) for name, kind in maps])
            failed = True
            try:
                left = body(m)
                failed = False
            finally:
                m.residency.leave(entered, failed)
                m.contexts -= 1
                m.explicit_failed = m.explicit_failed or failed and maps is not None
            return left

        return run

    def run_update(self, it):
        maps = it.maps

        def run(m):
            m.residency.update([(m.frame[name], kind) for name, kind in maps])

        return run

    def run_nogil(self, it):
        return self.block(it.body)

    run_withgil = run_nogil

    def run_try(self, it):
        body, handler, otherwise = self.block(it.body), self.block(it.handler), self.block(it.otherwise)

        def caught(m, raised):
            if m.region_failed or m.explicit_failed:
                raise Invalid("what a failure has left is open")
            matching = {issubclass(getattr(builtins, name), getattr(builtins, it.exception)) for name, _ in raised.choices}
            if len(matching) > 1:
                raise Invalid("which exception it is decides")
            return matching == {True}

        passes = it.exception and not issubclass(ValueError, getattr(builtins, it.exception))

        def run_body(m):
            # Views that overlap may be refused, and the handler would run where others go on.
            before, m.may_overlap = m.may_overlap, False
            try:
                return body(m)
            except Stop:
                m.may_overlap = True
                raise
            finally:
                if m.may_overlap and not passes:
                    raise Invalid("whether views that overlap are refused is open")
                m.may_overlap |= before

        def run_except(m):
            try:
                left = run_body(m)
            except Raised as raised:
                if not caught(m, raised):
                    raise
                return handler(m)
            return otherwise(m) if left is None else left

        def run_finally(m):
            try:
                left = run_body(m)
            except Raised:
                if m.region_failed or m.explicit_failed:
                    raise Invalid("what a failure has left is open") from None
                left = handler(m)
                if left is not None:
                    return left
                raise
            again = handler(m)
            return left if again is None else again

        return run_except if it.exception else run_finally

    def run_bind(self, it):
        name, view = it.name, self.view(it.view)

        def run(m):
            m.frame[name] = view(m)

        return run

    def run_swap(self, it):
        def run(m):
            m.frame[it.left], m.frame[it.right] = m.frame[it.right], m.frame[it.left]
            if m.frame[it.left] is None or m.frame[it.right] is None:
                raise Invalid("swaps what is not bound")

        return run

    def run_bump(self, it):
        view = self.view(it.view)

        def run(m):
            before, m.kept = m.kept, view(m)
            for each in (before, m.kept):
                first = next(iter(each.elements()), None) if each is not None else None
                if first is not None:
                    m.store(each, first, converted(m.load(each, first) + 3, each.buffer.dtype))

        return run

    def run_make(self, it):
        name, shape, kind = it.name, [self.value(extent) for extent in it.shape], self.types[it.name]

        def run(m):
            extents = tuple(extent(m) for extent in shape)
            if any(extent < 0 for extent in extents):
                raise Invalid("a negative extent")
            strides, count = [], 1
            for extent in extents if kind.layout == "F" else extents[::-1]:
                strides.append(count)
                count *= extent
            zero = 0.0 if kind.dtype in ("double", "float") else 0
            buffer = Buffer(kind.dtype, [None if it.how == "empty" else zero] * count)
            m.frame[name] = View(buffer, 0, extents, tuple(strides if kind.layout == "F" else strides[::-1]))

        return run

    def run_leave(self, it):
        return lambda m: it.how

    def run_return(self, it):
        values = []
        for value in it.values:
            is_view = isinstance(value, tree.Name) and isinstance(self.types[value.name], tree.ViewType)
            values.append((self.value(value), is_view))

        def run(m):
            return "return", [m.contents(value(m)) if is_view else value(m) for value, is_view in values]

        return run

    def run_raise(self, it):
        def run(m):
            raise Raised({(it.exception, it.message)})

        return run
