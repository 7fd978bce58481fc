"""Gives variables the names that the emitted C makes for others: of `x`, `x_n0`, `x_first` and `_x`."""

import dataclasses

import tree

# What the emitted C calls its own variables.
OURS = ["_device", "_error", "_inside", "_line", "_number", "_own", "_result", "_status", "_stop", "_thread",
        "_threads", "_tile", "_total"]
OF_OTHERS = ["_{}", "_{}_first", "_{}_count", "{}_n0", "{}_n1", "{}_s0", "{}_first", "{}_count", "{}_2"]

# Fields that hold other words than variables.
WORDS = {"op", "function", "exception", "message", "how", "type", "via", "form", "dtype", "layout", "result", "kind"}


def rename(functions, chance):
    """The functions with new names for some of their variables."""
    return [rename_one(function, chance) for function in functions]


def rename_one(function, chance):
    taken = [name for name, _ in [*function.params, *function.locals]]
    pool = OURS + [form.format(name) for name in taken for form in OF_OTHERS]
    pool = chance.shuffled(sorted({*pool} - {*taken}))
    names = dict(zip(chance.some(taken, 40), pool))
    renamed = renamed_in(function, names)
    return dataclasses.replace(renamed, name=function.name)


def renamed_in(value, names):
    if isinstance(value, str):
        return names.get(value, value)
    if isinstance(value, (list, tuple)):
        return type(value)(renamed_in(each, names) for each in value)
    if not tree.is_node(value) or isinstance(value, tree.ViewType):
        return value
    words = WORDS | {"name"} if isinstance(value, tree.Builtin) else WORDS
    fields = [item.name for item in dataclasses.fields(value) if item.name not in words]
    return dataclasses.replace(value, **{name: renamed_in(getattr(value, name), names) for name in fields})
