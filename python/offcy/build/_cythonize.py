"""`cythonize` with Cython's signature: what offcy can build is left to the hook of setuptools, the rest to Cython."""

import copy
import os
import re
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from glob import iglob
from pathlib import Path
from typing import Any

from offcy.build._claims import MARK, Marked, compile_time_names, cython_source, language_of, refusal
from offcy.build._settings import Settings, SettingsError, load

# Options of Cython that offcy follows: see `cythonize`.
_FOLLOWED = {"compile_time_env", "compiler_directives", "include_path", "language_level", "create_extension"}
# offcy does what they ask for anyway, or they do not concern it.
_IGNORED = {
    "build_dir", "c_line_in_traceback", "cache", "cache_size", "common_utility_include_dir", "depfile", "emit_linenums",
    "errors_to_stderr", "evaluate_tree_assertions", "formal_grammar", "gdb_debug", "generate_cleanup_code", "module_name",
    "output_dir", "output_file", "relative_path_in_code_position_comments", "timestamps", "use_listing_file", "verbose",
    "working_path",
}  # fmt: skip
# Only Cython has what they ask for; the modules are the same without it.
_WARNED = {"annotate", "annotate_coverage_xml", "annotate-fullc", "generate_pxi", "embed"}
# Modules would behave differently without them.
_CYTHONS = {
    "cplus", "legacy_implicit_noexcept", "np_pythran", "shared_c_file_path",
    "shared_utility_features_disabled", "shared_utility_features_enabled", "shared_utility_qualified_name",
}  # fmt: skip


def cythonize(
    module_list: Any,
    exclude: Any = None,
    nthreads: int = 0,
    aliases: Mapping[str, Any] | None = None,
    quiet: bool = False,
    force: bool | None = None,
    language: str | None = None,
    exclude_failures: bool = False,
    show_all_warnings: bool = False,
    **options: Any,
) -> list[Any]:
    """Extensions for Cython sources: a replacement for `Cython.Build.cythonize` with the same parameters.

    Those that offcy can build keep their `.pyx`: setuptools' `build_ext` passes them to offcy. The others (C++,
    what `only` of `[tool.offcy]` does not name) go to Cython's `cythonize`, which must be installed then. `nthreads` is how many modules `build_ext` builds at a time, unless it has its own setting. With
    `exclude_failures`, a module that does not build is left out. Options for features that only Cython has, such as
    `annotate`, cause a warning.
    """
    try:
        settings = load(Path())
    except SettingsError as error:
        raise SystemExit(f"error: {error}") from None
    known = _FOLLOWED | _IGNORED | _WARNED | _CYTHONS
    if unknown := sorted(set(options) - known):
        raise ValueError(f"got unknown compilation option, please remove: {', '.join(unknown)}")
    for name in sorted(name for name in _WARNED if options.get(name)):
        warnings.warn(f"`{name}` means nothing to offcy, which builds without it", stacklevel=2)
    if force is None:
        force = os.environ.get("CYTHON_FORCE_REGEN") == "1"
    directives = {name: str(value) for name, value in (options.get("compiler_directives") or {}).items()}
    if options.get("language_level") is not None:
        directives["language_level"] = str(options["language_level"])
    marked = Marked(
        directives=directives,
        compile_time_env=compile_time_names(options.get("compile_time_env")) or [],
        include_path=[str(folder) for folder in options.get("include_path") or []],
        aliases={name: _values(value) for name, value in (aliases or {}).items()},
        force=force,
        quiet=quiet,
        nthreads=nthreads,
    )
    reason = _reason_for_cython(options, directives)
    result: list[Any] = []
    rest: list[tuple[int, Any, str]] = []
    for extension in _extensions(module_list, exclude, language, options.get("create_extension")):
        if not _has_cython_source(extension):
            result.append(extension)
            continue
        why = reason or refusal(extension, settings)
        if why is None:
            setattr(extension, MARK, marked)
            extension.optional = extension.optional or exclude_failures
        else:
            rest.append((len(result), extension, why))
        result.append(extension)
    if rest:
        given = {"nthreads": nthreads, "aliases": aliases, "quiet": quiet, "force": force}
        given |= {"exclude_failures": exclude_failures, "show_all_warnings": show_all_warnings}
        _by_cython(result, rest, {**given, **options})
    return [extension for extension in result if extension is not None]


def _by_cython(result: list[Any], rest: list[tuple[int, Any, str]], given: dict[str, Any]) -> None:
    """Replaces Cython's modules in the result by what Cython makes of them."""
    try:
        from Cython.Build import cythonize as by_cython  # type: ignore[import-not-found]
    except ImportError:
        reasons = "".join(f"\n  {extension.name}: {why}" for _, extension, why in rest)
        raise SystemExit(
            f"error: offcy leaves these modules to Cython, which is not installed:{reasons}\n"
            'Add "Cython" to `requires` of [build-system] in pyproject.toml'
        ) from None
    for at, extension, _ in rest:
        made = by_cython([extension], **given)
        result[at] = made[0] if made else None


def _reason_for_cython(options: Mapping[str, Any], directives: Mapping[str, str]) -> str | None:
    """Why all modules of a call are left to Cython."""
    for name in sorted(name for name in _CYTHONS if options.get(name)):
        return f"`{name}` is given"
    if compile_time_names(options.get("compile_time_env")) is None:
        return "`compile_time_env` has values that a command line cannot give"
    return None


def _values(value: Any) -> list[str]:
    return [value] if isinstance(value, str) else [str(one) for one in value]


def _has_cython_source(extension: Any) -> bool:
    return any(str(source).endswith((".pyx", ".py")) for source in extension.sources)


def _extensions(patterns: Any, exclude: Any, language: str | None, create: Callable[..., Any] | None) -> Iterator[Any]:
    """The extensions that patterns stand for, in their order: file names, and extensions whose source may be a pattern."""
    from setuptools import Extension

    if patterns is None:
        return
    if isinstance(patterns, str | os.PathLike) or not isinstance(patterns, Iterable):
        patterns = [patterns]
    patterns = [str(one) if isinstance(one, os.PathLike) else one for one in patterns]
    explicit = {one.name for one in patterns if not isinstance(one, str)}
    excluded = {os.path.abspath(file) for one in _listed(exclude) for file in _matching(str(one))}
    seen = set()
    for pattern in patterns:
        if isinstance(pattern, str):
            template, file_pattern, name = None, pattern, "*"
        elif hasattr(pattern, "sources"):
            if not _has_cython_source(pattern):
                yield pattern
                continue
            template, name = pattern, pattern.name
            file_pattern = cython_source(pattern) or next(one for one in map(str, pattern.sources) if one.endswith((".pyx", ".py")))
        else:
            raise TypeError(f"a module is given as a pattern of file names or an Extension, not as {type(pattern)}")
        files = sorted(_matching(file_pattern))
        if not files:
            raise ValueError(f"'{file_pattern}' doesn't match any files")
        for file in files:
            module = module_name(Path(file)) if "*" in name else name
            repeated = module in seen or ("*" in name and module in explicit)
            if os.path.abspath(file) in excluded or repeated:
                continue
            seen.add(module)
            if template is None:
                made = Extension(module, [file], language=language or language_of(Path(file)))
            else:
                made = copy.copy(template)
                made.name = module
                made.sources = [file if str(one) == file_pattern else one for one in template.sources]
            if create is not None:
                made, _ = create(template or made, {"name": module, "sources": made.sources, "language": made.language})
            yield made


def _listed(value: Any) -> list[Any]:
    if value is None:
        return []
    return value if isinstance(value, list) else [value]


def _matching(pattern: str) -> Iterator[str]:
    """The files of a pattern, which may contain `**` and `{a,b}`."""
    if found := re.search(r"\{([^{}]+)\}", pattern):
        for choice in found[1].split(","):
            yield from _matching(pattern[: found.start()] + choice.strip() + pattern[found.end() :])
        return
    yield from (file for file in iglob(pattern, recursive=True) if os.path.isfile(file))


def module_name(file: Path) -> str:
    """The dotted name, from the enclosing folders with an `__init__`."""
    parts = [file.stem]
    for folder in file.absolute().parents:
        if not any((folder / f"__init__.{end}").is_file() for end in ("py", "pyx", "pxd")):
            break
        parts.insert(0, folder.name)
    return ".".join(parts)
