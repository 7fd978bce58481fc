"""What ends a process, or would, around regions: the environment, numbers for OpenMP, interpreters, exit."""

import os
import subprocess
import sys

import builds


def said_by(modules, script, name="host", code=0, **environment):
    """What a process says on standard error that loads a module, as `module`, and runs a line."""
    path = builds.built(modules.folder / name, f"faults_{name}")
    # Python leaves the signal alone where it is ignored, as in what a shell starts in the background.
    loads = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n"
    loads += f"import array, sys; sys.path[:0] = [{str(builds.ROOT / 'tests' / 'common')!r}]; import builds"
    loads += f"; module = builds.load({str(path)!r}, {path.name.split('.')[0]!r}); x = array.array('d', [1.0, 2.0])"
    environment = {**os.environ, "OMP_TARGET_OFFLOAD": "DEFAULT", **environment}
    done = subprocess.run([sys.executable, "-c", f"{loads}\n{script}"], capture_output=True, text=True, env=environment, timeout=60)
    assert done.returncode == code, done
    return done.stderr


def fault_numbers_that_openmp_cannot_follow(modules):
    """LLVM's runtime ends the process on them."""
    for call, words in (("chunked(x, 0)", "chunksize=0"), ("chunked(x, -7)", "chunksize=-7"), ("threaded(x, 100000)", "num_threads=100000")):
        script = f"try: module.{call}\nexcept ValueError as error: print(error, file=sys.stderr); line = error.__traceback__.tb_next.tb_lineno\n"
        said = said_by(modules, f"{script}assert line > 60 and x.tolist() == [1, 2], (line, x); module.chunked(x, 1); assert x.tolist() == [3, 5]")
        assert said.startswith(f"{words}: ") and said.count("\n") == 1, said
    assert said_by(modules, "for k in 0, -1, -(2**31): module.threaded(x, k)") == ""
    assert said_by(modules, "module.chunked(x, 2**31 - 1); module.chunked(x, 1)") == ""


def fault_an_environment_that_openmp_cannot_follow(modules):
    for name, value in (
        *(("OMP_NUM_THREADS", value) for value in ("", "abc", "1e9", "100000")),
        ("OMP_STACKSIZE", "1000000G"),
        ("LIBOMPTARGET_INFO", "abc"),
    ):
        said = said_by(modules, "module.good(x); assert x.tolist() == [3, 5], x", "device" if value == "abc" else "host", **{name: value})
        assert f"RuntimeWarning: {name}='{value}' is ignored: expected " in said and "Assertion" not in said, said
    assert said_by(modules, "module.good(x)", OMP_NUM_THREADS=" 2 , 1 ", OMP_STACKSIZE="16 M") == ""


def fault_an_environment_that_makes_no_sense(modules):
    wrong = {"OFFCY_TRACE": "maybe", "OFFCY_POOL_LIMIT": "1G", "OFFCY_STAGING": "no", "OFFCY_TARCE": "1"}
    said = said_by(modules, "module.good(x)", **wrong)
    for name, value in list(wrong.items())[:3]:
        assert said.count(f"{name}='{value}' is ignored") == 1, said
    assert said.count("OFFCY_TARCE: is OFFCY_TRACE meant?") == 1 and said.count("Warning") == 4, said
    right = {"OFFCY_TRACE": "0", "OFFCY_POOL_LIMIT": "0", "OFFCY_STAGING": "Never", "OFFCY_OPT_LEVEL": "1", "OFFCY_OTHER": "x"}
    assert said_by(modules, "module.good(x)", **right) == ""
    said = said_by(modules, "", code=1, OFFCY_TRACE="maybe", PYTHONWARNINGS="error")
    assert "RuntimeWarning: OFFCY_TRACE" in said.splitlines()[-1], said


FORKED = """
import os, signal
{before}
module.good(x)
if (child := os.fork()) == 0:
    signal.alarm(20)
    module.good(x)
    os._exit(7 if x.tolist() == [7, 11] else 1)
assert os.waitpid(child, 0)[1] == 7 << 8
"""


def fault_forks_that_libomp_is_told_to_ignore(modules):
    """`import joblib` says so for other runtimes; a child's first region would never end."""
    assert said_by(modules, FORKED.format(before=""), KMP_INIT_AT_FORK="FALSE") == ""
    later = "os.environ.setdefault('KMP_INIT_AT_FORK', 'FALSE')"
    assert said_by(modules, FORKED.format(before=later)) == ""
    for use in "team", "threads", "block", "generator", "lambda":
        plain = FORKED.replace("module.good(x)\n", "module.plain_{use}()\n").replace("x.tolist() == [7, 11]", "module.plain_team() == 2")
        for name, other in ("device", "host"), ("host", "device"):
            path = builds.built(modules.folder / other, f"faults_{other}")
            for before in later, f"builds.load({str(path)!r}, {path.name.split('.')[0]!r}); {later}":
                assert said_by(modules, plain.format(before=before, use=use), name) == "", (use, name, before)


def fault_the_default_device_is_not_there(modules):
    said = said_by(modules, "module.good(x); module.good(x); assert x.tolist() == [7, 11], x", "device", OMP_DEFAULT_DEVICE="99")
    assert said.startswith("offcy: OMP_DEFAULT_DEVICE=99: ") and said.count("\n") == 1, said
    mandatory = {"OMP_DEFAULT_DEVICE": "99", "OMP_TARGET_OFFLOAD": "MANDATORY"}
    last = said_by(modules, "module.good(x)", "device", code=1, **mandatory).splitlines()[-1]
    assert last.startswith("RuntimeError: OMP_TARGET_OFFLOAD=MANDATORY") and "99, as OMP_DEFAULT_DEVICE says" in last, last


AT_EXIT = """
import threading, time
y = array.array('d', bytes(8 * 20000))
def forever():
    while True:
        module.spin(y, {rounds})
for _ in range(3):
    threading.Thread(target=forever, daemon=True).start()
time.sleep(0.2)
print("said", file=sys.stderr)
sys.exit(3)
"""


def fault_daemon_threads_are_in_regions_at_exit(modules):
    """Short regions one after another, and one of which no end is in sight."""
    for name in "device", "host":
        for rounds in 1, 10**9:
            assert said_by(modules, AT_EXIT.format(rounds=rounds), name, code=3) == "said\n"


INTERRUPTED = """
import os, signal, subprocess, threading, time
threading.excepthook = print
y = array.array('d', bytes(8 * 1000))
{before}
def press():
    for _ in range(300):
        if y[0] != 0:
            break  # the first iteration has ended; on a device nobody sees that
        time.sleep(0.001)
    os.kill(os.getpid(), signal.SIGINT)
here = threading.Thread(target=press)
late = threading.Timer(40, lambda: os._exit(9))
late.daemon = True
here.start(), late.start()
try:
    module.{call}
except KeyboardInterrupt:
    module.good(x)
    assert x.tolist() == [3, 5], x
    sys.exit(3)
"""


def fault_ctrl_c_ends_a_region(modules):
    """At once where the region runs on the host, between kernels elsewhere; once it has been answered, all goes on."""
    between = ["spin_often(y, 100)", "spin_until(y, 100)", "spin_over(y, 10**9)"]
    for name, calls in (("host", ["spin(y, 10**7)", "spin_quietly(y, 10**7)", *between]), ("device", between)):
        for call in calls:
            assert said_by(modules, INTERRUPTED.format(call=call, before=""), name, code=3) == ""


def fault_ctrl_c_in_a_plain_loop_is_not_lost(modules):
    """It runs to its end, as Cython's does."""
    script = INTERRUPTED.format(call="spin_plainly(y, 10**5)", before="")
    assert said_by(modules, script.replace("    sys.exit(3)", "    assert min(y) > 1.99; sys.exit(3)"), code=3) == ""


def fault_ctrl_c_is_answered_by_others(modules):
    """A handler of the program's own may go on: then the region is not stopped."""
    before = "signal.signal(signal.SIGINT, lambda *of: print('noted', file=sys.stderr))"
    script = INTERRUPTED.format(call="spin(y, 10**5)", before=before)
    assert said_by(modules, f"{script}\nassert min(y) > 1.99") == "noted\n"


IN_ANOTHER_INTERPRETER = """
import sys
sys.path.insert(0, {folder!r})
try:
    import {name}
except ImportError as error:
    assert "'{name}'" in str(error) and "interpreter" in str(error), error
else:
    raise AssertionError("imported")
"""


def fault_another_interpreter_imports_it(modules):
    """All interpreters of a process would share one set of C variables."""
    import _xxsubinterpreters as interpreters

    folder = modules.folder / "interpreters"
    for name, options in (("counted", []), ("counted_limited", ["--limited-api"])):
        source = folder / f"{name}.pyx"
        folder.mkdir(exist_ok=True)
        source.write_text("cdef int count = 0\ndef bump():\n    global count\n    count += 1\n    return count\n")
        builds.build_offcy(os.environ["OFFCY"], source, folder, *options)
        module = builds.load(builds.built(folder, name), name)
        assert module.bump() == 1
        for isolated in False, True:
            interpreter = interpreters.create(isolated=isolated)
            interpreters.run_string(interpreter, IN_ANOTHER_INTERPRETER.format(folder=str(folder), name=name))
            interpreters.destroy(interpreter)
        assert module.bump() == 2
        assert builds.load(builds.built(folder, name), name) is module  # the same one may, again
        assert module.bump() == 3
