"""C storage under views: variables of C that the host's code uses by name, by pointer and by calls, while regions use
views of them."""

import tree
from scope import Held, Loop

LENGTH = 10
NUMBER = "one"  # the dimension of a view of a number


class Storages:
    """What a maker of functions knows of C storage."""

    def make_storage(self):
        """Declares some, gives it values, and binds views to it."""
        chance = self.chance
        if self.nogil or not chance.percent(35):
            return []
        forms = {"buf": "array", "other": "array", "st": "struct", "st2": "struct", "cx": "number", "count": "number"}
        if self.function.result is None:
            forms["table"] = "module"
        body = []
        for name in chance.shuffled(list(forms))[: 1 + chance.below(3)]:
            dtype = "long" if name == "count" else chance.pick(["double", "double", "long"])
            storage = tree.Storage(name, forms[name], dtype, 1 if forms[name] == "number" else LENGTH)
            self.function.storage.append(storage)
            body += self.first_values(storage)
            view = f"{name}v"
            self.declare(view, tree.ViewType(dtype, 1, "C"))
            body.append(tree.Show(view, name))
            self.scope.views[view] = Held(tree.ViewType(dtype, 1, "C"), (NUMBER if storage.length == 1 else "m",))
        return body

    def kept(self):
        """An inferred context around regions on views of some, and host code between."""
        chance = self.chance
        if not self.function.storage or self.frozen:
            return []
        nogil = not self.nogil and chance.percent(30)
        outer, self.nogil = self.nogil, self.nogil or nogil
        kept = dict(self.scope.scalars), dict(self.scope.views)
        self.depth += 1
        body = []
        for _ in range(2 + chance.below(3)):
            storage = chance.pick(self.function.storage)
            body += self.region_on_view(storage)
            for _ in range(1 + chance.below(2)):
                body += self.storage_code(storage)
            if chance.percent(25):
                body += self.statement()
        self.depth -= 1
        self.scope.scalars, self.scope.views = kept
        self.nogil = outer
        return [tree.Context(None, body, nogil)]

    def region_on_view(self, storage):
        view = f"{storage.name}v"
        if view not in self.scope.views or view in self.scope.hidden:
            return []
        element = tree.Element(tree.Name(view), [tree.Name("i")])
        value = tree.Binary(self.chance.pick("+-"), element, tree.Int(1 + self.chance.below(2)))
        store = tree.Store(element, value) if self.chance.percent(80) else tree.Store(element, tree.Name("i"))
        bound = tree.Extent(tree.Name(view), 0) if self.chance.percent(70) else tree.Name("m")
        return [tree.Prange("i", [bound], [store], [], not self.nogil)]

    def first_values(self, storage):
        if storage.length == 1:
            return [tree.Put(storage.name, tree.Int(0), tree.Int(2))]
        value = tree.Binary("-", tree.Name("c"), tree.Int(self.chance.below(4)))
        return [tree.For("c", [tree.Int(LENGTH)], [tree.Put(storage.name, tree.Name("c"), value)])]

    def final_slots(self):
        chance = self.chance
        chosen = [storage for storage in self.function.storage if chance.percent(80)]
        return [tree.Slot(storage.name, tree.Int(chance.below(storage.length))) for storage in chosen]

    def storage_code(self, storage=None):
        """A statement of host code, or a region, that uses some by name."""
        chance = self.chance
        storage = storage or chance.pick(self.function.storage)
        if self.frozen and chance.percent(70):
            return []
        choices = [(35, self.put), (22, self.read_slot), (14, self.put_all), (6, self.clear), (6, self.copy_storage)]
        choices += [(10, self.choose_by_slot), (5, self.count_by_slot)] if self.depth < 3 else []
        choices += [(4, self.show_again)] if not self.nogil else []
        choices += [(14, self.region_by_name)] if not self.frozen else []
        return chance.weighted(choices)(storage)

    def slot_index(self, storage):
        chance = self.chance
        loops = [loop for loop in self.scope.loops if not loop.parallel]
        if storage.length > 1 and loops and chance.percent(50):
            return tree.Name(chance.pick(loops).name)
        return tree.Int(chance.below(storage.length))

    def slot(self, storage):
        via = "pointer" if self.chance.percent(20) else "name"
        return tree.Slot(storage.name, self.slot_index(storage), via)

    def put(self, storage):
        chance = self.chance
        via = chance.weighted([(60, "name"), (18, "pointer"), (22, "call")])
        op = None if via == "call" else chance.pick([None, None, "+", "-"])
        value = self.with_host(lambda: self.scope.value(storage.dtype, 1))
        if chance.percent(30):
            value = tree.Binary("+", self.slot(chance.pick(self.function.storage)), tree.Int(1))
            if storage.dtype == "long":
                value = tree.Cast("long", value)
        return [tree.Put(storage.name, self.slot_index(storage), value, op, via)]

    def read_slot(self, storage):
        target = "s" if storage.dtype == "double" else "q"
        if target not in self.scope.scalars:
            return []
        return [tree.Assign(target, tree.Binary("+", tree.Name(target), self.slot(storage)))]

    def put_all(self, storage):
        """A loop over elements."""
        scope, chance = self.scope, self.chance
        counters = [name for name in ("c", "d") if all(loop.name != name for loop in scope.loops)]
        if not counters or storage.length == 1:
            return []
        bounds = chance.pick([[tree.Int(LENGTH)], [tree.Int(1), tree.Int(4)], [tree.Name("m")], [tree.Int(LENGTH)]])
        scope.loops.append(Loop(counters[0], "rounds"))
        body = self.put(storage) if chance.percent(70) else self.read_slot(storage)
        scope.loops.pop()
        return [tree.For(counters[0], bounds, body)] if body else []

    def clear(self, storage):
        return [tree.Clear(storage.name)]

    def copy_storage(self, storage):
        others = [one for one in self.function.storage if one != storage]
        others = [one for one in others if (one.dtype, one.length) == (storage.dtype, storage.length)]
        return [tree.Copy(storage.name, self.chance.pick(others).name)] if others else []

    def choose_by_slot(self, storage):
        op = self.chance.pick(["<", ">", "==", "!=", ">="])
        condition = tree.Compare(op, self.slot(storage), tree.Int(self.chance.below(5)))
        return [tree.If(condition, self.block(1 + self.chance.below(2)))]

    def count_by_slot(self, storage):
        counters = [name for name in ("c", "d") if all(loop.name != name for loop in self.scope.loops)]
        if not counters or storage.dtype != "long":
            return []
        self.scope.loops.append(Loop(counters[0], "rounds"))
        outer, self.in_loop = self.in_loop, True
        body = self.block(1)
        self.in_loop = outer
        self.scope.loops.pop()
        return [tree.For(counters[0], [self.slot(storage)], body)] if body else []

    def show_again(self, storage):
        view = f"{storage.name}v"
        return [] if view in self.frozen else [tree.Show(view, storage.name)]

    def region_by_name(self, storage):
        """A region that captures the variable, perhaps with a view of it or of another."""
        chance = self.chance
        views = self.scope.visible(lambda held: held.kind.dtype == storage.dtype and held.dims == ("m",) and not held.kind.const)
        views = [name for name in views if self.scope.views[name].contents is None]
        if storage.form in ("struct", "number"):  # a region has a copy of these: OFC0613 where it writes a view of one
            views = [name for name in views if name != f"{storage.name}v"]
        at = tree.Int(0) if storage.length == 1 else tree.Name("i")
        own = tree.Slot(storage.name, at)
        if views and (storage.length == 1 or chance.percent(60)):
            place = tree.Element(tree.Name(chance.pick(views)), [tree.Name("i")])
            body = [tree.Store(place, own, chance.pick([None, "+"]))]
        elif storage.form == "array":
            value = tree.Element(tree.Name(chance.pick(views)), [tree.Name("i")]) if views else tree.Int(2)
            body = [tree.Put(storage.name, at, value, chance.pick([None, "+"]))]
        else:
            return []
        return [tree.Prange("i", [tree.Name("m")], body, [], not self.nogil)]
