//! Builds the modules of a run: one toolchain, one Python, one runtime for them all.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use super::cache::{Cache, fingerprint};
use super::objects::{self, CompileError, Settings, Unit};
use super::output::{self, Output};
use super::python::Python;
use super::request::{Request, Step};
use super::runtime;
use super::toolchain::Toolchain;
use super::workspace::Workspace;
use super::{complaints, foreign, interrupt};
use crate::diag::{Diagnostic, codes};
use crate::emit::Emitted;
use crate::source::SourceMap;

/// Any Python 3 takes a file of this name for a module.
const LIMITED_API_SUFFIX: &str = ".abi3.so";

/// What is found out and compiled once, at the first module that needs it.
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
    pub out_dir: &'a Path,
    pub on_step: &'a (dyn Fn(Step) + Sync),
}

/// The runtime, compiled; a temporary folder where there is no cache.
struct RuntimeObjects {
    objects: Vec<PathBuf>,
    _folder: Option<Workspace>,
}

impl Builder {
    pub fn new(request: Request) -> Builder {
        Builder::with(request, Cache::of_user())
    }

    /// With a cache of its own; without one, everything is found out and compiled again.
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

    /// Writes the C files alone.
    pub fn write_c(&self, emitted: &Emitted, out_dir: &Path) -> Result<Vec<PathBuf>, Diagnostic> {
        output::install(out_dir, &c_outputs(emitted))
    }

    /// Builds a module and writes it with its C; the path of the module.
    pub fn extension(&self, job: &Job<'_>) -> Result<PathBuf, Diagnostic> {
        (job.on_step)(Step::FindingToolchain);
        let toolchain = self.toolchain()?;
        let python = self.python()?;
        python.check_headers()?;
        let workspace = Workspace::new().map_err(|error| no_workspace(&error))?;
        (job.on_step)(Step::CompilingRuntime);
        let runtime = self.runtime(toolchain, python)?;
        (job.on_step)(Step::CompilingModule);
        let mut objects = self.compile(job, &workspace, toolchain, python)?;
        objects.extend(runtime.objects.iter().cloned());
        (job.on_step)(Step::Linking);
        let module = workspace.path().join("module.so");
        let foreign = foreign::link_flags(&job.emitted.foreign);
        objects::link(&objects, &foreign, toolchain, &module).map_err(|error| self.link_failure(error))?;
        let bytes = std::fs::read(&module).map_err(|error| no_workspace(&error))?;
        let mut outputs = c_outputs(job.emitted);
        let stem = job.source.file_stem().unwrap_or_default().to_string_lossy();
        let suffix = if self.request.limited_api { LIMITED_API_SUFFIX } else { &python.suffix };
        outputs.push(Output { name: format!("{stem}{suffix}"), bytes, executable: true });
        let installed = output::install(job.out_dir, &outputs)?;
        Ok(installed.into_iter().next_back().unwrap_or_default())
    }

    fn python(&self) -> Result<&Python, Diagnostic> {
        let find = || Python::find(self.request.python.as_deref(), &self.cache);
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
        let opt_level = self.request.opt_level;
        Settings { request: &self.request, opt_level, toolchain, include_dirs, extra: Vec::new(), renamed }
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
                units.push(Unit::new(path.clone(), &file.text, path.with_extension("o")));
            }
        }
        let mut settings = self.settings(toolchain, python, workspace.path(), job.out_dir);
        settings.include_dirs.extend(job.source.parent().map(folder_or_here));
        settings.extra = foreign::compile_flags(&job.emitted.foreign);
        settings.include_dirs.extend(self.request.include_dirs.iter().cloned());
        objects::compile(&units, &settings).map_err(|error| match error {
            CompileError::NotStarted(diagnostic) => diagnostic,
            CompileError::Failed(finished) => {
                complaints::of_compilation(&finished, job.sources, workspace.path())
            }
        })?;
        Ok(units.into_iter().map(|unit| unit.object).collect())
    }

    /// The runtime's object files: from the cache, or compiled into it.
    fn make_runtime(&self, toolchain: &Toolchain, python: &Python) -> Result<RuntimeObjects, Diagnostic> {
        let workspace = Workspace::new().map_err(|error| no_workspace(&error))?;
        let mut settings = self.settings(toolchain, python, workspace.path(), Path::new("offcy"));
        // More makes it larger, not faster.
        settings.opt_level = settings.opt_level.min(2);
        let flags = (settings.flags(), &toolchain.device.flags, &self.request.tuning.march);
        let headers = fingerprint(&python.include_dirs.first().cloned().unwrap_or_default().join("Python.h"));
        let key = format!("runtime {} {flags:?} {headers} {:?}", toolchain.compiler.key(), runtime::FILES);
        if let Some(objects) = self.cache.files(&key) {
            return Ok(RuntimeObjects { objects, _folder: None });
        }
        write_headers(&workspace)?;
        let mut units = Vec::new();
        for file in runtime::FILES.iter().filter(|file| file.is_source()) {
            let source = workspace.write(file.name, file.text).map_err(|error| no_workspace(&error))?;
            units.push(Unit::new(source, file.text, workspace.path().join(file.object_name())));
        }
        objects::compile(&units, &settings).map_err(|error| match error {
            CompileError::NotStarted(diagnostic) => diagnostic,
            CompileError::Failed(finished) => {
                complaints::of_compilation(&finished, &SourceMap::default(), workspace.path())
            }
        })?;
        let objects: Vec<PathBuf> = units.into_iter().map(|unit| unit.object).collect();
        self.cache.keep_files(&key, &objects);
        Ok(RuntimeObjects { objects, _folder: Some(workspace) })
    }

    fn link_failure(&self, error: CompileError) -> Diagnostic {
        match error {
            CompileError::NotStarted(diagnostic) => diagnostic,
            CompileError::Failed(finished) => complaints::of_linking(&finished),
        }
    }
}

fn c_outputs(emitted: &Emitted) -> Vec<Output> {
    let output = |file: &crate::emit::EmittedFile| Output {
        name: file.name.clone(),
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
