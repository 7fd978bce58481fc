//! What the emission of a module's parts shares: names, placement, tables that fill up on the way.

use std::collections::{HashMap, HashSet};

use super::Origin;
use super::bug::OrBug;
use super::c;
use super::calls::Calls;
use super::class_functions::ClassFunctions;
use super::constants::Constants;
use super::demand::Demands;
use super::levels::Known;
use super::lir;
use super::names::{Namer, spell};
use super::placement::Placement;
use super::symbols::Symbols;
use super::used::UsedTypes;
use super::writer::Writer;
use crate::base::Name;
use crate::offload::{ContextPlan, HostPlan, OffloadPlan, RegionPlan};
use crate::source::{SourceMap, Span};
use crate::tir::{ContextId, FunctionId, HostSectionId, LocalId, Module, RegionId};
use crate::ty::Ty;

/// Everything that is settled before the first line is written.
pub struct Unit<'a> {
    pub module: &'a Module,
    pub plan: &'a OffloadPlan,
    pub sources: &'a SourceMap,
    pub symbols: Symbols,
    pub calls: Calls,
    pub placement: Placement,
    pub demands: Demands,
    pub used: UsedTypes,
    /// Those that the kernels' header knows.
    pub shared: UsedTypes,
    pub class_functions: ClassFunctions,
    pub line_directives: bool,
    /// The last part of the module's name: `m` of `m.kernels.c`.
    pub stem: String,
    /// `m.h`, or another name where the module uses a header of this name.
    pub header: String,
}

impl<'a> Unit<'a> {
    pub fn region_plan(&self, function: FunctionId, region: RegionId) -> &'a RegionPlan {
        let plan = self.plan.functions.get(function).and_then(|plan| plan.regions.get(region));
        plan.or_bug("the plan of a region")
    }

    pub fn line(&self, span: Span) -> u32 {
        self.sources.line(span)
    }

    /// The line of the source for C lines that are written because of it.
    pub fn origin(&self, span: Span) -> Origin {
        Origin { file: span.file, line: self.line(span) }
    }

    /// The line of a place, to which what is written next belongs.
    pub fn place(&self, span: Span) -> lir::Place {
        lir::Place::Line { file: span.file, name: self.file(span), line: self.line(span) }
    }

    /// The source file's name as `#line` and tracebacks show it.
    pub fn file(&self, span: Span) -> String {
        self.sources.file(span.file).path().to_string_lossy().into_owned()
    }

    /// The file of a place, where it is not the module's own.
    pub fn other_file(&self, span: Span) -> Option<String> {
        let own = self.module.functions[self.module.init].span.file;
        (span.file != own).then(|| self.file(span))
    }

    /// What stands for the file of a place in the glue.
    pub fn file_constant(&self, span: Span) -> c::Expr {
        let other = self.other_file(span);
        other.map_or(c::Expr::name("offcy_file"), |file| c::string_literal(file.as_bytes()))
    }

    /// Whether a region's kernels write an error record.
    pub fn has_record(&self, function: FunctionId, region: RegionId) -> bool {
        self.module.functions[function].regions[region].may_fail || self.drops_in(function, region)
    }

    /// Whether a region's kernels may drop errors.
    pub fn drops_in(&self, function: FunctionId, region: RegionId) -> bool {
        self.placement.calls_drops(&self.module.functions[function].regions[region].body)
    }

    /// Whether the runtime must know if the function alone holds the buffer of an object.
    pub fn is_fresh(&self, function: FunctionId, object: LocalId) -> bool {
        self.plan.functions.get(function).is_some_and(|plan| plan.fresh.contains(&object))
    }

    /// Whether nobody keeps anything of the object of a view.
    pub fn is_lent(&self, function: FunctionId, object: LocalId) -> bool {
        self.plan.functions.get(function).is_some_and(|plan| plan.lent.contains(&object))
    }

    pub fn context_plan(&self, function: FunctionId, context: ContextId) -> Option<&ContextPlan> {
        self.plan.functions.get(function)?.contexts.get(context)
    }

    pub fn host_plan(&self, function: FunctionId, section: HostSectionId) -> Option<&HostPlan> {
        self.plan.functions.get(function)?.host.get(section)
    }
}

/// A row of the module's table of places that can fail.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Site {
    pub function: String,
    pub line: u32,
    pub variable: Option<String>,
    pub exception: Option<String>,
    pub message: Option<String>,
    /// The file, if it is not the module's own.
    pub file: Option<String>,
}

/// The table of places that can fail.
pub const SITES: &str = "offcy_sites";

/// The tables to which functions add while they are written.
#[derive(Debug, Default)]
pub struct Tables {
    pub sites: Vec<(String, Site)>,
    site_names: HashMap<Site, usize>,
    site_namer: Namer,
    /// Strings that are interned at import, with the field that holds each.
    pub strings: Vec<(String, String)>,
    string_fields: HashMap<String, usize>,
    /// The fields of names of builtins: their objects are kept at import, as in Cython.
    pub builtins: Vec<String>,
    string_namer: Namer,
    pub constants: Constants,
    /// Tuples of keyword names for calls: the variable, and the fields of the names.
    pub keyword_tuples: Vec<(String, Vec<String>)>,
    /// Places that move data: the lines of their descriptions.
    pub places: Vec<Place>,
    /// View elements that the module describes itself.
    pub dtypes: Vec<Element>,
    /// What the functions of the glue name.
    named: HashSet<String>,
    /// Code of the glue may refer to [`Tables::sites`].
    pub has_sites: bool,
    /// What is known of functions whose loops have versions.
    pub known: Known,
    /// The functions that have been written, as listings, if somebody asks for them.
    pub listings: Option<Vec<String>>,
}

/// The element of a view.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Element {
    pub ty: Ty,
    pub is_const: bool,
    /// What messages call its type, if not its own name.
    pub typedef: Option<Name>,
    /// Elements of other types are accepted if they have the size.
    pub takes_any: bool,
}

/// A region, context, update or section of the host's code, as the trace names it.
#[derive(Clone, Debug)]
pub struct Place {
    pub name: String,
    pub function: String,
    pub line: u32,
    /// The constant or literal for the file.
    pub file: c::Expr,
    pub kind: &'static str,
    /// Of a call of BLAS: its name.
    pub routine: Option<Name>,
    pub can_fail: bool,
    pub coherent: bool,
    pub interruptible: bool,
}

impl Tables {
    /// Writes a function.
    pub fn define(&mut self, function: lir::Function, out: &mut Writer) {
        lir::print(&function, out);
        self.listings.iter_mut().for_each(|listings| listings.push(lir::listing(&function)));
    }

    /// Notes what a function of the glue names.
    pub fn note(&mut self, block: &[lir::Stmt]) {
        self.named.extend(lir::names(block, lir::WITHOUT_PRAGMAS).iter().map(str::to_string));
    }

    /// Notes that a table of the glue names a function.
    pub fn note_name(&mut self, name: &str) {
        self.named.insert(name.to_string());
    }

    /// Whether the glue names something.
    pub fn names(&self, name: &str) -> bool {
        self.named.contains(name)
    }

    /// The table of places that can fail. Without one, what a record holds comes from the data environment.
    pub fn site_table(&self) -> c::Expr {
        if self.has_sites { c::Expr::name(SITES) } else { c::Expr::null() }
    }

    /// The constant that names a place: `OFFCY_SITE_12_X`.
    pub fn site(&mut self, site: Site) -> c::Expr {
        let index = match self.site_names.get(&site) {
            Some(&known) => known,
            None => {
                let variable =
                    site.variable.as_deref().map_or(String::new(), |name| format!("_{}", spell(name)));
                let name = self.site_namer.name(&format!("{}{variable}", site.line));
                let name = format!("OFFCY_SITE{name}");
                self.sites.push((name, site.clone()));
                self.site_names.insert(site, self.sites.len() - 1);
                self.sites.len() - 1
            }
        };
        c::Expr::constant(&self.sites[index].0)
    }

    /// The fields of interned strings do not have names that headers may give macros: of variables and of enums' members.
    pub fn avoid_macros(&mut self, module: &Module) {
        let of_c =
            module.externs.values().filter(|found| found.import.is_none() && found.ty.function().is_none());
        of_c.for_each(|found| self.string_namer.reserve(&found.c_name));
        let enums = module.types.enums.values().filter(|found| found.is_extern);
        enums.flat_map(|found| &found.members).for_each(|(name, _)| self.string_namer.reserve(name));
    }

    /// Which of the interned strings a text is.
    pub fn string_index(&mut self, text: &str) -> usize {
        if let Some(&known) = self.string_fields.get(text) {
            return known;
        }
        let field = self.string_namer.name(text);
        self.strings.push((field, text.to_string()));
        self.string_fields.insert(text.to_string(), self.strings.len() - 1);
        self.strings.len() - 1
    }

    /// The interned string object for a name that Python looks up.
    pub fn string(&mut self, text: &Name) -> c::Expr {
        let index = self.string_index(text);
        c::Expr::member(c::Expr::name("offcy_names"), &self.strings[index].0)
    }

    /// The field of a builtin's name, which is that of its object, too.
    pub fn builtin(&mut self, text: &Name) -> String {
        let index = self.string_index(text);
        let field = self.strings[index].0.clone();
        if !self.builtins.contains(&field) {
            self.builtins.push(field.clone());
        }
        field
    }

    /// The tuple of keyword names for one form of call.
    pub fn keywords(&mut self, names: &[&str]) -> c::Expr {
        let fields = names.iter().map(|name| {
            let index = self.string_index(name);
            self.strings[index].0.clone()
        });
        let fields: Vec<String> = fields.collect();
        if let Some((known, _)) = self.keyword_tuples.iter().find(|(_, other)| *other == fields) {
            return c::Expr::name(known);
        }
        let name = format!("offcy_keywords_{}", fields.join("_"));
        self.keyword_tuples.push((name.clone(), fields));
        c::Expr::name(name)
    }
}
