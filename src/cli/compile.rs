//! `offcy compile`: sources to C and extension modules.

use std::collections::HashMap;
use std::ffi::OsStr;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

use clap::{Args, ValueEnum};

use super::arguments::{FormatArgument, FrontArguments};
use super::c_arguments::CArguments;
use super::console::{self, Console};
use super::progress::{Progress, Task};
use super::status::Status;
use crate::base::OffloadArch;
use crate::build::{self, Builder, Job, Places, Request};
use crate::diag::{Diagnostic, codes};
use crate::driver::{self, HeaderTypes, Options, Outcome};
use crate::source::SourceMap;

pub const EXAMPLES: &str = "\
Examples:
  offcy compile mod.pyx
  offcy compile --out-dir build --offload-arch x86_64 mod.pyx     try offloading without a GPU
  offcy compile --offload-arch sm_80,sm_90 -X boundscheck=False a.pyx b.pyx
  offcy compile --emit c mod.pyx                                  the C alone; needs no compiler

Without --offload-arch, regions run on the host's cores. Errors of the input end with status 1; a
missing or broken compiler, a missing Python, and a folder that cannot be written with status 3.";

/// Compile modules to C and to extension modules that Python imports
#[derive(Args)]
pub struct Arguments {
    /// Cython sources
    #[arg(required = true, value_name = "FILES")]
    files: Vec<PathBuf>,
    /// Write everything into DIR (made if missing) [default: the folder of each source]
    #[arg(short, long, value_name = "DIR")]
    out_dir: Option<PathBuf>,
    /// Write the extension module to FILE, the C beside the source or into `--out-dir`; for one source
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Write to FILE, as a rule for `make`, which files the result was made of; for one source
    #[arg(long, value_name = "FILE")]
    depfile: Option<PathBuf>,
    /// The name by which Python imports the module, `package.mod` [default: from the names of the
    /// source and of the folders with an `__init__.py` around it]; for one source
    #[arg(long, value_name = "NAME", value_parser = super::arguments::module_name)]
    module_name: Option<String>,
    /// What to make
    #[arg(long, value_name = "WHAT", default_value = "ext")]
    emit: Emit,
    /// Build the regions for a device: sm_NN (NVIDIA), gfxNNN (AMD), x86_64 (a virtual device with its own
    /// memory, on the CPU), native (what this machine has). Several make one module that fits them all
    #[arg(long = "offload-arch", value_name = "ARCH", value_delimiter = ',')]
    offload_archs: Vec<OffloadArch>,
    /// The C compiler [default: OFFCY_CC, otherwise the first clang that passes a test]
    #[arg(long, value_name = "CC")]
    cc: Option<PathBuf>,
    /// The Python to build for [default: OFFCY_PYTHON, otherwise that of VIRTUAL_ENV, otherwise python3 on
    /// the PATH]
    #[arg(long, value_name = "PYTHON")]
    python: Option<PathBuf>,
    /// Look for installed packages (their .pxd files, NumPy's headers, the CUDA compiler) in DIR first, as in an
    /// isolated build
    #[arg(long, value_name = "DIR")]
    site_packages: Vec<PathBuf>,
    /// Let NAME stand for VALUE in comments such as `# distutils: include_dirs = NAME`. Repeat it for several
    /// values
    #[arg(long = "alias", value_name = "NAME=VALUE", value_parser = alias)]
    aliases: Vec<(String, String)>,
    /// Make modules (`mod.abi3.so`) that load in every CPython from 3.11 on, not only in one version
    #[arg(long)]
    limited_api: bool,
    /// Also write a stub (`mod.pyi`) for type checkers beside the module, as `offcy stub` does
    #[arg(long)]
    stub: bool,
    /// How hard the C compiler optimises
    #[arg(short = 'O', value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u8).range(0..=3))]
    opt_level: u8,
    /// Keep in the module what debuggers and profilers (gdb, perf) show: the lines and names of its C functions
    #[arg(long)]
    debug: bool,
    /// Compile N files at a time [default: one for each core]
    #[arg(short, long, value_name = "N")]
    jobs: Option<NonZeroUsize>,
    /// Show what is being done, even if standard error is not a terminal
    #[arg(long)]
    progress: bool,
    #[command(flatten)]
    front: FrontArguments,
    #[command(flatten)]
    format: FormatArgument,
    #[command(flatten)]
    c: CArguments,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Emit {
    /// C sources only
    C,
    /// C sources and the extension module
    Ext,
}

/// The result for one file.
struct Compiled {
    sources: SourceMap,
    diagnostics: Vec<Diagnostic>,
    /// The module, or the C file.
    product: Option<PathBuf>,
}

/// What the files of a run have in common.
struct Run<'a> {
    arguments: &'a Arguments,
    options: Options,
    builder: Builder,
    progress: &'a Progress,
}

pub fn run(arguments: Arguments) -> Status {
    if let Err(message) = check_outputs(&arguments) {
        return super::refuse_usage("compile", message);
    }
    let format = arguments.format.get();
    let mut console = Console::new(format);
    console.environment(false);
    let progress = Progress::new(arguments.files.len(), arguments.progress);
    let run = Run {
        options: Options {
            offload_archs: arguments.offload_archs.clone(),
            line_directives: matches!(arguments.emit, Emit::Ext),
            module_name: arguments.module_name.clone(),
            aliases: arguments.aliases.clone(),
            ..arguments.front.options(arguments.python.as_deref(), &arguments.site_packages)
        },
        builder: Builder::new(request(&arguments)),
        arguments: &arguments,
        progress: &progress,
    };
    let mut printed = Status::Success;
    run.all(|compiled| {
        progress.quietly(|| {
            console.diagnostics(&compiled.sources, &compiled.diagnostics);
            if let (Some(product), false) = (compiled.product, format.is_for_machines()) {
                printed = printed.max(console::print_path(&product));
            }
        });
    });
    progress.finish();
    console.finish().max(printed)
}

impl Run<'_> {
    /// Compiles the files, several at a time, and reports the results in the order of the files.
    fn all(&self, mut report: impl FnMut(Compiled)) {
        let files = &self.arguments.files;
        let cores = || std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
        let jobs = self.arguments.jobs.map_or_else(cores, NonZeroUsize::get).min(files.len());
        let next = AtomicUsize::new(0);
        let (sender, receiver) = mpsc::channel();
        std::thread::scope(|scope| {
            for _ in 0..jobs {
                let (sender, next) = (sender.clone(), &next);
                scope.spawn(move || {
                    while let Some(file) = files.get(next.fetch_add(1, Ordering::Relaxed)) {
                        // The receiver is there until every sender is gone.
                        let _ = sender.send((file, self.one(file)));
                    }
                });
            }
            drop(sender);
            let mut waiting: Vec<(&PathBuf, Compiled)> = Vec::new();
            for file in files {
                let ready = waiting.iter().position(|(of, _)| *of == file);
                let compiled = match ready {
                    Some(at) => Some(waiting.swap_remove(at).1),
                    None => receive(&receiver, file, &mut waiting),
                };
                compiled.into_iter().for_each(&mut report);
            }
        });
    }

    fn one(&self, file: &Path) -> Compiled {
        let task = self.progress.start(file);
        match self.attempt(file, &self.options, &task) {
            (compiled, None) => compiled,
            // Headers define other numbers than the module declares.
            (_, Some(header_types)) => {
                let options = Options { header_types, ..self.options.clone() };
                self.attempt(file, &options, &task).0
            }
        }
    }

    /// The module, and if its C is refused, what the C compiler says of the headers' numbers.
    fn attempt(&self, file: &Path, options: &Options, task: &Task<'_>) -> (Compiled, Option<HeaderTypes>) {
        let Outcome { sources, mut diagnostics, value } = driver::compile(file, options);
        let mut header_types = None;
        let mut product = None;
        if let Some(emitted) = value.filter(|_| !diagnostics.iter().any(Diagnostic::is_error)) {
            let places = places(self.arguments, file);
            let on_step = |step| task.step(step);
            let job = Job {
                emitted: &emitted,
                source: file,
                sources: &sources,
                places: &places,
                on_step: &on_step,
            };
            match self.build(&job) {
                Ok(path) => {
                    if emitted.is_watched && self.arguments.limited_api {
                        let message =
                            "`linetrace` and `profile` report nothing in modules for the limited API";
                        diagnostics.push(Diagnostic::warning(codes::NOTHING_WATCHED, message));
                    }
                    diagnostics.extend(self.stub(file, options, &path, &places.stem));
                    product = Some(path);
                }
                Err(diagnostic) => {
                    let is_asked = diagnostic.code == codes::FOREIGN_C && options.header_types.is_empty();
                    let types = is_asked.then(|| self.builder.header_types(&job));
                    header_types = types.filter(|types| !types.is_empty());
                    diagnostics.push(diagnostic);
                }
            }
        }
        (Compiled { sources, diagnostics, product }, header_types)
    }

    /// The stub, if it is asked for: what went wrong.
    fn stub(&self, file: &Path, options: &Options, product: &Path, stem: &str) -> Option<Diagnostic> {
        // Its diagnostics are those of the module.
        let text = self.arguments.stub.then(|| driver::stub(file, options).value)??;
        let folder = product.parent().unwrap_or(Path::new("."));
        build::write_page(&folder.join(format!("{stem}.pyi")), &text).err()
    }

    fn build(&self, job: &Job<'_>) -> Result<PathBuf, Diagnostic> {
        match self.arguments.emit {
            Emit::C => self.builder.write_c(job.emitted, job.sources, job.places),
            Emit::Ext => self.builder.extension(job),
        }
    }
}

/// Receives results until that of `wanted` is among them.
fn receive<'a>(
    receiver: &mpsc::Receiver<(&'a PathBuf, Compiled)>,
    wanted: &PathBuf,
    waiting: &mut Vec<(&'a PathBuf, Compiled)>,
) -> Option<Compiled> {
    for (file, compiled) in receiver {
        if file == wanted {
            return Some(compiled);
        }
        waiting.push((file, compiled));
    }
    None
}

fn request(arguments: &Arguments) -> Request {
    let options = arguments.front.options(None, &[]);
    Request {
        compiler: arguments.cc.clone(),
        program: None,
        python: arguments.python.clone(),
        site_packages: arguments.site_packages.clone(),
        limited_api: arguments.limited_api,
        opt_level: arguments.opt_level,
        debug: arguments.debug,
        offload_archs: arguments.offload_archs.clone(),
        include_dirs: options.include_dirs,
        tuning: arguments.front.tuning(),
        additions: arguments.c.additions(),
    }
}

fn places(arguments: &Arguments, file: &Path) -> Places {
    let stem = || file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let is_package = file.file_stem().is_some_and(|stem| stem == "__init__");
    let named = arguments.module_name.as_ref().filter(|_| !is_package);
    let named = named.and_then(|name| name.rsplit('.').next());
    Places {
        out_dir: out_dir(arguments, file),
        stem: named.map_or_else(stem, str::to_string),
        module: arguments.output.clone(),
        depfile: arguments.depfile.clone(),
    }
}

fn alias(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("an alias is given as NAME=VALUE")?;
    Ok((name.to_string(), value.to_string()))
}

fn out_dir(arguments: &Arguments, file: &Path) -> PathBuf {
    let beside = || match file.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent.to_path_buf(),
        _ => PathBuf::from("."),
    };
    arguments.out_dir.clone().unwrap_or_else(beside)
}

/// Two sources must not make the same module.
fn check_outputs(arguments: &Arguments) -> Result<(), String> {
    if arguments.files.len() > 1 {
        let of_one = [
            ("--output", arguments.output.is_some()),
            ("--depfile", arguments.depfile.is_some()),
            ("--module-name", arguments.module_name.is_some()),
        ];
        if let Some((option, _)) = of_one.iter().find(|(_, given)| *given) {
            return Err(format!("`{option}` is for one source, and there are {}", arguments.files.len()));
        }
    }
    if arguments.emit == Emit::C && arguments.output.is_some() {
        return Err("`--output` is where the extension module goes, and `--emit c` makes none".to_string());
    }
    let mut seen = HashMap::new();
    for file in &arguments.files {
        let output = (out_dir(arguments, file), file.file_stem().map(OsStr::to_os_string));
        if let Some(other) = seen.insert(output, file) {
            let (one, two) = (other.display(), file.display());
            return Err(format!("`{one}` and `{two}` would write the same files"));
        }
    }
    Ok(())
}
