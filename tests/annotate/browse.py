"""Opens pages of `offcy annotate` in a browser: browse.py OFFCY CHROMIUM [PICTURE].

A click and keys show C, the maps are there, both themes can be read, a phone shows all of it, nothing is fetched, and
the console stays empty. PICTURE: where to put a picture of the example's page."""

import re
import subprocess
import sys
import tempfile
from pathlib import Path

from chromium import Chromium

ROOT = Path(__file__).resolve().parents[2]

HOSTILE = """# </style></script><script>document.title = 'broken'</script><!-- ]]> &amp; \u202e
cdef str s = '<img src=https://example.invalid/x.png onerror="document.title=1">'
x = 'a' +
def f(double[:] a, undeclared_type b):
    return "</details></section></main>", '\t', a[0]
"""

WRITTEN = "".join((ROOT / "examples" / name).read_text() for name in ["pairwise.pyx"])


def annotate(offcy: str, source: Path, page: Path, status: int) -> None:
    ran = subprocess.run([offcy, "annotate", source, "-o", page], cwd=ROOT, capture_output=True, text=True)
    assert ran.returncode == status, ran.stderr


def nothing_went_wrong(browser: Chromium, page: Path) -> None:
    for method, parameters in browser.events:
        assert method not in ("Runtime.consoleAPICalled", "Runtime.exceptionThrown", "Log.entryAdded"), parameters
        if method == "Network.requestWillBeSent":
            assert parameters["request"]["url"].split("#")[0] == page.resolve().as_uri(), parameters["request"]["url"]


def line_of(text: str) -> int:
    return WRITTEN[: WRITTEN.index(text)].count("\n") + 1


def check_example(browser: Chromium, page: Path) -> None:
    browser.open(page, 1200, 900)
    line = line_of("tmp = X[i, k] - X[j, k]")
    is_open = f"document.getElementById('L{line}').open"
    shown = f"document.querySelector('#L{line} pre').checkVisibility()"
    assert not browser.run(is_open) and not browser.run(shown)
    browser.click(f"#L{line} > summary")
    assert browser.run(is_open) and browser.run(shown)
    c = browser.run(f"document.querySelector('#L{line} pre').textContent")
    assert re.search(r"double tmp = \(\(double \*\)X.data\)\[i \* X.shape\[1\] \+ k\]", c), c
    browser.click(f"#L{line} > summary")
    assert not browser.run(is_open)

    # Maps, in the words of `offcy maps`.
    header = line_of("with nogil, parallel(device={}):")
    row = f"[...document.querySelectorAll('section.r:has(> #L{header}) tr')].map((one) => one.innerText).join('|')"
    rows = browser.run(row)
    assert "X\tread\tX[0:M, 0:N]\tto\tonly read" in rows and "a new array with nothing in it yet" in rows, rows
    inside = f"document.getElementById('L{header + 7}').closest('section.r') !== null"
    assert browser.run(inside) and not browser.run(inside.replace(str(header + 7), str(header + 8)))
    context = line_of("with nogil, device({X: 'to'}):")
    bar = f"getComputedStyle(document.querySelector('section.k:has(> #L{context})'), '::before')"
    assert browser.run(f"parseFloat({bar}.height)") > 100 and browser.run(f"{bar}.width") == "5px"
    advice = browser.run("document.querySelector('.d.help').innerText")
    assert "is sent to the device in every iteration of a loop" in advice, advice
    tint = "getComputedStyle(document.querySelector('#L%d > *')).backgroundColor"
    browser.call("Input.dispatchMouseEvent", type="mouseMoved", x=1, y=1)
    assert browser.run(tint % line_of("D = np.empty")) != browser.run(tint % line)

    # Keys alone.
    browser.run("document.activeElement.blur()")
    browser.press("j")
    first = browser.run("document.activeElement.parentElement.id")
    browser.press("j")
    second = browser.run("document.activeElement.parentElement.id")
    assert first.startswith("L") and int(second[1:]) > int(first[1:]), (first, second)
    browser.press("Enter")
    assert browser.run(f"document.getElementById('{second}').open")
    browser.press("k")
    assert browser.run("document.activeElement.parentElement.id") == first
    browser.press("n")
    assert "Region in pairwise_distance_target" in browser.run("document.activeElement.innerText")
    for expected in (True, False):
        browser.press("c")
        assert browser.run("[...document.querySelectorAll('main details[id]')].every((one) => one.open)") is expected
        browser.press("m")
        assert browser.run("[...document.querySelectorAll('details.m')].every((one) => one.open)") is not expected

    # The theme is the reader's, until the button says otherwise.
    dark = "getComputedStyle(document.body).backgroundColor"
    light = browser.run(dark)
    browser.click("#t")
    assert browser.run(dark) != light
    browser.click("#t")
    browser.open(page, 1200, 900, dark=True)
    browser.run("localStorage.clear()")
    browser.open(page, 1200, 900, dark=True)
    assert browser.run(dark) != light
    nothing_went_wrong(browser, page)

    # A link to a line opens it.
    browser.run(f"location.hash = '#L{line}'")
    assert browser.run(is_open)

    # A phone: nothing is cut off, nothing but tables and C moves sideways.
    browser.open(page, 360, 700)
    browser.press("c")
    assert browser.run("document.documentElement.scrollWidth") <= 360
    assert browser.run("[...document.querySelectorAll('main code')].every((one) => one.getBoundingClientRect().right <= 360)")
    nothing_went_wrong(browser, page)


def check_hostile(browser: Chromium, page: Path, source: str) -> None:
    browser.open(page, 1200, 900)
    assert browser.run("document.title").startswith("hostile"), browser.run("document.title")
    assert browser.run("document.querySelectorAll('img').length") == 0
    # What is shown is what is in the file, but for what would reorder it.
    lines = browser.run("[...document.querySelectorAll('main [id] code')].filter((one) => !one.closest('.d')).map((one) => one.textContent)")
    assert lines == source.replace("\u202e", "\ufffd").splitlines(), lines
    assert browser.run("document.querySelectorAll('.d.error').length") >= 1
    nothing_went_wrong(browser, page)


def main() -> None:
    offcy, program, *picture = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder, Chromium(program) as browser:
        at = Path(folder)
        page = at / "pairwise.html"
        annotate(offcy, ROOT / "examples/pairwise.pyx", page, 0)
        check_example(browser, page)
        source = at / "hostile.pyx"
        source.write_text(HOSTILE)
        annotate(offcy, source, at / "hostile.html", 1)
        check_hostile(browser, at / "hostile.html", HOSTILE)
        if picture:
            text = page.read_text().replace(str(ROOT) + "/", "")
            page.write_text(text)
            browser.open(page, 900, 760)
            line = line_of("Dslice[j] = sqrt(d)\n    return np.asarray(D)\n\n\n@cython.device")
            browser.run(f"document.getElementById('L{line}').open = true")
            browser.run(f"document.getElementById('L{line_of('with nogil, device(')  - 1}').scrollIntoView()")
            browser.picture(Path(picture[0]))
    print("the pages work in a browser")


main()
