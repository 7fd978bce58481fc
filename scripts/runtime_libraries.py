"""LLVM's offload runtime, libomptarget, and the libraries that it needs, to be put where LLVM is not installed."""

import pathlib
import re
import shutil
import subprocess
import tempfile

# Every Linux has these, and each its own.
OF_THE_SYSTEM = re.compile(r"(libc|libm|libdl|libpthread|librt|ld-linux-x86-64)\.so")
# LLVM is linked with them for its analyzer and for manifests of Windows; they and what they need are 55 MB.
UNUSED = ("libz3.so", "libxml2.so")
# And with these for lines that are typed and for its interpreter. Python uses them, too: the stand-ins need other names.
UNUSED_BY_LLVM = (*UNUSED, "libedit.so", "libffi.so")


def output(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def needed(library):
    """The names of the libraries that one is linked with."""
    return re.findall(r"NEEDED\s+(\S+)", output("objdump", "-p", library))


def soname(library):
    return re.search(r"SONAME\s+(\S+)", output("objdump", "-p", library))[1]


def stand_in(library, users, folder):
    """A library of the same name whose functions end the process: for what is linked and never called."""
    asked, own = output("nm", "-D", "--undefined-only", *users), output("nm", "-D", "--defined-only", library)
    versions = dict(re.findall(r" (\w+)@@?(\S+)$", own, re.M))
    known = set(re.findall(r" [TWDBVR] (\w+)", own))
    names = sorted(known & set(re.findall(r" U (\w+)", asked)))
    nodes = {}
    for name in names:
        nodes.setdefault(versions.get(name, "unversioned"), []).append(name)
    with tempfile.TemporaryDirectory() as work:
        source, script = pathlib.Path(work) / "stand_in.c", pathlib.Path(work) / "versions"
        source.write_text("".join(f"void {name}(void) {{ __builtin_trap(); }}\n" for name in names))
        script.write_text("".join(f"{node} {{ global: {' '.join(f'{name};' for name in its)} }};\n" for node, its in nodes.items()))
        versioned = [f"-Wl,--version-script={script}"] if versions else []
        flags = ["-shared", "-fPIC", "-w", "-nostdlib", f"-Wl,-soname,{library.name}", *versioned]
        subprocess.run(["clang-19", *flags, source, "-o", folder / library.name], check=True)


def copy(llvm, folder, unused=UNUSED):
    """Copies the runtime that is in the folder `llvm`, and what it needs; for what is unused, stand-ins."""
    folder.mkdir(parents=True, exist_ok=True)
    runtime = pathlib.Path(llvm) / "libomptarget.so"
    paths = {name: pathlib.Path(path) for name, path in re.findall(r"(\S+) => (/\S+)", output("ldd", runtime))}
    own = soname(runtime)
    paths[own] = runtime
    todo, users = [own], {}
    while todo:
        user = todo.pop()
        shutil.copy(paths[user], folder / user)
        for name in needed(paths[user]):
            if name not in users and not OF_THE_SYSTEM.match(name) and not name.startswith(unused):
                todo.append(name)
            users.setdefault(name, []).append(paths[user])
    for name, its in users.items():
        if name.startswith(unused):
            stand_in(paths[name], its, folder)
