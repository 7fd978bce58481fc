HOWS = 5


class Model:
    """An element goes once, when it is no element any more."""

    def dying(self, how):
        return [
            (["looked", "second", None, "third"], ["first"], 1),
            (["looked", 5, 5, 5], ["first", "second", "third"], 1),
            (["first", "first", "second", None], ["third"], 1),
            (["first", "second", None, 1], ["third"], 1),
            (["looked", "object", "object", "object"], ["first", "second", "third"], 1),
        ][how]


def cases(module):
    for how in range(HOWS):
        yield f"dying {how}", module.dying(how)


def model():
    return Model()
