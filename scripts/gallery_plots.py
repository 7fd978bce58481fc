"""Draws the plots of docs/gallery.md from the page's own programs. `scripts/gallery-plots` runs it.

    gallery_plots.py OFFCY     writes docs/gallery/NAME.svg, one for each program
    gallery_plots.py --check   fails if a program of the page is not the one that its plot was drawn from

Each program is compiled for the virtual device and run on data that show what it does.
"""

import hashlib
import importlib
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
FOLDER = ROOT / "docs/gallery"
PROGRAM = re.compile(r"^```cython\n# (?P<name>\w+)\.pyx\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)
# The same for every run, so that a plot changes only if its program does.
SEED = 7


def programs():
    page = (ROOT / "docs/gallery.md").read_text()
    return {found["name"]: found["text"] for found in PROGRAM.finditer(page)}


def mark(text):
    return f"offcy-program-{hashlib.sha256(text.encode()).hexdigest()[:16]}"


def check():
    wrong = []
    for name, text in programs().items():
        plot = FOLDER / f"{name}.svg"
        if not plot.exists() or mark(text) not in plot.read_text():
            wrong.append(name)
    if wrong:
        sys.exit(f"docs/gallery: not drawn from the page's programs: {', '.join(wrong)}; scripts/gallery-plots draws them")


def heat(module, figure, np):
    plate = np.zeros((60, 80))
    plate[0] = 100.0
    other = plate.copy()
    axes = figure.subplots(1, 3)
    done = 0
    for axis, steps in zip(axes, (20, 200, 2000), strict=True):
        module.diffuse(plate, other, 0.2, steps - done)
        done = steps
        image = axis.imshow(plate, cmap="inferno", vmin=0, vmax=100, interpolation="nearest", rasterized=True)
        axis.set(title=f"{steps} steps", xticks=[], yticks=[])
    figure.colorbar(image, ax=axes, label="temperature", shrink=0.6)


def bodies(module, figure, np):
    angle = np.arange(3) * 2 * np.pi / 3
    places = np.stack([np.cos(angle), np.sin(angle), 0 * angle], axis=1)
    speeds = np.stack([-np.sin(angle), np.cos(angle), 0 * angle], axis=1) * 0.5
    masses = np.array([1.0, 1.0, 1.05])
    step, ways = 0.01, []
    pull = module.accelerations(places, masses)
    for _ in range(900):
        speeds += step / 2 * pull
        places = places + step * speeds
        pull = module.accelerations(places, masses)
        speeds += step / 2 * pull
        ways.append(places)
    ways = np.array(ways)
    axis = figure.subplots()
    for body in range(3):
        (line,) = axis.plot(ways[:, body, 0], ways[:, body, 1], linewidth=1)
        axis.plot(*ways[-1, body, :2], "o", color=line.get_color())
    axis.set(title="three bodies, 900 steps", aspect="equal", xticks=[], yticks=[])


def clusters(module, figure, np):
    random = np.random.default_rng(SEED)
    points = np.concatenate([random.normal(place, 0.6, (150, 2)) for place in ((0, 0), (3, 1), (1.2, 3))])
    centres = np.array([[-1.0, 4.0], [4.0, 4.0], [4.0, -1.0]])
    labels = np.zeros(len(points), np.int32)
    ways = [centres]
    for _ in range(12):
        sums, counts = np.zeros((3, 2)), np.zeros(3, int)
        module.step(points, centres, labels, sums, counts)
        centres = sums / counts[:, None]
        ways.append(centres)
    ways = np.array(ways)
    axis = figure.subplots()
    axis.scatter(*points.T, c=labels, s=8, cmap="viridis", alpha=0.6)
    axis.plot(ways[:, :, 0], ways[:, :, 1], "-", color="black", linewidth=1)
    axis.plot(*centres.T, "X", color="red", markersize=9)
    axis.set(title="450 points, 12 steps, and the ways of the centres", aspect="equal")


def samples(module, figure, np):
    counts = np.logspace(2, 6, 25).astype(int)
    errors = [abs(module.pi(int(count)) - np.pi) for count in counts]
    axis = figure.subplots()
    axis.loglog(counts, errors, ".", label="error")
    axis.loglog(counts, 1.64 / np.sqrt(counts), "--", label="standard deviation")
    axis.set(title="π by counting", xlabel="samples", ylabel="error")
    axis.legend()


def counted(module, figure, np):
    values = np.random.default_rng(SEED).normal(0.5, 0.15, 100_000)
    bins = np.zeros(40, int)
    module.histogram(values, bins, 0.0, 1.0)
    axis = figure.subplots()
    axis.bar((np.arange(40) + 0.5) / 40, bins, width=1 / 40, edgecolor="white", linewidth=0.5)
    axis.set(title="100,000 values in 40 bins", xlabel="value", ylabel="count")


def blurred(module, figure, np):
    y, x = np.mgrid[0:90, 0:90] / 90
    image = (np.hypot(x - 0.5, y - 0.5) < 0.35).astype(np.float32)
    image[(np.floor(12 * x) + np.floor(12 * y)) % 2 == 1] *= 0.4
    image += 0.15 * np.random.default_rng(SEED).standard_normal(image.shape, np.float32)
    image = np.ascontiguousarray(image, np.float32)
    for axis, radius in zip(figure.subplots(1, 3), (0, 1, 4), strict=True):
        result = np.empty_like(image)
        module.blur(image, result, radius)
        axis.imshow(result, cmap="gray", vmin=0, vmax=1, interpolation="nearest", rasterized=True)
        axis.set(title=f"radius {radius}" if radius else "the image", xticks=[], yticks=[])


def draw(offcy):
    import matplotlib

    matplotlib.use("svg")
    # Ids and dates would differ from run to run.
    matplotlib.rcParams.update({"svg.hashsalt": "offcy", "svg.fonttype": "none", "font.size": 9})
    import matplotlib.figure
    import numpy as np

    FOLDER.mkdir(exist_ok=True)
    for name, text in programs().items():
        with tempfile.TemporaryDirectory() as folder:
            source = pathlib.Path(folder, f"{name}.pyx")
            source.write_text(text)
            subprocess.run([offcy, "compile", "--offload-arch", "x86_64", source], check=True)
            sys.path.insert(0, folder)
            module = importlib.import_module(name)
            sys.path.remove(folder)
            figure = matplotlib.figure.Figure(figsize=(6.4, 2.6), layout="constrained")
            globals()[name](module, figure, np)
            metadata = {"Date": None, "Identifier": mark(text)}
            figure.savefig(FOLDER / f"{name}.svg", metadata=metadata, dpi=100)


if __name__ == "__main__":
    check() if sys.argv[1] == "--check" else draw(sys.argv[1])
