"""The model's statements and expressions about C storage: see `storage.py`."""

from expressions import arithmetic
from memory import Invalid, converted


class Holding:
    """A part of `Statements`."""

    def slot(self, it):
        """The place of an element of C storage."""
        storage, index = self.storage[it.storage], self.value(it.index)

        def place(m):
            at = index(m)
            if not 0 <= at < storage.length:
                raise Invalid("out of a C array")
            return m.stored[storage.name], at

        return place, storage.dtype

    def compile_slot(self, it):
        place, kind = self.slot(it)
        is_number = self.storage[it.storage].form == "number"

        def read(m):
            view, at = place(m)
            value = m.load(view, at)
            if is_number and m.on_device and m.numbers[it.storage] != value:
                raise Invalid("a region changes a number that it takes by value")
            return value

        return read, kind

    def run_put(self, it):
        place, kind = self.slot(it)
        value, value_kind = self.compile(it.value)
        op = "+" if it.via == "call" else it.op
        operate = op and arithmetic(op, kind, kind if it.via == "call" else value_kind, self.owner.cdivision)[0]

        def run(m):
            number = value(m)
            view, at = place(m)
            if it.via == "call":
                number = converted(number, kind)
            if operate is not None:
                number = operate(m.load(view, at), number)
            m.store(view, at, converted(number, kind))

        return run

    def run_show(self, it):
        def run(m):
            m.frame[it.name] = m.stored[it.storage]

        return run

    def run_clear(self, it):
        zero = 0.0 if self.storage[it.storage].dtype == "double" else 0

        def run(m):
            view = m.stored[it.storage]
            for at in view.elements():
                m.store(view, at, zero)

        return run

    def run_copy(self, it):
        def run(m):
            into, source = m.stored[it.into], m.stored[it.source]
            for at in into.elements():
                m.store(into, at, m.load(source, at))

        return run
