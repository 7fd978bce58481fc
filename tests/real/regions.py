"""How many of other projects' parallel loops offcy takes as regions on a device, as they stand.

    regions.py OFFCY [PACKAGE...] [--record] [--cache DIR] [--verbose]

Each outermost `prange` of the `.pyx` files of the packages' sdists gets `device={}`, one at a time, and nothing else is
changed; `offcy check` accepts it or not. Loops of a `with nogil, parallel():` block stand for the block, which gets the
argument. A file that offcy does not compile without it counts as refused. `regions.txt` has the shares, and each refusal
with its reason; `--record` writes it again. Fetches some hundred megabytes the first time; no part of the ordinary tests.
"""

import collections
import concurrent.futures
import contextlib
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from corpus import CORPUS, arguments_of, errors_of, is_c, share
from modules import OUTSIDE
from run import HERE, environment, sources

SCOREBOARD = HERE / "regions.txt"
PARALLEL = re.compile(r"^( *)with\b.*\bparallel *\(", re.MULTILINE)
PRANGE = re.compile(r"^( *)for\b[^\n]*?\bin +(?:\w+\.)*prange *\(", re.MULTILINE)
INCLUDE = re.compile(r"""^include +["']([^"']+)["']""", re.MULTILINE)


def closing(text, at):
    """The parenthesis that closes the one at a place."""
    depth = 0
    for place in range(at, len(text)):
        depth += {"(": 1, ")": -1}.get(text[place], 0)
        if depth == 0:
            return place
    raise ValueError("a parenthesis that is never closed")


def places(text):
    """The line of each outermost loop or block, with where `device={}` goes and what is put there."""
    found, within = [], None
    heads = sorted([*PARALLEL.finditer(text), *PRANGE.finditer(text)], key=lambda head: head.start())
    for head in heads:
        depth = len(head[1])
        # What is deeper, without a line in between that is not, is inside the one before.
        if within is not None:
            between = text[within[1]:head.start()].splitlines()[1:]
            lines = [line for line in between if line.strip() and not line.lstrip().startswith("#")]
            if depth > within[0] and all(len(line) - len(line.lstrip()) > within[0] or line.lstrip()[:1] in ")" for line in lines):
                continue
        within = (depth, head.end())
        end = closing(text, head.end() - 1)
        before = text[head.end():end].rstrip()
        comma = "" if not before or before.endswith(",") else ", "
        found.append((text.count("\n", 0, head.start()) + 1, head.end() + len(before), comma + "device={}"))
    return found


def marked(text, chosen):
    """The text in which these of the places have it."""
    for _, at, what in reversed(chosen):
        text = text[:at] + what + text[at:]
    return text


@contextlib.contextmanager
def replaced(path, text):
    """Another text in a file for a while: beside it is what it includes and cimports. Others may read the file meanwhile."""
    kept = path.read_bytes() if path.exists() else None
    try:
        put(path, text.encode("utf8", errors="surrogateescape"))
        yield
    finally:
        if kept is None:
            path.unlink()
        else:
            put(path, kept)


def put(path, content):
    beside = path.with_name(f".{path.name}.new")
    beside.write_bytes(content)
    beside.replace(path)


def includers(paths):
    """For each file that another one includes, that one: alone it is no module."""
    found = {}
    for path in paths:
        for name in INCLUDE.findall(path.read_text(encoding="utf8", errors="surrogateescape")):
            found.setdefault((path.parent / name).resolve(), path)
    return {path: found[path.resolve()] for path in paths if path.resolve() in found}


def refusal(offcy, python, package, root, path, text, module):
    """The first error about a module with a text in the place of a file, its own or one that it includes; `None` without one."""
    with replaced(path, text):
        return errors_of(offcy, python, package, root, module)[1]


def file_regions(offcy, python, package, root, path, module):
    """The lines of a file's regions, with what refuses each. `module`: the file, or what includes it."""
    text = path.read_text(encoding="utf8", errors="surrogateescape")
    regions = places(text)
    if not regions:
        return []
    alone = refusal(offcy, python, package, root, path, text, module)
    if alone is not None:
        return [(line, f"without a region as well: {alone}") for line, *_ in regions]
    return [(place[0], refusal(offcy, python, package, root, path, marked(text, [place]), module)) for place in regions]


def main():
    known = {**CORPUS, **OUTSIDE}
    arguments = arguments_of(__doc__, known)
    offcy = arguments.offcy.resolve()
    cache = arguments.cache.resolve()
    python = environment(cache)
    lines, refused, reasons = [], [], collections.Counter()
    totals = {"corpus": collections.Counter(), "outside": collections.Counter(), "C++": collections.Counter()}
    for name in arguments.packages or known:
        package = known[name]
        folder = sources(cache, package)
        root = folder / package.sources
        paths = [path for path in sorted(folder.rglob("*.pyx")) if "tests" not in path.relative_to(folder).parts]
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            # Files of one module take turns: each is checked with the others as they stand.
            chosen = includers(paths)
            alone = [path for path in paths if path not in chosen]
            found = dict(zip(alone, pool.map(lambda path: file_regions(offcy, python, package, root, path, path), alone)))
        found |= {path: file_regions(offcy, python, package, root, path, module) for path, module in chosen.items()}
        results = [found[path] for path in paths]
        counts = collections.Counter()
        for path, regions in zip(paths, results):
            c_only = is_c(path, path.read_text(encoding="utf8", errors="surrogateescape"))
            kind = ("corpus" if name in CORPUS else "outside") if c_only else "C++"
            for line, why in regions:
                totals[kind].update(regions=1, accepted=int(why is None))
                counts.update({"C++" if kind == "C++" else "C": 1, f"{'C++' if kind == 'C++' else 'C'} accepted": int(why is None)})
                if why is not None:
                    refused.append(f"{name} {path.relative_to(folder)}:{line}: {why}")
                    reasons[re.sub(r"`[^`]*`", "`...`", why)] += 1
                    if arguments.verbose:
                        print(refused[-1])
        shown = [f"{kind} files {share(counts[f'{kind} accepted'], counts[kind])}" for kind in ("C", "C++") if counts[kind]]
        if shown:
            lines.append(f"{name} {package.version}: {', '.join(shown)}")
            print(lines[-1], flush=True)
    for kind, total in totals.items():
        lines.append(f"{kind}: {share(total['accepted'], total['regions'])}")
        print(lines[-1])
    if arguments.record:
        head = "# How many outermost parallel loops of other projects offcy takes as regions, and why not the others (regions.py)."
        summary = [f"{count:4} {why}" for why, count in reasons.most_common()]
        SCOREBOARD.write_text("\n".join([head, *lines, "", *summary, "", *refused]) + "\n")


if __name__ == "__main__":
    main()
