//! C source text from a validated module; no IO, deterministic to the byte.
//!
//! [`emit`] writes three files: `m.kernels.c` with the offload regions and what they call, which
//! needs no Python, if there is such code; `m.c`, the glue between CPython and the rest; `m.h`, what they share.

mod body;
mod bug;
mod c;
mod calls;
mod class_functions;
mod constants;
mod demand;
mod device_code;
mod foreign;
mod glue;
mod header;
mod kernel;
mod layouts;
mod levels;
mod lir;
mod names;
mod numbers;
mod placement;
mod symbols;
mod types;
mod unit;
mod used;
mod views;
mod writer;

use demand::Demands;
pub use device_code::DeviceCode;
use placement::Placement;
use symbols::Symbols;
use unit::{Tables, Unit};
use writer::Written;

use crate::base::Name;
use crate::source::{FileId, SourceMap, Span};
pub use crate::tir::{ForeignC, ForeignKind};
use crate::valid::Validated;

/// A file that the back end wrote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EmittedFile {
    /// Without a folder: `m.c`.
    pub name: String,
    pub text: String,
    /// For each line, what it was written for; shorter than the text if nothing is known of the rest.
    pub origins: Vec<Option<Origin>>,
    /// If it has code for devices.
    pub device_code: Option<DeviceCode>,
}

/// A line of the source, from 1, that made the back end write something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Origin {
    pub file: FileId,
    pub line: u32,
}

/// The C of one module.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Emitted {
    pub files: Vec<EmittedFile>,
    /// What other people's C needs: flags and libraries.
    pub foreign: ForeignC,
    /// Where the source has other people's C: strings that contain it, and lines that name headers.
    pub foreign_places: Vec<Span>,
    /// What the source says that headers define.
    pub foreign_names: Vec<ForeignName>,
    /// The numbers that headers define.
    pub numbers: Option<Numbers>,
    /// Functions report calls or lines to what watches them.
    pub is_watched: bool,
}

/// A name that a `cdef extern` block declares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForeignName {
    /// With `struct`, `union` or `enum` where C needs that.
    pub c_name: Name,
    pub header: Name,
    pub span: Span,
}

/// Numbers that headers define, and how to ask the C compiler what they are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Numbers {
    pub c_names: Vec<Name>,
    /// C whose object file has a letter for each of them, between [`Numbers::START`] and [`Numbers::END`].
    pub question: String,
}

impl Numbers {
    pub const START: &str = "offcy numbers: ";
    pub const END: char = ';';

    /// The letters that an object file has for them.
    pub fn answers(&self, object: &[u8]) -> Option<Vec<char>> {
        let start = Numbers::START.as_bytes();
        let at = object.windows(start.len()).position(|part| part == start)? + start.len();
        let letters = object.get(at..at + self.c_names.len() + 1)?;
        let (end, letters) = letters.split_last()?;
        (char::from(*end) == Numbers::END).then(|| letters.iter().map(|letter| char::from(*letter)).collect())
    }
}

/// How the C is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// With `#line` directives, compilers, debuggers and profilers refer to the .pyx file; without, the C is
    /// easier to read.
    pub line_directives: bool,
}

/// Writes the C of a module.
pub fn emit(validated: &Validated, sources: &SourceMap, options: &Options) -> Emitted {
    written(validated, sources, options, &mut Tables::default())
}

/// The statements of each C function, as text for people who change the compiler.
pub fn lir(validated: &Validated, sources: &SourceMap) -> String {
    let mut tables = Tables::default();
    tables.listings = Some(Vec::new());
    written(validated, sources, &Options::default(), &mut tables);
    tables.listings.into_iter().flatten().collect::<Vec<_>>().join("\n")
}

fn written(validated: &Validated, sources: &SourceMap, options: &Options, tables: &mut Tables) -> Emitted {
    let module = validated.module();
    tables.avoid_macros(module);
    let calls = calls::Calls::of(module);
    let placement = Placement::of(module, &calls);
    let demands = Demands::of(module, validated.plan(), &placement);
    let stem = names::spell(module.name.rsplit('.').next().unwrap_or("module"));
    let used = used::UsedTypes::of(module);
    let shared = used.shared(module, &placement);
    let unit = Unit {
        module,
        plan: validated.plan(),
        sources,
        symbols: Symbols::of(module, sources, &placement, &used),
        calls,
        placement,
        demands,
        used,
        shared,
        class_functions: class_functions::ClassFunctions::of(module),
        line_directives: options.line_directives,
        header: header::name(module, &stem),
        stem,
    };
    let kernels = header::kernels(&unit, tables);
    let shared = header::shared(&unit, tables);
    let glue = glue::module(&unit, tables, &header::banner_of_glue(&unit));
    let shared = header::header(&unit, tables, shared);
    let file = |name: String, Written { text, origins, device_code }: Written| EmittedFile {
        name,
        text,
        origins,
        device_code,
    };
    let mut files: Vec<EmittedFile> =
        kernels.into_iter().map(|kernels| file(format!("{}.kernels.c", unit.stem), kernels)).collect();
    files.push(file(format!("{}.c", unit.stem), glue));
    files.push(file(unit.header.clone(), shared));
    files.extend(header::sources(&unit));
    Emitted {
        is_watched: module.functions.iter().any(|(_, function)| function.is_watched()),
        files,
        foreign: module.foreign.clone(),
        foreign_places: foreign::places(&unit),
        foreign_names: foreign::names(&unit),
        numbers: numbers::asked(&unit),
    }
}
