"""What Cython says of programs: reads a JSON string per line, writes the list of its errors as a JSON line.

The compiler stops before it writes C; what it has learned of its own modules is kept from program to program. A crash
of the compiler's own says nothing of the program.
"""

import io
import json
import os
import pathlib
import sys
import tempfile

from Cython.Compiler import Errors, Main, Options, Pipeline

Options.buffer_max_dims = 9


def stages(context, options, result):
    """Those in front of the one that writes C."""
    every = Pipeline.create_pyx_pipeline(context, options, result)
    names = [getattr(stage, "__name__", type(stage).__name__) for stage in every]
    return every[: names.index("generate_pyx_code_stage")]


def errors(context, options, path, name):
    """`file:line:column: message` of each error."""
    source = Main.FileSourceDescriptor(str(path), path.name)
    source = Main.CompilationSource(source, name, str(path.parent))
    result = Main.create_default_resultobj(source, options)
    errors_before, sys.stderr = sys.stderr, io.StringIO()
    try:
        context.setup_errors(options, result)
        Pipeline.run_pipeline(stages(context, options, result), source)
        count = Errors.get_errors_count()
        told = sys.stderr.getvalue()
        context.teardown_errors(None, options, result)
    finally:
        sys.stderr = errors_before
    if "Compiler crash" in told:
        return []
    lines = [line for line in told.splitlines() if line.startswith(path.name) or str(path) in line]
    return ([line for line in lines if "warning:" not in line] or ["an error"] if count else [])


def main():
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        options = Main.CompilationOptions(Main.default_options, language_level=3)
        context = Main.Context.from_options(options)
        for number, line in enumerate(sys.stdin):
            kind, text = json.loads(line)
            name = f"m{number}"
            path = pathlib.Path(folder, f"{name}.{kind}")
            path.write_text(text)
            print(json.dumps(errors(context, options, path, name)), flush=True)


if __name__ == "__main__":
    main()
