"""Processes of their own for workers, which need not start Python and import NumPy each time.

`Servers(SCRIPT)` starts one process for each environment that is asked for, which imports NumPy and the script; each run of a
worker is a child that this process forks: it has its own memory, its own end, and what is set for it alone
in its environment. What a library reads when it is loaded, as OpenMP's do, it reads in the child.
"""

import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import threading


class Late(Exception):
    """A worker did not end in its time."""


class Server:
    """A process that forks workers, one at a time."""

    def __init__(self, script, environment):
        self.process = subprocess.Popen(
            [sys.executable, "-P", __file__, str(script)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment, start_new_session=True,
        )

    def run(self, arguments, folder, variables, seconds):
        """The exit status of a worker (negative: its signal), what it printed, and its errors."""
        with tempfile.TemporaryDirectory(dir=folder) as own:
            out, errors = pathlib.Path(own) / "out", pathlib.Path(own) / "errors"
            asked = {"arguments": list(map(str, arguments)), "variables": variables, "out": str(out), "errors": str(errors)}
            is_late = threading.Event()
            late = threading.Timer(seconds, self.stop, [is_late])
            late.start()
            try:
                self.process.stdin.write(json.dumps(asked) + "\n")
                self.process.stdin.flush()
                answer = self.process.stdout.readline()
            finally:
                late.cancel()
            words = " ".join(asked["arguments"])
            if is_late.is_set():
                raise Late(f"{words}: not done in {seconds} s")
            if not answer:
                raise RuntimeError(f"{words}: what forks it has ended")
            return int(answer), out.read_text(errors="replace"), errors.read_text(errors="replace")

    def stop(self, is_late):
        """With its workers."""
        is_late.set()
        os.killpg(self.process.pid, signal.SIGKILL)


class Servers:
    """Servers for one script, by environment; as many of a kind as are asked at the same time. They end with this process."""

    def __init__(self, script):
        self.script, self.idle, self.lock = script, {}, threading.Lock()

    def run(self, arguments, folder, environment, seconds):
        """`environment`: what differs from this process's, for the server's whole life. TMPDIR is the folder."""
        kind = tuple(sorted(environment.items()))
        with self.lock:
            idle = self.idle.setdefault(kind, [])
            server = idle.pop() if idle else None
        server = server or Server(self.script, {**os.environ, **environment})
        answer = server.run(arguments, folder, {"TMPDIR": str(folder)}, seconds)
        with self.lock:
            idle.append(server)
        return answer


def become(asked):
    """In the child: what it was asked to be."""
    os.environ.update(asked["variables"])
    for path, to in ((asked["out"], 1), (asked["errors"], 2)):
        file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        os.dup2(file, to)
        os.close(file)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)


def serve(script):
    """Forks a worker for each line of the standard input, and prints how it ended. Returns in the children alone, with what a
    worker was asked; the child ends as any program of Python's does."""
    import numpy  # noqa: F401: for all workers

    requests, answers = os.fdopen(os.dup(0)), os.fdopen(os.dup(1), "w")
    for line in iter(requests.readline, ""):
        asked = json.loads(line)
        child = os.fork()
        if child == 0:
            become(asked)
            return asked["arguments"]
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        print(status, file=answers, flush=True)
    return None


def main():
    script = pathlib.Path(sys.argv[1])
    sys.path.insert(0, str(script.parent))
    module = __import__(script.stem)
    arguments = serve(script)
    if arguments is not None:
        module.WORKERS[arguments[0]](*arguments[1:])


if __name__ == "__main__":
    main()
