from attempts import attempt


class Index:
    def __init__(self, value):
        self.value = value

    def __index__(self):
        return self.value


def cases(module):
    for data in (b"a", None):
        for more in (bytearray(b"b"), None):
            yield f"decoded {data} {more}", attempt(module.decoded, data, more)
    for items in ([], None):
        for names in ({"a": 1}, None):
            for all in ({1}, None):
                yield f"containers {items} {names} {all}", attempt(module.of_containers, items, names, all)
    for items in ([1, 2], [], None):
        for more in ((1, 2), None):
            yield f"reversed {items} {more}", attempt(module.reversed_items, items, more)
    yield "hashed", [attempt(module.hashed, x) for x in (1, [])]
    yield "hash", [attempt(module.hash_of, x) for x in (1, -2, Index(7), Index(1 << 100), 1.5, "a")]
    for function in (module.only, module.Base().method, module.Same().method):
        yield f"only {function.__name__}", [attempt(function, 1), attempt(function), attempt(lambda: function(x=1))]
    yield "two", [attempt(module.two, 1, 2), attempt(lambda: module.two(1, y=2))]
    yield "more", [module.More().content(), module.Same.__new__(module.Same).method(1)]
