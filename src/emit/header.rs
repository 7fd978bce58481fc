//! `m.kernels.c` and `m.h` as files: banners, includes, types, prototypes.

use std::collections::{BTreeSet, HashSet};

use super::c;
use super::foreign::{self, Line};
use super::kernel;
use super::levels;
use super::names::spell;
use super::numbers;
use super::types::{definitions, extern_declaration};
use super::unit::{Tables, Unit};
use super::writer::{Writer, Written};
use super::{DeviceCode, EmittedFile};
use crate::tir::{
    Callee, ExprKind, ExternId, ForeignKind, FunctionId, Header, Include, IncludeId, Module, RegionId, walk,
};

/// The comment that opens the glue: the names in it are explained there, or in the kernels' file if there is one.
pub fn banner_of_glue(unit: &Unit<'_>) -> String {
    match has_kernels(unit) {
        true => banner(unit, "The glue between Python and"),
        false => grammar(unit, "The C of"),
    }
}

/// The comment that opens a file: what it is, and where the names in it are explained.
fn banner(unit: &Unit<'_>, what: &str) -> String {
    let source = shown_source(unit);
    let file = if has_kernels(unit) { "kernels.c" } else { "c" };
    format!("/* {what} {source}, written by offcy. Names: see {}.{file}. */", unit.stem)
}

/// The path of the source as a comment can hold it.
fn shown_source(unit: &Unit<'_>) -> String {
    c::comment_text(&unit.file(unit.module.functions[unit.module.init].span))
}

/// The comment that opens the first file: what it is, and the grammar of all names.
fn grammar(unit: &Unit<'_>, what: &str) -> String {
    let source = shown_source(unit);
    let has_loops = unit.module.functions.values().any(levels::may_have_loops);
    let has_classes = !unit.module.types.classes.is_empty();
    let has_host_versions = unit.symbols.host_versions.iter().next().is_some();
    let has_regions = !regions(unit).is_empty();
    let names = [
        (true, "f, X, i             as in the source (f_ where C has the name for itself)"),
        (true, "f_py                f as Python calls it"),
        (has_host_versions, "f_host              f as the glue calls it: prints what f drops"),
        (has_regions, "f_region_12         the offload region of f on line 12 of the source"),
        (
            has_regions,
            "f_iteration         the end of an iteration of f's loop, on the device and on the host",
        ),
        (has_loops, "f_loop              a loop of f, in versions for processors (offcy_level.h)"),
        (has_classes, "C_f, C_tp_new       the method f of the class C, what C's type has in a slot"),
        (has_classes, "C_any_f             f of whichever class the object is of"),
        (has_classes, "C_f_fields          f for devices: takes the fields that f uses"),
        (has_classes, "self_x              the field x of self"),
        (true, "X_n0, X_s0          axis 0 of the view X: elements, and bytes from one to the next"),
        (has_regions, "X_first, X_count    the elements of X that are mapped, where not all are"),
        (has_regions, "_tile               iterations of one launch: as many as 32-bit counters can number"),
        (true, "_x                  a variable that offcy needs"),
        (true, "offcy_x, OFFCY_X    offcy's runtime, and the module's tables"),
    ];
    let mut lines =
        vec![format!("/* {what} {source}, written by offcy."), " *".to_string(), " * Names:".to_string()];
    let shown = names.iter().filter(|(is_used, _)| *is_used);
    lines.extend(shown.map(|(_, meaning)| format!(" *   {meaning}")));
    lines.push(" */".to_string());
    lines.join("\n")
}

/// Whether a function stands in `m.kernels.c` beside the regions.
fn is_own(unit: &Unit<'_>, id: FunctionId) -> bool {
    let placement = &unit.placement;
    placement.in_kernels(id) && !placement.is_shared(id) && placement.is_used(id)
}

/// Whether the module has code without Python, and with it a file for that.
fn has_kernels(unit: &Unit<'_>) -> bool {
    unit.module.functions.iter().any(|(id, _)| is_own(unit, id)) || !regions(unit).is_empty()
}

/// The whole of `m.kernels.c`, if there is something to put there.
pub fn kernels(unit: &Unit<'_>, tables: &mut Tables) -> Option<Written> {
    if !has_kernels(unit) {
        return None;
    }
    let file = format!("{}.kernels.c", unit.stem);
    let mut out = Writer::new(&file, unit.line_directives);
    out.comment(&grammar(unit, "The kernels of"));
    out.gap();
    out.line(format!("#include \"{}\"", unit.header));
    let own: Vec<FunctionId> = unit.calls.callees_first().filter(|&id| is_own(unit, id)).collect();
    if has_recursion(unit) {
        out.gap();
        for &id in &own {
            out.line(c::Doc::from("static inline ").add(kernel::prototype(unit, tables, id)).text(";"));
        }
    }
    for &id in &own {
        kernel::device_function(unit, tables, id, &mut out);
    }
    for (function, region) in regions(unit) {
        kernel::region(unit, tables, function, region, &mut out);
    }
    Some(out.finish())
}

fn regions(unit: &Unit<'_>) -> Vec<(FunctionId, RegionId)> {
    let functions = unit.module.functions.iter().filter(|(id, _)| unit.placement.is_used(*id));
    functions
        .flat_map(|(id, function)| function.regions.iter().map(move |(region, _)| (id, region)))
        .collect()
}

/// Whether some kernel function reaches a call of one that is written after it.
fn has_recursion(unit: &Unit<'_>) -> bool {
    unit.calls.is_recursive(|id| unit.placement.in_kernels(id))
}

/// The types of `m.h`, and the functions that both the kernels and the glue call.
pub fn shared(unit: &Unit<'_>, tables: &mut Tables) -> Writer {
    let mut body = Writer::new(&unit.header, unit.line_directives);
    for line in definitions(unit, |ty| unit.shared.has(ty)) {
        body.line(line);
    }
    let shared: Vec<FunctionId> =
        unit.calls.callees_first().filter(|&id| unit.placement.is_shared(id)).collect();
    if has_recursion(unit) {
        body.gap();
        for &id in &shared {
            body.line(c::Doc::from("static inline ").add(kernel::prototype(unit, tables, id)).text(";"));
        }
    }
    for id in shared {
        kernel::device_function(unit, tables, id, &mut body);
    }
    body
}

/// The whole of `m.h` around its [`shared`] part, when the tables are complete.
pub fn header(unit: &Unit<'_>, tables: &mut Tables, body: Writer) -> Written {
    let mut out = Writer::new(&unit.header, unit.line_directives);
    let guard = format!("OFFCY_MODULE_{}_H", unit.stem.to_uppercase());
    let what = if has_kernels(unit) { "What the glue and the kernels share of" } else { "The types of" };
    out.comment(&banner(unit, what));
    out.gap();
    out.line(format!("#ifndef {guard}"));
    out.line(format!("#define {guard}"));
    out.gap();
    includes(unit, &mut out);
    if !tables.sites.is_empty() {
        out.gap();
        out.line("/* Places that can fail. */");
        let names: Vec<_> = tables.sites.iter().map(|(name, _)| name.clone()).collect();
        out.line("enum {");
        for name in names {
            out.line(format!("    {name},"));
        }
        out.line("};");
    }
    out.gap();
    out.splice(body);
    for (function, region) in regions(unit) {
        out.gap();
        out.line(kernel::region_prototype(unit, tables, function, region));
    }
    out.at_home();
    out.gap();
    out.line("#endif");
    out.finish()
}

fn includes(unit: &Unit<'_>, out: &mut Writer) {
    if shared_includes(unit).into_iter().any(|include| unit.module.includes[include].is_pythons()) {
        out.line("#include <Python.h>");
    }
    out.line("#include <offcy_rt.h>");
    known_headers(unit, out);
    let (shared, _) = foreign_includes(unit);
    let mut is_marked = false;
    let in_kernels = used_in_kernels(unit);
    for (ids, lines) in &shared {
        // Only where it must be: clang refuses some headers there that it takes otherwise, NumPy's among them.
        let marked = in_kernels.iter().map(|id| &unit.module.externs[*id]).filter(|decl| decl.on_device);
        let mut includes = marked.filter_map(|decl| decl.include);
        let on_device = includes.any(|include| ids.contains(&include));
        if on_device != is_marked {
            out.line(if on_device { BEGIN_TARGET } else { END_TARGET });
        }
        is_marked = on_device;
        foreign::write(unit, lines, out);
    }
    if is_marked {
        out.line(END_TARGET);
    }
    numbers::check(unit, &shared, out);
    if uses_threads(unit) {
        out.line("#ifdef _OPENMP");
        out.line("#include <omp.h>");
        out.line("#else");
        out.line("#define omp_get_thread_num() 0");
        out.line("#endif");
    }
}

/// The headers of the C library.
fn known_headers(unit: &Unit<'_>, out: &mut Writer) {
    let used = used_includes(unit);
    let is_wanted = |(id, include): &(IncludeId, &Include)| include.is_own || used.contains(id);
    let wanted = unit.module.includes.iter().filter(is_wanted).map(|(_, include)| include);
    let known = wanted.filter(|include| is_of_c(include)).filter_map(include_line);
    let headers: BTreeSet<String> = known.collect();
    for line in headers {
        out.line(line);
    }
}

/// All headers, and C in the source, in the order in which the glue has them.
pub fn foreign_headers(unit: &Unit<'_>, out: &mut Writer) {
    out.line("#include <offcy_rt.h>");
    known_headers(unit, out);
    let (shared, own) = foreign_includes(unit);
    foreign::write(unit, shared.iter().chain(&own).flat_map(|(_, lines)| lines), out);
}

/// Other people's C that only the glue needs, which has Python's header.
pub fn glue_includes(unit: &Unit<'_>, out: &mut Writer) {
    let (_, own) = foreign_includes(unit);
    foreign::write(unit, own.iter().flat_map(|(_, lines)| lines), out);
    numbers::check(unit, &own, out);
}

/// The types that only the glue needs and only Python's headers explain.
pub fn glue_types(unit: &Unit<'_>, out: &mut Writer) {
    definitions(unit, |ty| !unit.shared.has(ty)).iter().for_each(|line| out.line(line));
}

/// Blocks that name one header, or have the same C, and their C.
pub type ForeignInclude = (Vec<IncludeId>, Vec<Line>);

/// What `m.h` needs of other people's C, and what only the glue needs; in order, as one block may need another. C
/// in a block may define a variable, which two files cannot do.
fn foreign_includes(unit: &Unit<'_>) -> (Vec<ForeignInclude>, Vec<ForeignInclude>) {
    let used = used_includes(unit);
    let mut all: Vec<(ForeignInclude, Option<&Header>)> = Vec::new();
    for (id, include) in unit.module.includes.iter() {
        if is_of_c(include) || !(include.is_own || include.is_relied_on || used.contains(&id)) {
            continue;
        }
        let header = include.header.as_ref();
        let mut lines = foreign::verbatim(unit, include);
        if include.declares {
            let declared = unit.module.externs.iter().filter(|(_, decl)| decl.include == Some(id));
            lines.extend(declared.map(|(_, decl)| Line::added(extern_declaration(&unit.symbols, decl))));
        }
        let is_same = |(known, other): &&mut (ForeignInclude, Option<&Header>)| match header {
            Some(header) => *other == Some(header),
            None => other.is_none() && foreign::are_same(&known.1, &lines),
        };
        match all.iter_mut().find(is_same) {
            Some(((ids, known), _)) => {
                ids.push(id);
                let is_known = |part: &[Line]| foreign::are_same(part, &lines);
                if header.is_some() && !known.windows(lines.len().max(1)).any(is_known) {
                    known.extend(lines);
                }
            }
            None => {
                let lines = foreign::included(unit, include).into_iter().chain(lines).collect();
                all.push(((vec![id], lines), header));
            }
        }
    }
    let all: Vec<ForeignInclude> = all.into_iter().map(|(include, _)| include).collect();
    let shared = shared_includes(unit);
    let is_shared = |(ids, _): &ForeignInclude| ids.iter().any(|id| shared.contains(id));
    // What offcy's own declarations bring is self-contained.
    let is_known = |(ids, _): &ForeignInclude| ids.iter().all(|id| unit.module.includes[*id].is_library);
    let (known, mut all): (Vec<_>, Vec<_>) = all.into_iter().partition(is_known);
    let (mut first, mut rest): (Vec<_>, Vec<_>) = known.into_iter().partition(is_shared);
    rest.extend(all.split_off(all.iter().rposition(is_shared).map_or(0, |last| last + 1)));
    first.extend(all);
    (first, rest)
}

/// Whether a block is one of the C library's headers, which need nothing of Python's.
fn is_of_c(include: &Include) -> bool {
    include.is_library && include.verbatim.is_none() && !include.is_pythons()
}

/// The includes of what `m.h` and the kernels use.
fn shared_includes(unit: &Unit<'_>) -> HashSet<IncludeId> {
    let module = unit.module;
    let in_kernels = used_in_kernels(unit);
    let of_kernels = in_kernels.into_iter().filter_map(|id| module.externs[id].include);
    unit.shared.includes(module).chain(of_kernels).collect()
}

/// What is declared elsewhere and used by kernels.
fn used_in_kernels(unit: &Unit<'_>) -> HashSet<ExternId> {
    let mut used = HashSet::new();
    let mut note = |expr: &crate::tir::Expr| {
        if let ExprKind::Extern(id) | ExprKind::Call(Callee::Extern(id), _) = expr.kind {
            used.insert(id);
        }
    };
    for (id, function) in unit.module.functions.iter() {
        if unit.placement.in_kernels(id) {
            walk::all_expressions(&function.body, &mut note);
        }
        function.regions.iter().for_each(|(_, region)| walk::all_expressions(&region.body, &mut note));
    }
    used
}

const BEGIN_TARGET: &str = "#pragma omp begin declare target";
const END_TARGET: &str = "#pragma omp end declare target";

/// Python's own header comes before all others, if it is there.
pub fn include_line(include: &Include) -> Option<String> {
    match include.header.as_ref()? {
        Header::System(name) => Some(format!("#include <{name}>")),
        Header::User(name) if name == "Python.h" => None,
        Header::User(name) => Some(c::include(name)),
    }
}

/// What the module's own header is called: `m.h`, unless the user's C has that name.
pub fn name(module: &Module, stem: &str) -> String {
    let own = format!("{stem}.h");
    let is_taken = module.includes.iter().any(|(_, include)| match &include.header {
        Some(Header::User(name) | Header::System(name)) => name.rsplit('/').next() == Some(&own),
        None => false,
    });
    if is_taken { format!("{stem}.offcy.h") } else { own }
}

/// The user's C sources, each as a file that is compiled with the module: `m.tools.kernels.c` where devices get
/// it too.
pub fn sources(unit: &Unit<'_>) -> Vec<EmittedFile> {
    let mut files: Vec<EmittedFile> = Vec::new();
    for setting in &unit.module.foreign.settings {
        let for_device = match setting.kind {
            ForeignKind::Sources => true,
            ForeignKind::HostSources => false,
            _ => continue,
        };
        for path in &setting.values {
            let stem = path.rsplit('/').next().unwrap_or(path).trim_end_matches(".c");
            let mut name = spell(stem);
            while files.iter().any(|known| known.name.split('.').nth(1) == Some(&name)) {
                name.push('_');
            }
            let include = format!("{}\n", c::include(path));
            let shown = c::comment_text(path);
            let text = if for_device {
                format!(
                    "/* {shown}, for the host and the devices. */\n\n{BEGIN_TARGET}\n{include}{END_TARGET}\n"
                )
            } else {
                format!("/* {shown} for the module, written by offcy. */\n\n{include}")
            };
            let suffix = if for_device { "kernels.c" } else { "c" };
            files.push(EmittedFile {
                name: format!("{}.{name}.{suffix}", unit.stem),
                text,
                origins: Vec::new(),
                device_code: for_device.then(DeviceCode::default),
            });
        }
    }
    files
}

/// The includes of what the module's code uses.
fn used_includes(unit: &Unit<'_>) -> HashSet<IncludeId> {
    let externs = unit.module.externs.iter().filter_map(|(_, decl)| decl.include);
    externs.chain(unit.used.includes(unit.module)).collect()
}

fn uses_threads(unit: &Unit<'_>) -> bool {
    let mut found = false;
    for (_, function) in unit.module.functions.iter() {
        let mut note = |expr: &crate::tir::Expr| found |= matches!(expr.kind, ExprKind::ThreadId);
        walk::all_expressions(&function.body, &mut |expr| note(expr));
        for (_, region) in function.regions.iter() {
            walk::all_expressions(&region.body, &mut |expr| note(expr));
        }
    }
    found
}
