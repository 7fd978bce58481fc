//! What is known about a document: the stages' values for its text, and places in it.

use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use lsp_types::{Location, Position, Range, Uri};

use super::facts::Facts;
use super::state::{Client, Document, Shared};
use super::text::{Encoding, Lines};
use super::uri;
use crate::driver::{self, Analysed, Options, Outcome, Study};
use crate::offload::{MapsReport, maps_report};
use crate::source::{FileId, SourceFile, SourceMap, Span};
use crate::syntax::{self, Parse};

/// A document with what a whole analysis has found out about it.
pub struct Studied {
    pub document: Document,
    pub outcome: Outcome<Study>,
    pub client: Client,
    /// The document among the files of the analysis.
    file: Option<FileId>,
    /// The document's own tree if the analysis is that of another file: the module of a `.pxd`.
    own_parse: OnceCell<Parse>,
    maps: OnceCell<MapsReport>,
    /// By file.
    facts: RefCell<HashMap<FileId, Rc<Facts>>>,
    /// The trees of other files.
    parses: RefCell<HashMap<FileId, Rc<Parse>>>,
    places: Places,
}

impl Studied {
    pub fn new(document: Document, options: &Options, client: Client) -> Studied {
        let outcome = match module_of(&document.path, options) {
            Some(module) => match options.open.text(&module) {
                Some(text) => driver::study(&module, text, options),
                None => driver::study_file(&module, options),
            },
            None => driver::study(&document.path, document.text.clone(), options),
        };
        Studied::of(document, outcome, client)
    }

    fn of(document: Document, outcome: Outcome<Study>, client: Client) -> Studied {
        let file = outcome.sources.files().find(|(_, file)| file.path() == document.path).map(|(id, _)| id);
        let places = Places::new(client.encoding);
        Studied {
            document,
            client,
            file,
            own_parse: OnceCell::new(),
            maps: OnceCell::new(),
            facts: RefCell::default(),
            parses: RefCell::default(),
            places,
            outcome,
        }
    }

    /// The same for a text that is not the client's: that of a `.pxd` is studied by itself.
    pub fn afresh(document: Document, options: &Options, client: Client) -> Studied {
        let outcome = driver::study(&document.path, document.text.clone(), options);
        Studied::of(document, outcome, client)
    }

    /// What the study of an edit of the document needs. The diagnostics about a `.pxd` come from the analysis of its
    /// module: an edit is not studied by itself.
    pub fn take_base(&mut self) -> Option<driver::Base> {
        let file = self.file;
        self.outcome.value.as_mut().filter(|study| Some(study.file) == file)?.base.take()
    }

    pub fn sources(&self) -> &SourceMap {
        &self.outcome.sources
    }

    /// The document among the files of the analysis, if that has got so far.
    pub fn file(&self) -> Option<FileId> {
        self.file
    }

    /// The document's tree; `None` if the analysis ended early or never saw it.
    pub fn parse(&self) -> Option<&Parse> {
        let file = self.file?;
        let study = self.outcome.value.as_ref()?;
        if study.file == file {
            return Some(&study.parse);
        }
        Some(self.own_parse.get_or_init(|| syntax::parse(file, self.document.text.clone())))
    }

    pub fn analysed(&self) -> Option<&Analysed> {
        self.outcome.value.as_ref()?.analysed.as_ref()
    }

    /// What regions and data contexts move, as shown by `offcy maps`.
    pub fn maps(&self) -> Option<&MapsReport> {
        let analysed = self.analysed()?;
        Some(self.maps.get_or_init(|| maps_report(&analysed.module, &analysed.plan, self.sources())))
    }

    /// The facts about its names.
    pub fn facts(&self) -> Option<Rc<Facts>> {
        self.facts_of(self.file?)
    }

    /// Those about the names of another file of the analysis.
    pub fn facts_of(&self, file: FileId) -> Option<Rc<Facts>> {
        self.analysed()?;
        if let Some(known) = self.facts.borrow().get(&file) {
            return Some(known.clone());
        }
        let facts = Rc::new(Facts::new(self, file));
        self.facts.borrow_mut().insert(file, facts.clone());
        Some(facts)
    }

    /// Does something with the tree of a file of the analysis.
    pub fn with_parse<R>(&self, file: FileId, work: impl FnOnce(&Parse) -> R) -> R {
        if let Some(own) = self.parse().filter(|own| own.file() == file) {
            return work(own);
        }
        let known = self.parses.borrow().get(&file).cloned();
        let parse = known.unwrap_or_else(|| {
            let parse = Rc::new(syntax::parse(file, self.sources().file(file).shared_text()));
            self.parses.borrow_mut().insert(file, parse.clone());
            parse
        });
        work(&parse)
    }

    pub fn range(&self, span: Span) -> Range {
        self.places.range(self.sources(), span)
    }

    /// The byte of a place in the document.
    pub fn offset(&self, position: Position) -> Option<u32> {
        Some(self.places.offset(self.sources(), self.file?, position) as u32)
    }

    /// The bytes of a part of the document.
    pub fn span(&self, range: Range) -> Option<Span> {
        let (start, end) = (self.offset(range.start)?, self.offset(range.end)?);
        Some(Span { file: self.file?, start, end: end.max(start) })
    }

    /// Where an editor finds a place; `None` for files that are built into offcy.
    pub fn location(&self, span: Span, shared: &Shared) -> Option<Location> {
        Some(Location { uri: uri_of(self.sources().file(span.file), shared)?, range: self.range(span) })
    }

    /// The files that the analysis has read.
    pub fn dependencies(&self) -> Vec<PathBuf> {
        self.sources().dependencies().map(Path::to_path_buf).collect()
    }
}

/// The module that a `.pxd` belongs to, if there is one.
fn module_of(path: &Path, options: &Options) -> Option<PathBuf> {
    let module = path.with_extension("pyx");
    let is_declarations = path.extension().is_some_and(|extension| extension == "pxd");
    (is_declarations && (options.open.text(&module).is_some() || module.is_file())).then_some(module)
}

/// The client's URI of a file if it is open.
pub fn uri_of(file: &SourceFile, shared: &Shared) -> Option<Uri> {
    if file.is_builtin() {
        return None;
    }
    shared.open_as(file.path()).map(|(uri, _)| uri).or_else(|| uri::of(file.path()))
}

/// Places in the files of an analysis; the starts of their lines are determined once.
pub struct Places {
    encoding: Encoding,
    lines: RefCell<HashMap<FileId, Lines>>,
}

impl Places {
    pub fn new(encoding: Encoding) -> Places {
        Places { encoding, lines: RefCell::default() }
    }

    fn with<R>(&self, sources: &SourceMap, file: FileId, work: impl FnOnce(&Lines, &str) -> R) -> R {
        let text = sources.file(file).text();
        let mut known = self.lines.borrow_mut();
        work(known.entry(file).or_insert_with(|| Lines::new(text, self.encoding)), text)
    }

    pub fn range(&self, sources: &SourceMap, span: Span) -> Range {
        self.with(sources, span.file, |lines, text| lines.range(text, span.range()))
    }

    fn offset(&self, sources: &SourceMap, file: FileId, position: Position) -> usize {
        self.with(sources, file, |lines, text| lines.offset(text, position))
    }
}
