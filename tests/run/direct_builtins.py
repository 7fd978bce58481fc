# Python's own words stay where Cython has others, so of an exception its class is compared, and the value that it ends with.


class Text(str):
    pass


class Letters(list):
    def __iter__(self):
        return iter("xyz")


class Row(tuple):
    def __iter__(self):
        return iter("xyz")


class Mapping(dict):
    def keys(self):
        return ["k"]

    def __getitem__(self, key):
        return 9


class Odd:
    def __str__(self):
        return Text("q")

    def __repr__(self):
        return "odd"

    def __iter__(self):
        return self

    def __next__(self):
        raise StopIteration(7)

    def __bool__(self):
        raise KeyError("no")

    def __divmod__(self, other):
        return NotImplemented


VALUES = [
    0, 5, -1, 10**30, 1.5, "a", "abc", "", b"a", b"abc", None, [3, 1, 2], (3, 1, 2), {2, 1}, {1: 2}, frozenset([1]), [[1, 2], [3, 4]],
    [[1, 2], [3]], [[1], [2]], True, int, object, 0x10FFFF, 0x110000, 2**31, 2**63, type, [1, "a"], [[]], {"a": 1}, Text("a"),
    Letters([1]), Row([1]), Mapping(a=1), Letters([(1, 2)]), Row([(1, 2)]), Odd(),
]  # fmt: skip
OF_ONE = """
str_ repr_ ascii_ bool_ type_ list_ tuple_ set_ frozenset_ dict_ next_ sorted_ slice_ frozen_display set_display
list_display tuple_display dict_names star star_begin star_mid star_display star_typed percent
""".split()
OF_TWO = "divmod_ getattr_ setattr_ delattr_ next2_ slice2_".split()


def attempt(function, *arguments):
    try:
        found = function(*arguments)
    except Exception as error:
        return type(error), getattr(error, "value", None)
    return type(found), repr(found)


def cases(module):
    for name in OF_ONE:
        yield name, [attempt(getattr(module, name), value) for value in VALUES]
    for name in OF_TWO:
        yield name, [attempt(getattr(module, name), value, other) for value in VALUES for other in VALUES[:12]]
    # Cython takes other numbers, and has other exceptions for large ones and for texts of other lengths.
    yield "chr_", [attempt(module.chr_, value) for value in VALUES if type(value) is int and value < 2**31]
    yield "ord_", [attempt(module.ord_, value) for value in ("a", b"a", Text("a"), None, 5)]
    yield "iter_", [attempt(module.iter_, value) for value in VALUES]
    yield "slice3_", module.slice3_(1, None, "a")
    iterator = iter([1, 2])
    yield "items", [attempt(module.next_, iterator), attempt(module.next2_, iterator, 3), attempt(module.next2_, iterator, 3), attempt(module.next_, iterator)]
    yield "empties", module.empties()
    yield "len_struct", module.len_struct()
    odd = Odd()
    yield "set", [attempt(module.setattr_, odd, "a"), odd.a, attempt(module.getattr_, odd, "a"), attempt(module.delattr_, odd, "a"), attempt(module.getattr_, odd, "a")]
