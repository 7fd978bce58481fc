"""Tables and a plot of what `run.py` measured.

    report.py FILE [--plot PNG]

A cell is a kernel at a size on a number of threads; of each peer its least run counts. The plot needs Matplotlib.
"""

import argparse
import json
import math
import pathlib

# These may compute sums in another order, contract products and leave out what is not finite, which the others may not.
OTHER_SEMANTICS = ("Numba, fastmath", "JAX", "C, clang, native")
# NumPy hands these to BLAS, which does so, too.
BLAS = ("dot", "gemm", "atax", "mvt", "gesummv", "doitgen", "covariance")
OURS = ("offcy", "offcy, checks", "offcy, bounds", "offcy, region")
SMALL, MEDIUM = 100.0, 10_000.0  # microseconds of C by hand


def mean(values):
    return math.exp(math.fsum(map(math.log, values)) / len(values)) if values else float("nan")


def cells(figures):
    """(threads, kernel, size, {peer: least microseconds})"""
    for threads, kernels in figures["microseconds"].items():
        for kernel, sizes in kernels.items():
            for size, runs in sizes.items():
                yield int(threads), kernel, int(size), {peer: min(values) for peer, values in runs.items() if values}


def best(kernel, least):
    """The fastest peer with the same float semantics."""
    excluded = {*OURS, *OTHER_SEMANTICS, *(["NumPy"] if kernel in BLAS else [])}
    others = {peer: value for peer, value in least.items() if peer not in excluded}
    return min(others, key=others.get, default=None)


def against(figures):
    """Means of offcy's time to each peer's, by threads and by how long C takes."""
    groups = {"below 100 us": (0, SMALL), "to 10 ms": (SMALL, MEDIUM), "above": (MEDIUM, math.inf)}
    threads = sorted({cell[0] for cell in cells(figures)})
    has_cells = lambda number, low, high: any(of == number and low <= least.get("C, clang", 0) < high for of, _, _, least in cells(figures))
    columns = [(number, name, *limits) for number in threads for name, limits in groups.items() if has_cells(number, *limits)]
    lines = ["| offcy : peer | " + " | ".join(f"{number} thread{'s' * (number > 1)}, {name}" for number, name, *_ in columns) + " |"]
    lines.append("| --- |" + " --: |" * len(columns))
    names = list(dict.fromkeys(peer for *_, least in cells(figures) for peer in least if peer != "offcy"))
    for peer in [*names, "best of the same semantics"]:
        shown = []
        for number, _, low, high in columns:
            ratios = []
            for of, kernel, _, least in cells(figures):
                other = best(kernel, least) if peer.startswith("best") else peer
                if of == number and "offcy" in least and other in least and low <= least.get("C, clang", 0) < high:
                    ratios.append(least["offcy"] / least[other])
            shown.append(f"{mean(ratios):.2f} ({len(ratios)})" if ratios else "")
        lines.append(f"| {peer} | " + " | ".join(shown) + " |")
    return "\n".join(lines)


def lost(figures, limit=1.10):
    """Where offcy takes longer than the best of the same semantics."""
    found = []
    for threads, kernel, size, least in cells(figures):
        other = best(kernel, least)
        if other and "offcy" in least and least["offcy"] > limit * least[other]:
            found.append((least["offcy"] / least[other], threads, kernel, size, other, least["offcy"], least[other]))
    lines = ["| threads | kernel | size | offcy, us | best | us | ratio |", "| --: | --- | --: | --: | --- | --: | --: |"]
    for ratio, threads, kernel, size, other, ours, theirs in sorted(found, reverse=True):
        lines.append(f"| {threads} | {kernel} | {size:,} | {ours:.2f} | {other} | {theirs:.2f} | {ratio:.2f} |")
    return "\n".join(lines)


def kernels(figures):
    """Of each kernel, the mean over sizes and threads of offcy's time to that of each peer."""
    names = list(dict.fromkeys(peer for *_, least in cells(figures) for peer in least if peer != "offcy"))
    lines = ["| kernel | " + " | ".join(f"offcy : {peer}" for peer in names) + " |", "| --- |" + " --: |" * len(names)]
    for kernel in dict.fromkeys(cell[1] for cell in cells(figures)):
        shown = []
        for peer in names:
            ratios = [
                least["offcy"] / least[peer] for _, of, _, least in cells(figures) if of == kernel and peer in least and "offcy" in least
            ]
            shown.append(f"{mean(ratios):.2f}" if ratios else "")
        lines.append(f"| {kernel} | " + " | ".join(shown) + " |")
    return "\n".join(lines)


def tables(figures):
    left_out = [f"{peer}: {kernel}: {why}" for peer, of in figures["left out"].items() for kernel, why in of.items()]
    parts = [against(figures), kernels(figures), lost(figures), "\n".join(left_out)]
    return "\n\n".join(part for part in parts if part)


def plot(figures, path):
    """A row of points for each kernel: the time of each peer to offcy's, of all sizes."""
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    names = [peer for peer in dict.fromkeys(p for *_, least in cells(figures) for p in least) if peer not in OURS]
    kernels = list(dict.fromkeys(cell[1] for cell in cells(figures)))
    figure, axis = plt.subplots(figsize=(9, 0.28 * len(kernels) + 1.5))
    for number, peer in enumerate(names):
        points = [
            (least[peer] / least["offcy"], kernels.index(kernel) + 0.6 * (number / len(names) - 0.5))
            for _, kernel, _, least in cells(figures) if peer in least and "offcy" in least
        ]
        axis.scatter(*zip(*points), s=6, label=peer, alpha=0.7, linewidths=0)
    axis.axvline(1, color="black", linewidth=0.8)
    axis.set_xscale("log")
    axis.set_yticks(range(len(kernels)), kernels)
    axis.invert_yaxis()
    axis.set_xlabel("time of the peer : time of offcy (right of the line, offcy is faster)")
    axis.legend(fontsize=7, ncol=2)
    figure.tight_layout()
    figure.savefig(path, dpi=110)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=pathlib.Path)
    parser.add_argument("--plot", type=pathlib.Path)
    options = parser.parse_args()
    figures = json.loads(options.file.read_text())
    if options.plot:
        plot(figures, options.plot)
    print(tables(figures))


if __name__ == "__main__":
    main()
