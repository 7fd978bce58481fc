//! Builds the modules of a run: one toolchain, one Python, one runtime for them all.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use super::cache::{Cache, fingerprint};
use super::complaints::Compiled;
use super::objects::{self, CompileError, Settings, Unit};
use super::output::{self, Output};
use super::python::{Python, StableAbi};
use super::request::{Request, Step};
use super::runtime;
use super::search;
use super::toolchain::Toolchain;
use super::workspace::Workspace;
use super::{amalgamation, complaints, depfile, foreign, interrupt, merged};
use crate::diag::{Diagnostic, codes};
use crate::driver::HeaderTypes;
use crate::emit::{DeviceCode, Emitted};
use crate::source::SourceMap;

/// The folder that debug information names as that of the runtime's sources.
const RUNTIME_SHOWN_AS: &str = "offcy";

/// What is determined and compiled once, for the first module that needs it.
pub struct Builder {
    request: Request,
    cache: Cache,
    python: OnceLock<Result<Python, Diagnostic>>,
    toolchain: OnceLock<Result<Toolchain, Diagnostic>>,
    runtime: OnceLock<Result<RuntimeObjects, Diagnostic>>,
}

/// A module to be built.
pub struct Job<'a> {
    pub emitted: &'a Emitted,
    /// The .pyx.
    pub source: &'a Path,
    pub sources: &'a SourceMap,
    pub places: &'a Places,
    pub on_step: &'a (dyn Fn(Step) + Sync),
}

/// Where the files of a module go.
#[derive(Clone, Debug)]
pub struct Places {
    /// The C files.
    pub out_dir: PathBuf,
    /// The name of the module without its packages.
    pub stem: String,
    /// The module; beside its C if not given.
    pub module: Option<PathBuf>,
    /// The file that lists what the module, or its C, was made of.
    pub depfile: Option<PathBuf>,
}

/// The compiled runtime; in a temporary folder if there is no cache.
struct RuntimeObjects {
    objects: Vec<PathBuf>,
    _folder: Option<Workspace>,
}

impl Builder {
    pub fn new(request: Request) -> Builder {
        Builder::with(request, Cache::of_user())
    }

    /// With its own cache; without one, everything is determined and compiled again.
    pub fn with_cache(request: Request, folder: Option<PathBuf>) -> Builder {
        Builder::with(request, Cache::in_folder(folder))
    }

    fn with(request: Request, cache: Cache) -> Builder {
        interrupt::clean_up_on_signals();
        Builder {
            request,
            cache,
            python: OnceLock::new(),
            toolchain: OnceLock::new(),
            runtime: OnceLock::new(),
        }
    }

    /// Writes only the C files; returns the path of the glue.
    pub fn write_c(
        &self,
        emitted: &Emitted,
        sources: &SourceMap,
        places: &Places,
    ) -> Result<PathBuf, Diagnostic> {
        let product = places.out_dir.join(&places.stem).with_extension("c");
        let mut outputs = c_outputs(emitted, &places.out_dir);
        outputs.extend(depfile_output(
            places,
            &product,
            sources.dependencies().map(Path::to_path_buf).collect(),
        ));
        output::install(&outputs)?;
        Ok(product)
    }

    /// Builds a module and writes it with its C; returns the path of the module.
    pub fn extension(&self, job: &Job<'_>) -> Result<PathBuf, Diagnostic> {
        (job.on_step)(Step::FindingToolchain);
        let toolchain = self.toolchain()?;
        let python = self.python()?;
        python.check_headers()?;
        if self.request.limited_api {
            python.check_stable_abi()?;
        }
        let workspace = Workspace::new().map_err(|error| no_workspace(&error))?;
        (job.on_step)(Step::CompilingRuntime);
        let runtime = self.runtime(toolchain, python)?;
        (job.on_step)(Step::CompilingModule);
        let mut objects = self.compile(job, &workspace, toolchain, python)?;
        objects.extend(self.request.additions.objects.iter().cloned());
        objects.extend(runtime.objects.iter().cloned());
        (job.on_step)(Step::Linking);
        let module = workspace.path().join("module.so");
        let mut arguments = foreign::link_flags(&job.emitted.foreign);
        arguments.extend(self.request.additions.link_arguments.iter().cloned());
        objects::link(&objects, &arguments, toolchain, &self.request, &module)
            .map_err(|error| link_failure(error, job.sources))?;
        let bytes = std::fs::read(&module).map_err(|error| no_workspace(&error))?;
        toolchain.check_images(&bytes)?;
        let places = job.places;
        let mut outputs = c_outputs(job.emitted, &places.out_dir);
        // Unchanged C must not trigger a rebuild.
        outputs.retain(|output| !output::is_same(&output.path, &output.bytes));
        let suffix = self.stable_abi(python).map_or(&*python.suffix, |abi| abi.suffix);
        let beside = || places.out_dir.join(format!("{}{suffix}", places.stem));
        let path = places.module.clone().unwrap_or_else(beside);
        outputs.extend(depfile_output(places, &path, self.dependencies(job, &workspace, python)));
        outputs.push(Output { path: path.clone(), bytes, executable: true });
        output::install(&outputs)?;
        Ok(path)
    }

    /// What the C compiler says of the numbers that headers define; nothing where it cannot say it.
    pub fn header_types(&self, job: &Job<'_>) -> HeaderTypes {
        let asked = || {
            let numbers = job.emitted.numbers.as_ref()?;
            let (toolchain, python) = (self.toolchain().ok()?, self.python().ok()?);
            let workspace = Workspace::new().ok()?;
            write_headers(&workspace).ok()?;
            let source = workspace.write("numbers.c", &numbers.question).ok()?;
            let object = source.with_extension("o");
            let mut settings = self.settings_for(job, &workspace, toolchain, python);
            settings.lists_headers = false;
            settings.extra.push("-fno-lto".into());
            let unit = Unit { source, object: object.clone(), device_code: None };
            objects::compile(&[unit], &settings).ok()?;
            let answers = numbers.answers(&std::fs::read(object).ok()?)?;
            Some(HeaderTypes::of(numbers.c_names.iter().cloned().zip(answers)))
        };
        asked().unwrap_or_default()
    }

    /// What a module is made of: Cython's files, and what its C includes, except Python's own headers.
    fn dependencies(&self, job: &Job<'_>, workspace: &Workspace, python: &Python) -> Vec<PathBuf> {
        let mut all: Vec<PathBuf> = job.sources.dependencies().map(Path::to_path_buf).collect();
        let own: Vec<&Path> =
            python.include_dirs.iter().map(PathBuf::as_path).chain([workspace.path()]).collect();
        let additions = &self.request.additions;
        all.extend(additions.sources.iter().chain(&additions.objects).cloned());
        for rule in search::entries(workspace.path(), "")
            .iter()
            .filter(|path| path.extension().is_some_and(|end| end == "d"))
        {
            let text = std::fs::read_to_string(rule).unwrap_or_default();
            for path in depfile::dependencies(&text) {
                if !own.iter().any(|folder| path.starts_with(folder)) && !all.contains(&path) {
                    all.push(path);
                }
            }
        }
        all
    }

    fn python(&self) -> Result<&Python, Diagnostic> {
        let find = || {
            Python::find(self.request.python.as_deref(), &self.cache)
                .map(|python| python.with_packages(&self.request.site_packages))
        };
        self.python.get_or_init(find).as_ref().map_err(Clone::clone)
    }

    fn toolchain(&self) -> Result<&Toolchain, Diagnostic> {
        let site_packages = || self.python().map(|python| python.site_packages.clone()).unwrap_or_default();
        let choose = || Toolchain::choose(&self.request, site_packages, &self.cache);
        self.toolchain.get_or_init(choose).as_ref().map_err(Clone::clone)
    }

    fn runtime(&self, toolchain: &Toolchain, python: &Python) -> Result<&RuntimeObjects, Diagnostic> {
        let make = || self.make_runtime(toolchain, python);
        self.runtime.get_or_init(make).as_ref().map_err(Clone::clone)
    }

    fn settings<'a>(
        &'a self,
        toolchain: &'a Toolchain,
        python: &Python,
        folder: &Path,
        shown_as: &Path,
    ) -> Settings<'a> {
        let mut include_dirs = vec![folder.join("include")];
        include_dirs.extend(python.include_dirs.iter().chain(&python.numpy_headers).cloned());
        let renamed = (folder.to_path_buf(), shown_as.to_path_buf());
        let (request, opt_level, extra) = (&self.request, self.request.opt_level, Vec::new());
        let stable_abi = self.stable_abi(python);
        Settings {
            request,
            opt_level,
            toolchain,
            stable_abi,
            include_dirs,
            extra,
            renamed,
            lists_headers: false,
        }
    }

    /// The interface of a module for several Pythons.
    fn stable_abi(&self, python: &Python) -> Option<StableAbi> {
        python.stable_abi().filter(|_| self.request.limited_api)
    }

    /// Those for the C of a module.
    fn settings_for<'a>(
        &'a self,
        job: &Job<'_>,
        workspace: &Workspace,
        toolchain: &'a Toolchain,
        python: &Python,
    ) -> Settings<'a> {
        let mut settings = self.settings(toolchain, python, workspace.path(), &job.places.out_dir);
        settings.lists_headers = job.places.depfile.is_some();
        settings.include_dirs.extend(job.source.parent().map(folder_or_here));
        settings.extra = foreign::compile_flags(&job.emitted.foreign);
        settings.extra.extend(self.request.additions.compile_arguments.iter().cloned());
        settings.include_dirs.extend(self.request.include_dirs.iter().cloned());
        settings
    }

    /// The object files of the emitted C.
    fn compile(
        &self,
        job: &Job<'_>,
        workspace: &Workspace,
        toolchain: &Toolchain,
        python: &Python,
    ) -> Result<Vec<PathBuf>, Diagnostic> {
        write_headers(workspace)?;
        let mut units = Vec::new();
        for file in &job.emitted.files {
            let path = workspace.write(&file.name, &file.text).map_err(|error| no_workspace(&error))?;
            if file.name.ends_with(".c") {
                let object = path.with_extension("o");
                units.push(Unit { source: path, object, device_code: file.device_code });
            }
        }
        for (number, source) in self.request.additions.sources.iter().enumerate() {
            // If a source cannot be read, the C compiler reports it.
            let text = std::fs::read(source).unwrap_or_default();
            let object = workspace.path().join(format!("source{number}.o"));
            let device_code = DeviceCode::of_others(&String::from_utf8_lossy(&text));
            units.push(Unit { source: source.clone(), object, device_code });
        }
        let settings = self.settings_for(job, workspace, toolchain, python);
        objects::compile(&units, &settings).map_err(|error| match error {
            CompileError::NotStarted(diagnostic) => diagnostic,
            CompileError::Failed(finished) => {
                let compiled = Compiled {
                    sources: job.sources,
                    foreign_places: &job.emitted.foreign_places,
                    foreign_names: &job.emitted.foreign_names,
                    workspace: workspace.path(),
                };
                complaints::of_compilation(&finished, &compiled)
            }
        })?;
        Ok(units.into_iter().map(|unit| unit.object).collect())
    }

    /// The runtime's object files: from the cache, or compiled into it.
    fn make_runtime(&self, toolchain: &Toolchain, python: &Python) -> Result<RuntimeObjects, Diagnostic> {
        let workspace = Workspace::new().map_err(|error| no_workspace(&error))?;
        let mut settings = self.settings(toolchain, python, workspace.path(), Path::new(RUNTIME_SHOWN_AS));
        // More makes it larger, not faster.
        settings.opt_level = settings.opt_level.min(2);
        let device = &toolchain.device;
        let flags = (
            settings.flags(),
            &device.flags,
            runtime::device_code().map(|code| device.kernel_flags(code)).collect::<Vec<_>>(),
            &self.request.tuning.march,
        );
        let headers = fingerprint(&python.include_dirs.first().cloned().unwrap_or_default().join("Python.h"));
        let key = format!(
            "runtime {} {} {flags:?} {headers} {:?}",
            env!("OFFCY_MERGING"),
            toolchain.compiler.key(),
            runtime::FILES
        );
        if let Some(objects) = self.cache.files(&key) {
            return Ok(RuntimeObjects { objects, _folder: None });
        }
        write_headers(&workspace)?;
        let mut units = Vec::new();
        for file in merged::merged(RUNTIME_SHOWN_AS) {
            let source = workspace.write(&file.name, &file.text).map_err(|error| no_workspace(&error))?;
            let object = source.with_extension("o");
            units.push(Unit { source, object, device_code: file.device_code });
        }
        objects::compile(&units, &settings).map_err(|error| match error {
            CompileError::NotStarted(diagnostic) => diagnostic,
            CompileError::Failed(finished) => {
                let sources = &SourceMap::default();
                let compiled = Compiled {
                    sources,
                    foreign_places: &[],
                    foreign_names: &[],
                    workspace: workspace.path(),
                };
                complaints::of_compilation(&finished, &compiled)
            }
        })?;
        let objects: Vec<PathBuf> = units.into_iter().map(|unit| unit.object).collect();
        self.cache.keep_files(&key, &objects);
        Ok(RuntimeObjects { objects, _folder: Some(workspace) })
    }
}

fn link_failure(error: CompileError, sources: &SourceMap) -> Diagnostic {
    match error {
        CompileError::NotStarted(diagnostic) => diagnostic,
        CompileError::Failed(finished) => complaints::of_linking(&finished, sources),
    }
}

/// Writes a module and the runtime that it needs as one C file.
pub fn write_one_file(
    emitted: &Emitted,
    source: &Path,
    sources: &SourceMap,
    line_directives: bool,
    output: &Path,
    depfile: Option<PathBuf>,
) -> Result<(), Diagnostic> {
    let name = source.file_name().unwrap_or_default().to_string_lossy();
    let text = amalgamation::amalgamation(emitted, &name, line_directives);
    let mut outputs =
        vec![Output { path: output.to_path_buf(), bytes: text.into_bytes(), executable: false }];
    if let Some(path) = depfile {
        let text = depfile::text(output, sources.dependencies());
        outputs.push(Output { path, bytes: text.into_bytes(), executable: false });
    }
    output::install(&outputs)
}

/// The rule that names a product's dependencies, if requested.
fn depfile_output(places: &Places, product: &Path, dependencies: Vec<PathBuf>) -> Option<Output> {
    let path = places.depfile.clone()?;
    let text = depfile::text(product, dependencies.iter().map(PathBuf::as_path));
    Some(Output { path, bytes: text.into_bytes(), executable: false })
}

fn c_outputs(emitted: &Emitted, folder: &Path) -> Vec<Output> {
    let output = |file: &crate::emit::EmittedFile| Output {
        path: folder.join(&file.name),
        bytes: file.text.clone().into_bytes(),
        executable: false,
    };
    emitted.files.iter().map(output).collect()
}

fn write_headers(workspace: &Workspace) -> Result<(), Diagnostic> {
    for file in runtime::FILES.iter().filter(|file| !file.is_source()) {
        workspace.write(file.name, file.text).map_err(|error| no_workspace(&error))?;
    }
    Ok(())
}

/// The folder of `m.pyx` is the empty path.
fn folder_or_here(folder: &Path) -> PathBuf {
    if folder.as_os_str().is_empty() { PathBuf::from(".") } else { folder.to_path_buf() }
}

fn no_workspace(error: &std::io::Error) -> Diagnostic {
    let folder = std::env::temp_dir();
    Diagnostic::error(
        codes::CANNOT_WRITE,
        format!("cannot write to the temporary folder `{}`: {error}", folder.display()),
    )
    .note("TMPDIR names another")
}
