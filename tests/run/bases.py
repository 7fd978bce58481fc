import copy
import gc
import sys
from fractions import Fraction

from attempts import attempt


def cases(module):
    log = module.log
    numbers = module.Numbers([3, 4.5])
    numbers[0] = 1
    numbers.append(2)
    numbers.owner = 5
    yield "numbers", [numbers, list(numbers), numbers.total(), numbers.owner, numbers == [1, 4.5, 2], numbers[1:], attempt(numbers.__setitem__, 9, 1)]
    yield "numbers' types", [isinstance(numbers, list), module.Numbers.__mro__[1].__name__, module.Numbers.__base__ is list, attempt(hash, numbers)]
    del numbers[0]
    yield "removed", [numbers, attempt(numbers.sort, key=1), sorted(numbers)]
    del numbers
    gc.collect()
    yield "end", [log.copy(), log.clear()]

    checked, other = module.Checked("a", 1, 2), module.Checked("a", 3)
    checked[0] = 9
    yield "checked", [
        checked == other, checked != other, checked == [9, 2], attempt(lambda: checked < other), attempt(checked.__delitem__, 0),
        checked.total(), checked.changed(), checked.changed(7), checked.name, checked + other,
    ]

    class Python(module.Checked):
        def changed(self, by):
            return by * 2

    python = Python("p", 1)
    python.attribute = 3
    yield "python", [python.total(), python.attribute, python.name, python == checked, [1] + python]
    del checked, other, python
    gc.collect()
    log.clear()

    table = module.Table(x=1, y=2)
    yield "table", [table, table["z"], table.link(None).linked(), table.link(table).linked(), module.Table.fromkeys("ab"), copy.copy({**table})]
    yield "table other", [attempt(table.link, {}), table | {"q": 1}, list(table.items())]

    yield "fails", [module.fails(3)]
    yield "failure", [attempt(module.Failure), module.Failure(2).__cause__, str(module.Failure(4, 5).with_traceback(None))]
    word = module.Word("abc")
    yield "word", [word, word.use(), word.uses, word + "d", {word: 1}["abc"], hash(word) == hash("abc"), f"{word:>5}"]
    real = module.Real(2.5)
    yield "real", [real, real + 1, real.error, module.Real("3").error]
    yield "whole", [module.Whole(7).half(), module.Whole(10**30).half(), module.Whole(3) + 1, module.Whole("12")]
    names = module.Names("cab")
    yield "names", [list(names), len(names), "a" in names, names & {"a"}, names.first]

    late = module.Late()
    late.a, late.c = 4, 5
    yield "late", [late.sum(), [base.__name__ for base in type(late).__mro__]]
    yield "parts", [module.parts(slice(1, "x")), attempt(module.parts, 3), attempt(module.parts, None)]
    yield "fraction", [module.is_fraction(Fraction(3, 4)), module.is_fraction(3)]
    yield "exception", [
        attempt(module.as_exception, error) for error in [ValueError(), UnicodeError(), KeyError(), None, 3, module.Failure(1)]
    ]
    yield "garbage", garbage(module)


def garbage(module):
    """Objects that are gone leave nothing behind, those in cycles neither."""
    module.make_garbage(10)
    module.log.clear()
    gc.collect()
    module.log.clear()
    objects, types = len(gc.get_objects()), [sys.getrefcount(kind) for kind in (module.Numbers, module.Table, module.Failure)]
    for _ in range(20):
        module.make_garbage(500)
        gc.collect()
        module.log.clear()
    gc.collect()
    after = [sys.getrefcount(kind) for kind in (module.Numbers, module.Table, module.Failure)]
    return abs(len(gc.get_objects()) - objects) < 20, [now - before for now, before in zip(after, types)]
