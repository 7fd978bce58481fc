//! `offcy new`: a project that builds, tests and ships.

mod name;

use std::path::{Path, PathBuf};

use clap::Args;
use clap::error::ErrorKind;

use super::console::Console;
use super::status::Status;
use crate::build;
use crate::render::MessageFormat;
use crate::source::SourceMap;
use name::Names;

pub const EXAMPLES: &str = "\
Examples:
  offcy new heat                  built by setuptools
  offcy new heat --meson          built by meson-python
  offcy new . --name heat         in this folder, which must be empty

The project has a package with one module, whose loop runs on the host's cores or on a device, a
test, a README, and a workflow for GitHub that tests it and makes wheels (cibuildwheel). Nothing is
written if the name cannot be a package's (status 2), or if the folder is not empty (status 3).";

/// Make a project: a package with a module for offcy, its test, and what builds and ships it
#[derive(Args)]
pub struct Arguments {
    /// The project's folder, which is made; its last part is the project's name
    #[arg(value_name = "NAME")]
    folder: PathBuf,
    /// Call the project NAME, whatever its folder is called
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// Build with meson-python instead of setuptools
    #[arg(long)]
    meson: bool,
}

/// What differs between the two kinds of project.
struct Kind {
    files: &'static [(&'static str, &'static str)],
    devices: &'static str,
    /// Debian's, in which the workflow tests.
    packages: &'static str,
    /// Installs the package for the virtual device, in the workflow.
    on_virtual_device: &'static str,
}

const COMMON: &[(&str, &str)] = &[
    (".github/workflows/ci.yml", include_str!("template/workflow.yml")),
    (".gitignore", include_str!("template/gitignore")),
    ("README.md", include_str!("template/README.md")),
    ("src/{{package}}/__init__.py", include_str!("template/init.py")),
    ("src/{{package}}/kernels.pyx", include_str!("template/kernels.pyx")),
    ("tests/test_kernels.py", include_str!("template/test_kernels.py")),
];

const SETUPTOOLS: Kind = Kind {
    files: &[
        ("pyproject.toml", include_str!("template/setuptools/pyproject.toml")),
        ("setup.py", include_str!("template/setuptools/setup.py")),
    ],
    devices: include_str!("template/setuptools/devices.md"),
    packages: "clang-19 libomp-19-dev lld-19 clang-tools-19 python3-dev python3-venv",
    on_virtual_device: "OFFCY_OFFLOAD_ARCH=x86_64 /venv/bin/pip install -v --force-reinstall --no-deps .",
};

const MESON: Kind = Kind {
    files: &[
        ("pyproject.toml", include_str!("template/meson/pyproject.toml")),
        ("meson.build", include_str!("template/meson/meson.build")),
        ("meson.options", include_str!("template/meson/meson.options")),
    ],
    devices: include_str!("template/meson/devices.md"),
    packages: "gcc libc6-dev clang-19 libomp-19-dev lld-19 clang-tools-19 python3-dev python3-venv",
    on_virtual_device: "CC=clang-19 LDFLAGS=-Wl,-rpath,/usr/lib/llvm-19/lib /venv/bin/pip install -v --force-reinstall \
                        --no-deps . --config-settings=setup-args=-Doffload=-fopenmp,-fopenmp-targets=x86_64-pc-linux-gnu",
};

pub fn run(arguments: Arguments) -> Status {
    let name = arguments.name.unwrap_or_else(|| name_of(&arguments.folder));
    let names = match Names::of(&name) {
        Ok(names) => names,
        Err(refused) => {
            let message = format!(
                "`{name}` cannot be the name of a package: {}\n\n  tip: `{}` can",
                refused.why, refused.proposal
            );
            return super::refuse(ErrorKind::ValueValidation, "new", message);
        }
    };
    let kind = if arguments.meson { &MESON } else { &SETUPTOOLS };
    let files = files(kind, &names);
    let mut console = Console::beside_output(MessageFormat::Human);
    match build::create_folder(&arguments.folder, &files) {
        Ok(()) => console.remark(&what_is_next(&arguments.folder, &names, &files)),
        Err(error) => {
            let way_out =
                "`offcy new` makes a folder, or takes an empty one; `--name` names the project otherwise";
            console.diagnostics(&SourceMap::default(), &[error.note(way_out)]);
        }
    }
    console.finish()
}

/// The last part of the path; of `.`, the folder's own name.
fn name_of(folder: &Path) -> String {
    let there = folder.canonicalize();
    let whole = if folder.file_name().is_none() { there.as_deref().unwrap_or(folder) } else { folder };
    whole.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

fn files(kind: &Kind, names: &Names) -> Vec<(String, String)> {
    let filled = |text: &str| {
        text.replace("{{devices}}", kind.devices)
            .replace("{{packages}}", kind.packages)
            .replace("{{virtual}}", kind.on_virtual_device)
            .replace("{{project}}", &names.project)
            .replace("{{package}}", &names.package)
    };
    let all = COMMON.iter().chain(kind.files);
    let mut files: Vec<_> = all.map(|(name, text)| (filled(name), filled(text))).collect();
    files.sort();
    files
}

fn what_is_next(folder: &Path, names: &Names, files: &[(String, String)]) -> String {
    let is_here = folder == Path::new(".");
    let shown = |name: &str| if is_here { PathBuf::from(name) } else { folder.join(name) };
    let list: String = files.iter().map(|(name, _)| format!("  {}\n", shown(name).display())).collect();
    let enter = if is_here { String::new() } else { format!("  cd {}\n", quoted(folder)) };
    format!(
        "Made the project `{}`:\n{list}\nBuild it and run its test:\n{enter}  python3 -m venv .venv && . .venv/bin/activate\n  \
         pip install -v '.[test]'\n  pytest",
        names.project
    )
}

/// As a word of a shell.
fn quoted(path: &Path) -> String {
    let text = path.display().to_string();
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/._-+".contains(&byte);
    if text.bytes().all(is_plain) { text } else { format!("'{}'", text.replace('\'', "'\\''")) }
}
