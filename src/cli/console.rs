//! The standard streams: what goes where, when it is coloured, and what a closed pipe means.

use std::io::{self, IsTerminal, Write};
use std::path::Path;

use super::status::Status;
use crate::build::environment;
use crate::diag::{Diagnostic, Severity};
use crate::driver::Outcome;
use crate::render::{self, MessageFormat, Renderer};
use crate::source::SourceMap;

/// Where diagnostics go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stream {
    Out,
    Error,
}

/// Prints diagnostics and remembers the most severe status.
pub struct Console {
    renderer: Box<dyn Renderer>,
    stream: Stream,
    status: Status,
}

impl Console {
    /// For commands whose product is diagnostics or files: formats for machines go to the standard
    /// output, those for people to the standard error.
    pub fn new(format: MessageFormat) -> Console {
        let stream = if format.is_for_machines() { Stream::Out } else { Stream::Error };
        Console::on(stream, format)
    }

    /// For commands whose product is text on the standard output: diagnostics stay off it.
    pub fn beside_output(format: MessageFormat) -> Console {
        Console::on(Stream::Error, format)
    }

    fn on(stream: Stream, format: MessageFormat) -> Console {
        let renderer = render::renderer(format, wants_colour(stream));
        Console { renderer, stream, status: Status::Success }
    }

    /// Prints the diagnostics of an outcome and returns its value if there is no error.
    pub fn outcome<T>(&mut self, outcome: Outcome<T>) -> Option<T> {
        self.diagnostics(&outcome.sources, &outcome.diagnostics);
        let failed = outcome.has_errors();
        outcome.value.filter(|_| !failed)
    }

    pub fn diagnostics(&mut self, sources: &SourceMap, diagnostics: &[Diagnostic]) {
        self.status = self.status.max(Status::of(diagnostics));
        let (renderer, stream) = (&mut self.renderer, self.stream);
        self.status = self.status.max(write(stream, |out| renderer.diagnostics(sources, diagnostics, out)));
    }

    /// Warns of environment variables that are meant for offcy but have no meaning. With `as_error`, they are
    /// errors; returns whether there are such errors.
    pub fn environment(&mut self, as_error: bool) -> bool {
        let mut found = environment::warnings(std::env::vars_os());
        if as_error {
            found.iter_mut().for_each(|diagnostic| diagnostic.severity = Severity::Error);
        }
        if !found.is_empty() {
            self.diagnostics(&SourceMap::default(), &found);
        }
        as_error && !found.is_empty()
    }

    /// A line for people, if the output is for them.
    pub fn remark(&mut self, words: &str) {
        if self.stream == Stream::Error {
            self.status = self.status.max(write(Stream::Error, |out| writeln!(out, "{words}")));
        }
    }

    /// Prints the summary; returns the status of the whole run.
    pub fn finish(mut self) -> Status {
        let (renderer, stream) = (&mut self.renderer, self.stream);
        self.status.max(write(stream, |out| renderer.finish(out)))
    }
}

/// Writes a command's product to the standard output.
pub fn print(text: &str) -> Status {
    write(Stream::Out, |out| out.write_all(text.as_bytes()))
}

/// Writes a path to the standard output, byte for byte.
pub fn print_path(path: &Path) -> Status {
    write(Stream::Out, |out| {
        out.write_all(path.as_os_str().as_encoded_bytes())?;
        out.write_all(b"\n")
    })
}

/// Writes through a buffer. A reader that went away (`offcy ... | head`) is not an error.
fn write(stream: Stream, text: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Status {
    let mut buffer = Vec::new();
    let written = text(&mut buffer).and_then(|()| match stream {
        Stream::Out => io::stdout().lock().write_all(&buffer).and_then(|()| io::stdout().flush()),
        Stream::Error => io::stderr().lock().write_all(&buffer),
    });
    match written {
        Ok(()) => Status::Success,
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Status::Success,
        Err(error) => {
            // If standard error is the stream that fails, the failure cannot be reported.
            let _ = writeln!(io::stderr(), "offcy: cannot write the output: {error}");
            Status::Toolchain
        }
    }
}

/// NO_COLOR and CLICOLOR_FORCE as on no-color.org and bixense.com/clicolors.
fn wants_colour(stream: Stream) -> bool {
    let set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    if set("NO_COLOR") {
        return false;
    }
    if std::env::var_os("CLICOLOR_FORCE").is_some_and(|value| !value.is_empty() && value != "0") {
        return true;
    }
    let on_terminal = match stream {
        Stream::Out => io::stdout().is_terminal(),
        Stream::Error => io::stderr().is_terminal(),
    };
    on_terminal && std::env::var_os("TERM").is_none_or(|term| term != "dumb")
}
