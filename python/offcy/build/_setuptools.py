"""The hook that setuptools calls for every project: it lets `build_ext` leave some modules to offcy.

Nothing of a project that does not ask for offcy is touched. The command is wrapped before its extensions are known,
and decides for each extension when its turn comes; several may be built at a time.
"""

import sys
import threading
from pathlib import Path
from typing import Any

from offcy.build._claims import MARK, cython_source, refusal
from offcy.build._module import Module
from offcy.build._settings import Settings, SettingsError, load


def finalize(distribution: Any) -> None:
    """The entry point `setuptools.finalize_distribution_options`."""
    try:
        settings = load(Path())
    except SettingsError as error:
        raise SystemExit(f"error: {error}") from None
    # A project that calls our `cythonize` has also asked for offcy.
    if not settings.asked and "offcy.build._cythonize" not in sys.modules:
        return
    base = distribution.get_command_class("build_ext")
    if not issubclass(base, _Builder):
        distribution.cmdclass["build_ext"] = type("build_ext", (_Builder, base), {"_settings": settings})


# After the hooks of other packages that replace the command.
finalize.order = 1000  # type: ignore[attr-defined]


class _Builder:
    """Wraps any `build_ext` command."""

    _settings: Settings

    def build_extensions(self: Any) -> None:
        """Knows all modules when the first is built."""
        ours = [extension for extension in self.extensions if self._is_ours(extension)]
        threads = max((getattr(extension, MARK).nthreads for extension in ours if hasattr(extension, MARK)), default=0)
        if self.parallel is None and threads > 1 and len(ours) == len(self.extensions):
            self.parallel = threads
        self._offcy_total = len(ours)
        self._offcy_begun = 0
        self._offcy_lock = threading.Lock()
        super().build_extensions()  # type: ignore[misc]

    def build_extension(self: Any, extension: Any) -> None:
        """Leaves extensions that are not offcy's to the command that builds them otherwise."""
        if self._is_ours(extension):
            self._build_ours(extension)
        else:
            self._warn_of_cython(extension)
            super().build_extension(extension)  # type: ignore[misc]

    def copy_extensions_to_source(self: Any) -> None:
        """Copies each module that was built. setuptools would skip those that are not newer than their copies in seconds, and a
        module may be built again within the same one."""
        forced, self.force = self.force, True
        try:
            super().copy_extensions_to_source()  # type: ignore[misc]
        finally:
            self.force = forced

    def _is_ours(self: Any, extension: Any) -> bool:
        if hasattr(extension, MARK):
            return True
        if not self._settings.asked or not any(str(source).endswith(".pyx") for source in extension.sources):
            return False
        why = refusal(extension, self._settings)
        if why is not None and not _has_cython() and not _has_c(extension):
            from setuptools.errors import SetupError

            raise SetupError(
                f"offcy leaves `{extension.name}` to Cython ({why}), and Cython is not installed: "
                'add "Cython" to `requires` of [build-system] in pyproject.toml'
            )
        return why is None

    def _build_ours(self: Any, extension: Any) -> None:
        from distutils import log

        from setuptools.errors import CompileError

        module = Module(self, extension, self._settings.of(extension.name))
        with self._offcy_lock:
            self._offcy_begun += 1
            place = f"[{self._offcy_begun}/{self._offcy_total}] " if self._offcy_total > 1 else ""
        if module.is_current():
            log.debug("%soffcy: '%s' is up to date", place, module.name)
            return
        if not module.marked.quiet:
            log.info("%soffcy: building '%s'", place, module.name)
        try:
            built = module.build()
        except OSError as error:
            raise CompileError(f"offcy cannot build `{module.name}`: {error}") from error
        if not built:
            raise CompileError(f"offcy could not build `{module.name}` from {module.source}; see the errors above")

    def _warn_of_cython(self: Any, extension: Any) -> None:
        """Makes sure that users do not believe offcy has built what it has never seen."""
        for source in map(Path, extension.sources):
            pyx = source.with_suffix(".pyx")
            handed_over = self._settings.asked and self._settings.wants(extension.name) and source.suffix == ".c"
            if handed_over and pyx.is_file() and _is_cythons(source):
                self.warn(
                    f"`{extension.name}` has been compiled by Cython before offcy could: "
                    "`from offcy.build import cythonize` in setup.py gives it to offcy"
                )


def _is_cythons(source: Path) -> bool:
    try:
        with source.open("rb") as text:
            return text.read(100).startswith(b"/* Generated by Cython")
    except OSError:
        return False


def _has_c(extension: Any) -> bool:
    """Whether the C that Cython would generate is beside each source, as in some sdists."""
    end = ".cpp" if (extension.language or "").lower() == "c++" else ".c"
    sources = [Path(source) for source in extension.sources if str(source).endswith(".pyx")]
    return all(source.with_suffix(end).is_file() for source in sources)


def _has_cython() -> bool:
    from importlib.util import find_spec

    return find_spec("Cython") is not None
