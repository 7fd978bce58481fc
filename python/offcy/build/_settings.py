"""What a project asks of offcy: `[tool.offcy]` in its pyproject.toml, and the environment."""

import os
import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any


class SettingsError(Exception):
    """Invalid settings; the message is for the user."""


@dataclass(frozen=True)
class Options:
    """How a module is compiled."""

    offload_arch: tuple[str, ...] = ()
    opt_level: int | None = None
    directives: Mapping[str, str] = field(default_factory=dict)
    include_dirs: tuple[str, ...] = ()
    cc: str | None = None
    stubs: bool = False
    debug: bool = False

    def arguments(self) -> list[str]:
        """As arguments of `offcy compile`."""
        words = [f"--offload-arch={','.join(self.offload_arch)}"] if self.offload_arch else []
        words += [f"-O{self.opt_level}"] if self.opt_level is not None else []
        words += [f"--directive={name}={value}" for name, value in self.directives.items()]
        words += [f"--include-dir={folder}" for folder in self.include_dirs]
        words += ["--stub"] if self.stubs else []
        words += ["--debug"] if self.debug else []
        return words + ([f"--cc={self.cc}"] if self.cc else [])


@dataclass(frozen=True)
class Settings:
    """The settings of the whole project."""

    # Whether offcy is asked to build the extension modules that are written in Cython.
    asked: bool = False
    # Patterns of the modules that it builds; `None`: all of them.
    only: tuple[str, ...] | None = None
    options: Options = field(default_factory=Options)
    # Settings of single modules, by pattern, in their order.
    modules: tuple[tuple[str, dict[str, Any]], ...] = ()
    # Wins over all of these.
    environment: dict[str, Any] = field(default_factory=dict)

    def wants(self, module: str) -> bool:
        return self.only is None or any(fnmatchcase(module, pattern) for pattern in self.only)

    def of(self, module: str) -> Options:
        options = self.options
        for pattern, table in self.modules:
            if fnmatchcase(module, pattern):
                options = _changed(options, table)
        return _changed(options, self.environment)


def load(folder: Path, environment: Mapping[str, str] = os.environ) -> Settings:
    """The settings of the project in `folder`. Raises `SettingsError` if they are invalid."""
    try:
        project = tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError):
        # setuptools reports a file that it cannot read.
        project = {}
    requires = project.get("build-system", {}).get("requires", [])
    required = any(isinstance(name, str) and re.match(r"\s*offcy(?![\w.-])", name, re.IGNORECASE) for name in requires)
    table = project.get("tool", {}).get("offcy")
    if table is None:
        table = {}
        asked = required
    else:
        asked = True
        if not isinstance(table, dict):
            raise SettingsError("`tool.offcy` in pyproject.toml is a table: [tool.offcy]")
    own = dict(table)
    only = own.pop("only", None)
    modules = own.pop("modules", {})
    if not isinstance(modules, dict) or not all(isinstance(one, dict) for one in modules.values()):
        raise SettingsError('`modules` of [tool.offcy] has a table for each module: [tool.offcy.modules."pkg.mod"]')
    return Settings(
        asked=asked,
        only=None if only is None else _names("only", only, "[tool.offcy]"),
        options=_changed(Options(), _checked(own, "[tool.offcy]", ["modules", "only"])),
        modules=tuple(
            (pattern, _checked(one, f'[tool.offcy.modules."{pattern}"]')) for pattern, one in modules.items()
        ),
        environment=_of_environment(environment),
    )


def _changed(options: Options, table: Mapping[str, Any]) -> Options:
    """With the settings of a table; its directives are added to the existing ones."""
    directives = {**options.directives, **table.get("directives", {})}
    return replace(options, **{**table, "directives": directives})


def _of_environment(environment: Mapping[str, str]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    if archs := environment.get("OFFCY_OFFLOAD_ARCH"):
        # `none`: overrides pyproject.toml with no device.
        found["offload_arch"] = () if archs == "none" else tuple(archs.split(","))
    if level := environment.get("OFFCY_OPT_LEVEL"):
        found["opt_level"] = _level("OFFCY_OPT_LEVEL", int(level) if level.isdecimal() else level, "the environment")
    if directives := environment.get("OFFCY_DIRECTIVES"):
        pairs = [pair.partition("=") for pair in directives.split(",")]
        if not all(equals for _, equals, _ in pairs):
            raise SettingsError(f"OFFCY_DIRECTIVES is `NAME=VALUE,NAME=VALUE`, not `{directives}`")
        found["directives"] = {name.strip(): value.strip() for name, _, value in pairs}
    return found


def _names(key: str, value: object, where: str) -> tuple[str, ...]:
    if isinstance(value, str):
        return (value,)
    if isinstance(value, list) and all(isinstance(one, str) for one in value):
        return tuple(value)
    raise SettingsError(f"`{key}` in {where} is a list of strings, not {value!r}")


def _level(key: str, value: object, where: str) -> int:
    if value in (0, 1, 2, 3) and isinstance(value, int) and not isinstance(value, bool):
        return value
    raise SettingsError(f"`{key}` in {where} is a number from 0 to 3, not {value!r}")


def _directives(key: str, value: object, where: str) -> dict[str, str]:
    if isinstance(value, dict) and all(isinstance(one, bool | int | str) for one in value.values()):
        return {name: str(one) for name, one in value.items()}
    raise SettingsError(f"`{key}` in {where} is a table such as {{ boundscheck = false }}, not {value!r}")


def _text(key: str, value: object, where: str) -> str:
    if isinstance(value, str):
        return value
    raise SettingsError(f"`{key}` in {where} is a string, not {value!r}")


def _flag(key: str, value: object, where: str) -> bool:
    if isinstance(value, bool):
        return value
    raise SettingsError(f"`{key}` in {where} is true or false, not {value!r}")


_KEYS: dict[str, Callable[[str, object, str], Any]] = {
    "offload-arch": _names,
    "opt-level": _level,
    "directives": _directives,
    "include-dirs": _names,
    "cc": _text,
    "stubs": _flag,
    "debug": _flag,
}


def _checked(table: Mapping[str, Any], where: str, others: list[str] | None = None) -> dict[str, Any]:
    checked = {}
    for key, value in table.items():
        if key not in _KEYS:
            known = ", ".join(sorted([*_KEYS, *(others or [])]))
            raise SettingsError(f"there is no `{key}` in {where}; there are {known}")
        checked[key.replace("-", "_")] = _KEYS[key](key, value, where)
    return checked
