"""Makes a failing program as small as possible: delta debugging on the generator's own tree.

Each step makes many smaller programs, keeps those that are still tests (the model says), builds them as one
module, and goes on with the smallest that fails in the same way.
"""

import dataclasses

import checking
import running
import text
import tree
from machine import Machine
from memory import Invalid

PER_ROUND = 24
MOST_ROUNDS = 120


def shrink(offcy, ways, case, build, folder):
    if case.program.source is not None:
        return case
    why = failing(offcy, ways, [(case.program, case.calling)], build, folder)
    if not why:
        return case  # not every time, or not alone
    (current, kind) = why[0]
    for _ in range(MOST_ROUNDS):
        smaller = first_smaller(offcy, ways, current, build, kind, folder)
        if smaller is None:
            break
        current = smaller
    return current


def kind_of(why):
    return why.split()[0]


def size(case):
    """Less is smaller: first the text, then the arrays."""
    arrays = sum(len(array.values) for array in case.calling.arrays)
    plain = sum(value not in (0, 1) for array in case.calling.arrays for value in array.values)
    return len(text.program_text(case.program)), arrays, plain + len(case.calling.touches)


def first_smaller(offcy, ways, case, build, kind, folder):
    batch = []
    for program, calling in candidates(case.program, case.calling):
        batch.append((program, calling))
        if len(batch) == PER_ROUND:
            found = best(offcy, ways, case, batch, build, kind, folder)
            if found is not None:
                return found
            batch = []
    return best(offcy, ways, case, batch, build, kind, folder) if batch else None


def best(offcy, ways, case, batch, build, kind, folder):
    failed = [other for other, how in failing(offcy, ways, batch, build, folder) if how == kind and size(other) < size(case)]
    return min(failed, key=size, default=None)


def failing(offcy, ways, pairs, build, folder):
    """(case, kind of failure) of those programs that are tests and fail."""
    numbered = {}
    for number, (program, calling) in enumerate(pairs):
        try:
            program = dataclasses.replace(program, name=f"f{number}", calls=[calling])
            expectation = Machine(program).run(calling)
        except (Invalid, LookupError, TypeError, ValueError, AttributeError, StopIteration):
            continue
        numbered[program.name] = [running.Case(program, 0, calling, expectation)]
    if not numbered:
        return []
    try:
        wrong = checking.check(offcy, numbered, folder, ways.needed(build), checking.Tally(), is_quiet=True)
    except RuntimeError:
        if len(pairs) == 1:
            return []
        half = len(pairs) // 2
        return failing(offcy, ways, pairs[:half], build, folder) + failing(offcy, ways, pairs[half:], build, folder)
    return [(case, kind_of(why)) for case, by, why in wrong if by is build]


# Smaller programs, those that lose most first.


def candidates(program, calling):
    for changed in smaller_trees(program):
        yield changed, calling
    for changed in without_parts(program):
        yield changed, calling
    yield from without_params(program, calling)
    for changed in smaller_calls(calling):
        yield program, changed


def paths(node, path=()):
    """Every place of a tree: the way to it, and what stands there."""
    if isinstance(node, list):
        for index, item in enumerate(node):
            yield from paths(item, (*path, index))
    elif tree.is_node(node):
        yield path, node
        for name, child in tree.children(node):
            yield from paths(child, (*path, name))


def at(node, path):
    for step in path:
        node = node[step] if isinstance(step, int) else getattr(node, step)
    return node


def with_change(program, path, change):
    """A copy in which `change` was called with the parent and the last step of a path."""
    copied = program.copy()
    change(at(copied, path[:-1]), path[-1])
    return copied


def put(value):
    def change(parent, step):
        if isinstance(step, int):
            parent[step] = value
        else:
            setattr(parent, step, value)

    return change


def smaller_trees(program):
    places = list(paths(program.functions, ("functions",)))
    lists = [((*path, name), getattr(node, name)) for path, node in places for name in tree.STATEMENT_LISTS
             if isinstance(getattr(node, name, None), list)]
    for path, body in sorted(lists, key=lambda pair: -len(list(tree.walk(pair[1])))):
        count = len(body)
        chunk = max(count // 2, 1)
        while chunk >= 1:
            for start in range(0, count, chunk):
                kept = body[:start] + body[start + chunk :]
                yield with_change(program, path, put(kept))
            chunk //= 2
    for path, node in places:
        if isinstance(path[-1], int) and path[-2] in tree.STATEMENT_LISTS:
            for body in instead(node):
                yield with_change(program, path, lambda parent, step, body=body: parent.__setitem__(slice(step, step + 1), body))
    for path, node in places:
        for value in simpler(node):
            yield with_change(program, path, put(value))


def instead(node):
    """Statements that can stand for a statement that holds others."""
    match node:
        case tree.If(_, then, otherwise):
            yield from (body for body in (then, otherwise) if body)
        case tree.Try(_, body, handler, otherwise):
            yield from (part for part in (body + otherwise, handler) if part)
        case tree.For(name, _, body):
            yield [tree.Assign(name, tree.Int(0)), *body]
            yield body
        case tree.Context(_, body) | tree.NoGil(body) | tree.WithGil(body):
            yield body
        case tree.Region([tree.Prange() as loop], maps, nogil):
            yield [tree.Prange(loop.name, loop.range, loop.body, maps, nogil)]
        case tree.Prange(name, bounds, body, None):
            yield [tree.For(name, bounds, body)]
        case tree.Atomic(store):
            yield [store]
        case tree.Store(place, value, op) if op:
            yield [tree.Store(place, value)]


def simpler(node):
    """Nodes that can stand for a node."""
    match node:
        case tree.Binary(_, left, right) | tree.Compare(_, left, right) | tree.Logic(_, left, right):
            yield from (left, right)
        case tree.Select(_, then, otherwise):
            yield from (then, otherwise)
        case tree.Unary(_, value) | tree.Cast(_, value):
            yield value
        case tree.Builtin(_, arguments):
            yield from arguments
        case tree.Slice(view, _) | tree.Transposed(view):
            yield view
    if isinstance(node, (tree.Binary, tree.Select, tree.Builtin, tree.Call, tree.Element, tree.Name, tree.Extent, tree.Cast)):
        yield tree.Real(1.0)
        yield tree.Int(1)
        yield tree.Int(0)
    if isinstance(node, (tree.Compare, tree.Logic)):
        yield tree.Compare("==", tree.Int(0), tree.Int(0))
    if isinstance(node, (tree.For, tree.Prange)) and len(node.range) > 1:
        yield dataclasses.replace(node, range=[node.range[1]])
        yield dataclasses.replace(node, range=node.range[:2])
    if isinstance(node, (tree.Region, tree.Prange, tree.Context)) and node.maps:
        for entry in node.maps:
            yield dataclasses.replace(node, maps=[other for other in node.maps if other != entry])
    if isinstance(node, tree.Span) and node != tree.Span():
        yield tree.Span()
    if isinstance(node, tree.Return):
        for k in range(len(node.values)):
            yield tree.Return(node.values[:k] + node.values[k + 1 :])


def used_names(function):
    names = set()
    for node in tree.walk(function.body):
        names |= {getattr(node, name) for name in ("name", "left", "right") if isinstance(getattr(node, name, None), str)}
        names |= {entry[0] for entry in getattr(node, "maps", None) or []}
    return names


def without_parts(program):
    """Functions, variables and directives that nobody needs."""
    called = {node.function for node in tree.walk(program.bodies) if isinstance(node, tree.Call)}
    unused = [function for function in program.functions[:-1] if function.name not in called]
    if unused:
        yield dataclasses.replace(program, functions=[f for f in program.functions if f not in unused])
    copied = program.copy()
    for function in copied.functions:
        function.locals = [(name, kind) for name, kind in function.locals if name in used_names(function)]
    yield copied
    for index in range(len(program.functions)):
        for directive, value in (("boundscheck", True), ("wraparound", True), ("cdivision", False)):
            copied = program.copy()
            setattr(copied.functions[index], directive, value)
            yield copied


def without_params(program, calling):
    used = used_names(program.main)
    for index, (name, _) in enumerate(program.main.params):
        if name in used:
            continue
        copied = program.copy()
        del copied.main.params[index]
        yield copied, dataclasses.replace(calling, arguments=calling.arguments[:index] + calling.arguments[index + 1 :])
    if program.main.touches and not any(isinstance(node, tree.Touch) for node in tree.walk(program.bodies)):
        copied = program.copy()
        copied.main.touches = False
        yield copied, dataclasses.replace(calling, touches=[])


def smaller_calls(calling):
    used = {argument.array for argument in calling.arguments if isinstance(argument, tree.Argument)}
    for index, array in enumerate(calling.arrays):
        zero = type(array.values[0])(0) if array.values else 0
        for values in ([zero] * len(array.values), [zero + k for k in range(len(array.values))]):
            yield with_array(calling, index, values)
        if index not in used and not calling.touches and array.values:
            yield with_array(calling, index, [])
        if array.values:
            yield with_array(calling, index, array.values[:-1])
    for index, argument in enumerate(calling.arguments):
        if isinstance(argument, tree.Argument):
            for axis, extent in enumerate(argument.shape):
                if extent > 0:
                    shape = [*argument.shape]
                    shape[axis] = extent - 1
                    yield with_argument(calling, index, dataclasses.replace(argument, shape=shape))
        elif argument not in (0, 1):
            yield with_argument(calling, index, argument - 1)
    for index, touching in enumerate(calling.touches):
        if touching.read or touching.write:
            touches = [*calling.touches]
            touches[index] = tree.Touching(None, None)
            yield dataclasses.replace(calling, touches=touches)


def with_array(calling, index, values):
    arrays = [*calling.arrays]
    arrays[index] = tree.Arrays(arrays[index].dtype, values)
    return dataclasses.replace(calling, arrays=arrays)


def with_argument(calling, index, argument):
    arguments = [*calling.arguments]
    arguments[index] = argument
    return dataclasses.replace(calling, arguments=arguments)
