import array

VALUES = -1, 5, 300, 70000, 2**31, 2**40, 2**63, 2**64, -(2**63) - 1, "a", 1.5, None
NAMES = """
    takes_sample takes_count takes_pixel takes_offset takes_address takes_renamed takes_own_sample takes_own_short takes_uint8
    takes_int16 takes_uint64 takes_time takes_int8 declared casts given_to_header returned given given_by_name added looped
    unpacked tried element field attribute for_python through_pointer cascaded of_other_type
"""


def result(function, *arguments):
    try:
        return function(*arguments)
    except Exception as error:
        return f"{type(error).__name__}: {error}"


def cases(module):
    for name in NAMES.split():
        for value in VALUES:
            yield f"{name} {value!r}", result(getattr(module, name), value)
    view = array.array("B", [1, 2])
    for value in VALUES:
        yield f"item {value!r}", result(module.item, view, value)
    yield "characters", [module.characters(text) for text in ("", "a", "abc", "ü" * 9, "a€", "a\U0001f600")]
    yield "words", [module.word(x) for x in (-1, 0, 1)]
