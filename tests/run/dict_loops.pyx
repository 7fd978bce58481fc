# cython: language_level=3
"""Loops over the entries of dicts, and of what has such methods."""


def pairs(table):
    return [(key, value) for key, value in table.items()]


def looped(table):
    found = []
    for key, value in table.items():
        found.append(key)
        found.append(value)
    else:
        found.append("all")
    return found


def looped_values(table):
    found = []
    for value in table.values():
        found.append(value)
    return found


def whole_entries(table):
    found = []
    for entry in table.items():
        found.append(entry)
    for entry in table.keys():
        found.append(entry)
    return found


def of_dict(dict table):
    found = 0
    for key, value in table.items():
        found = 3 * found + key + value
    for value in table.values():
        found = 5 * found + value
    return found


def in_python2(table):
    found = []
    for key, value in table.iteritems():
        found.append((key, value))
    for value in table.itervalues():
        found.append(value)
    return found


def in_python2_of_dict(dict table):
    found = []
    for key, value in table.iteritems():
        found.append((key, value))
    for value in table.itervalues():
        found.append(value)
    return found


def numbers(table):
    cdef int key = -1
    cdef double value = -1, sum = 0
    try:
        for key, value in table.items():
            sum += key * value
    except TypeError as error:
        return sum, key, value, str(error)
    return sum, key, value


def numbers_of_values(table):
    cdef double value, sum = 0
    for value in table.values():
        sum += value
    return sum


def counted(table):
    found = []
    for number, (key, value) in enumerate(table.items()):
        found.append((number, key, value))
    for number, value in enumerate(table.values()):
        found.append((number, value))
    return found


def nested(table):
    found = []
    for key, (first, second) in table.items():
        found.append((key, first, second))
    return found


class Place:
    pass


def places(table):
    place, found, items = Place(), {}, [0, 0]
    for place.key, found["last"] in table.items():
        pass
    for items[0], items[1] in table.items():
        pass
    return place.key, found, items


def same_twice(table):
    found = []
    for key, value in table.items():
        for other, value in table.items():
            found.append((key, other, value))
    return found, key, value


def leaves(table, stop):
    last = None
    for key, value in table.items():
        if value is None:
            continue
        last = value
        if key == stop:
            break
    else:
        return "not found", last
    return key, last


def raises(table):
    key = value = None
    try:
        for key, value in table.items():
            value.missing
    except AttributeError as error:
        return key, value, str(error)


def rebinds(table):
    found = []
    for key, value in table.items():
        table = None
        found.append((key, value))
    return found


def changes_values(table):
    for key, value in table.items():
        table[key] = value + 1
    for value in table.values():
        table["b"] = value
    return table


def grows(table):
    found = []
    try:
        for key, value in table.items():
            found.append(key)
            table[key + "x"] = value
    except RuntimeError as error:
        found.append(str(error))
    return found


def shrinks(table):
    found = []
    try:
        for value in table.values():
            found.append(value)
            table.popitem()
    except RuntimeError as error:
        found.append(str(error))
    return found


def empties(table):
    found = []
    for key, value in table.items():
        found.append((key, value))
        table.clear()
        break
    return found, table


def generated(table):
    for key, value in table.items():
        yield key
        yield value
    for value in table.values():
        yield value


def in_functions(table):
    def inner():
        return [key + value for key, value in table.items()]
    return inner(), sum(value for value in table.values()), {value: key for key, value in table.items()}


def with_arguments(table):
    return [(key, value) for key, value in table.items(3)]


def shadowed(items):
    found = []
    for key, value in items.items():
        items = key
        found.append(items)
    return found
