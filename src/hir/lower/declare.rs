//! The module's declarations: what has a name before any code runs.

use std::collections::{HashMap, HashSet};

use super::builder::BodyBuilder;
use super::cimports::{classes_imported_again, constructs_of_package};
use super::externs::Announced;
use super::function::{Pending, PendingFunction};
use super::scope::Entry;
use super::targets::{global_names, imports_all};
use super::{Collector, FunctionLowerer, Reader, Tables, known, report, string_text, suggest};
use crate::base::Name;
use crate::hir::{
    ExternKind, FunctionId, Global, IncludeId, PyClass, Struct, StructDecl, TypeExpr, TypeKind, TypeName,
    Typedef, TypedefId, is_same_type,
};
use crate::source::Span;
use crate::syntax::ast::{self, Statement};

/// The prefix of a tag in C.
const STRUCT: &str = "struct ";
const UNION: &str = "union ";

/// The context of a declaration.
#[derive(Clone, Copy, Default)]
pub(super) struct Place {
    /// In a `cdef extern from` block.
    pub include: Option<IncludeId>,
    pub nogil: bool,
}

/// The decorators above an extern declaration.
#[derive(Clone, Copy, Default)]
pub(super) struct Marks {
    pub on_device: bool,
    pub is_pure: bool,
}

impl Place {
    pub fn is_extern(&self) -> bool {
        self.include.is_some()
    }
}

impl<'t> Collector<'t> {
    /// Declares the contents of the units in passes: names of types, their meanings, and then functions and
    /// variables, which use them. So modules may cimport each other in a cycle.
    pub fn declare_all(&mut self, init: &mut BodyBuilder) {
        for pass in [Self::declare_type_name, Self::declare_type, Self::declare_value] {
            for unit in self.order.clone() {
                self.within(unit, |collector| {
                    for statement in collector.declarations.units[unit].statements.clone() {
                        collector.each(statement, Place::default(), init, pass);
                    }
                });
            }
            self.settle_imports();
            self.settle_enums();
            self.refuse_typedef_circles();
        }
        self.report_unsettled();
        let statements = self.declarations.units[self.declarations.own].statements.clone();
        self.declarations.imports_all = imports_all(self.visible(), &statements);
        // Their imports have been reported; their uses are not.
        let imports = statements.iter().filter_map(|statement| match statement {
            Statement::ImportFrom(import) => Some(constructs_of_package(*import)),
            _ => None,
        });
        let misplaced: HashSet<Name> = imports.flatten().map(|(bound, ..)| bound).collect();
        let imported_again = classes_imported_again(self.scope(), &self.tables.classes, &statements);
        for (name, span) in self.visible().assigned_names(&statements) {
            if misplaced.contains(&name) || imported_again.contains(&span) {
                continue;
            }
            if let Some(Entry::Type(TypeName::Fused(_) | TypeName::Struct(_) | TypeName::Typedef(_))) =
                self.scope().get(&name)
            {
                continue;
            }
            // A variable of a header is assigned like one of the module.
            if let Some(Entry::Extern(id)) = self.scope().get(&name)
                && matches!(self.tables.externs[*id].kind, ExternKind::Variable(_))
            {
                continue;
            }
            self.scope_mut().insert(name, Entry::Python, span);
        }
        for (name, span) in global_names(&statements) {
            if self.scope().get(&name).is_none() {
                self.scope_mut().insert(name, Entry::Python, span);
            }
        }
    }

    /// A typedef of itself means nothing: later stages follow typedefs to their ends.
    fn refuse_typedef_circles(&mut self) {
        let ids: Vec<TypedefId> = self.tables.typedefs.iter().map(|(id, _)| id).collect();
        let (mut open, mut finite) = (HashSet::new(), HashSet::new());
        for first in ids {
            // Each typedef on the way, with its parts that have not been followed.
            let mut way: Vec<(TypedefId, Vec<TypedefId>)> = Vec::new();
            let mut next = Some(first).filter(|first| !finite.contains(first));
            loop {
                if let Some(id) = next {
                    open.insert(id);
                    let mut parts = Vec::new();
                    typedefs_in(&self.tables.typedefs[id].target, &mut parts);
                    way.push((id, parts));
                }
                let Some((id, parts)) = way.last_mut() else { break };
                let (id, part) = (*id, parts.pop());
                next = part.filter(|part| !finite.contains(part) && !open.contains(part));
                if let Some(part) = part.filter(|part| open.contains(part)) {
                    self.refuse_typedef(part);
                }
                if part.is_none() {
                    open.remove(&id);
                    finite.insert(id);
                    way.pop();
                }
            }
        }
    }

    fn refuse_typedef(&mut self, id: TypedefId) {
        let span = self.tables.typedefs[id].target.span;
        if !matches!(self.tables.typedefs[id].target.kind, TypeKind::Error) {
            self.tables.typedefs[id].target = TypeExpr { kind: TypeKind::Error, span };
            self.report(report::defined_by_itself(span));
        }
    }

    /// Visits a declaration, or those of a block.
    fn each(
        &mut self,
        statement: Statement<'t>,
        place: Place,
        init: &mut BodyBuilder,
        pass: fn(&mut Self, Statement<'t>, Place, &mut BodyBuilder),
    ) {
        let (place, body) = match statement {
            Statement::CdefBlock(block) => {
                let place = Place { nogil: block.is_nogil() || place.nogil, ..place };
                let is_extern = block.has_modifier("extern") && !place.is_extern();
                (if is_extern { self.declared_to_c(block.span(), place) } else { place }, block.body())
            }
            Statement::ExternBlock(block) => {
                let place = self.tolerant(statement, |collector| collector.extern_place(block));
                (place, block.body())
            }
            Statement::CDeclaration(decl) if decl.has_modifier("extern") && !place.is_extern() => {
                let place = self.declared_to_c(decl.span(), place);
                return self.tolerant(statement, |collector| pass(collector, statement, place, init));
            }
            _ => return self.tolerant(statement, |collector| pass(collector, statement, place, init)),
        };
        let outer = std::mem::replace(&mut self.extern_place, place);
        for inner in self.visible().live(body.map(ast::Block::statements).unwrap_or_default()) {
            self.each(inner, place, init, pass);
        }
        self.extern_place = outer;
    }

    pub fn bind(&mut self, name: ast::Identifier<'t>, entry: Entry) {
        if let Some(earlier) = self.scope_mut().insert(Name::new(name.text()), entry, name.span()) {
            self.report(report::redeclared(name.text(), name.span(), earlier));
        }
    }

    /// The names of types come first: a type may be used before its declaration, and by a module that this
    /// one cimports.
    fn declare_type_name(&mut self, statement: Statement<'t>, place: Place, _: &mut BodyBuilder) {
        if !self.visible().is_own()
            && !self.visible().is_source()
            && !self.declarations.units[self.unit].is_library
        {
            self.check_announcement(statement, false);
        }
        match statement {
            Statement::Struct(decl) => self.declare_struct(decl, place),
            Statement::Enum(decl) => self.declare_enum(decl, place),
            Statement::Typedef(decl) => {
                let Some(name) = decl.name() else { return };
                if is_known_in_header(self, name, place) {
                    return;
                }
                let target = TypeExpr { kind: TypeKind::Error, span: name.span() };
                let c_name = decl.declarator().and_then(c_name_of).and_then(string_text);
                let c_name = c_name.map_or_else(|| Name::new(name.text()), Name::new);
                if place.is_extern() && c_name == "va_list" {
                    return declare_opaque(self, name, c_name, place);
                }
                let in_header = place.include.map(|include| (c_name, include));
                let home = self.declarations.units[self.unit].name.clone();
                let decl = Typedef {
                    name: Name::new(name.text()),
                    home,
                    in_header,
                    is_used: false,
                    target,
                    span: name.span(),
                };
                let id = self.tables.typedefs.alloc(decl);
                self.bind(name, Entry::Type(TypeName::Typedef(id)));
            }
            Statement::Fused(decl) => self.name_fused(decl.name()),
            Statement::Assignment(assignment) => {
                let fused = self.visible().pure().fused_assignment(assignment);
                self.name_fused(fused.map(|(name, _)| name));
                self.name_assigned_type(assignment);
            }
            Statement::CppClass(decl) => {
                self.report(report::cplusplus("`cppclass`", decl.span()));
                if let Some(name) = decl.name() {
                    self.bind(name, Entry::Unusable(None));
                }
            }
            Statement::CClass(_) if self.visible().is_source() => {}
            Statement::CClass(decl) => self.declare_class(decl, place.is_extern()),
            Statement::Include(include) => self.not_yet("`include` in a block", include.span()),
            _ => {}
        }
    }

    fn declare_type(&mut self, statement: Statement<'t>, place: Place, init: &mut BodyBuilder) {
        match statement {
            Statement::CDeclaration(decl) if place.has_length(decl) => {
                self.declare_variables(decl, place, init);
            }
            Statement::Struct(decl) => self.declare_struct_fields(decl, init),
            Statement::CClass(decl) => self.declare_base(decl),
            Statement::Typedef(decl) => {
                let base = self.lowerer().c_type(decl.c_type(), decl.span(), init);
                let Some(declarator) = decl.declarator() else { return };
                let declared = self.lowerer().declared(base, declarator, init);
                let ty = match declared.function {
                    Some(function) => self.lowerer().function_type(function, declared.ty, init),
                    None => declared.ty,
                };
                if let Some(name) = declared.name
                    && let Some(Entry::Type(TypeName::Typedef(id))) = self.scope().get(name.text())
                    && self.tables.typedefs[*id].span == name.span()
                {
                    let id = *id;
                    // `ctypedef size_t size_t` names the existing type.
                    let itself = matches!(ty.kind, TypeKind::Named(TypeName::Typedef(of)) if of == id);
                    let ty = match known::basic_type(name.text()) {
                        Some(known) if itself => TypeExpr { kind: TypeKind::Named(known), span: ty.span },
                        _ => self.tables.as_in_header(id, ty),
                    };
                    let in_header = self.tables.typedefs[id].in_header.as_ref();
                    self.tables.typedefs[id].target = match in_header {
                        Some((c_name, _)) => ty.const_in_c(c_name),
                        None => ty,
                    };
                }
            }
            Statement::Fused(decl) => self.declare_fused(decl, init),
            Statement::Assignment(assignment) => {
                self.assigned_fused(assignment);
                self.declare_assigned_type(assignment, init);
            }
            _ => {}
        }
    }

    fn declare_struct(&mut self, decl: ast::Struct<'t>, place: Place) {
        let Some(name) = decl.name() else { return };
        // `cdef struct node` alone is a forward declaration.
        if let Some(Entry::Type(TypeName::Struct(known))) = self.scope().get(name.text())
            && (decl.body().is_none() || self.declarations.structs[*known].is_announced)
        {
            let known = *known;
            let earlier = &self.declarations.structs[known];
            let was_typedef = ![STRUCT, UNION].iter().any(|word| earlier.c_name.starts_with(word));
            let is_extern = place.is_extern() || earlier.is_extern;
            if was_typedef != decl.is_typedef() && !is_extern {
                let earlier = earlier.span;
                self.report(report::other_word(name.text(), was_typedef, name.span(), earlier));
            }
            self.declarations.structs[known].is_announced &= decl.body().is_none();
            return;
        }
        if is_known_in_header(self, name, place) {
            return;
        }
        let keyword = if decl.is_union() { UNION } else { STRUCT };
        let plain = decl.c_name().and_then(string_text);
        let plain = plain.unwrap_or_else(|| name.text().to_string());
        // A typedef'd name needs no keyword in C.
        let c_name = if decl.is_typedef() { plain } else { format!("{keyword}{plain}") };
        let of_struct = StructDecl {
            name: Name::new(name.text()),
            home: self.declarations.units[self.unit].name.clone(),
            c_name: Name::new(c_name),
            is_union: decl.is_union(),
            is_packed: decl.is_packed(),
            is_extern: place.is_extern(),
            include: place.include,
            span: name.span(),
        };
        let id = self.declarations.structs.alloc(Struct::new(of_struct, decl.body().is_none()));
        self.bind(name, Entry::Type(TypeName::Struct(id)));
    }

    fn declare_struct_fields(&mut self, decl: ast::Struct<'t>, init: &mut BodyBuilder) {
        // The block's `nogil` is not for the fields.
        let place = Place { nogil: false, ..self.extern_place };
        let outer = std::mem::replace(&mut self.extern_place, place);
        self.read_struct_fields(decl, init);
        self.extern_place = outer;
    }

    fn read_struct_fields(&mut self, decl: ast::Struct<'t>, init: &mut BodyBuilder) {
        let Some(name) = decl.name() else { return };
        let Some(Entry::Type(TypeName::Struct(id))) = self.scope().get(name.text()) else { return };
        let (id, Some(body)) = (*id, decl.body()) else { return };
        if !self.declarations.structs[id].fields.is_empty() {
            return;
        }
        let (mut fields, mut c_names) = (Vec::new(), Vec::new());
        let mut places: HashMap<&str, Span> = HashMap::new();
        for inner in self.visible().live(body.statements()) {
            let Statement::CDeclaration(field) = inner else { continue };
            for declarator in field.declarators() {
                if let Some(value) = declarator.value() {
                    self.report(report::value_of_member(value.span()));
                }
                let Some(declarator) = declarator.declarator() else { continue };
                let base = self.lowerer().c_type(field.c_type(), field.span(), init);
                let mut declared = self.lowerer().declared(base, declarator, init);
                let Some(name) = declared.name else { continue };
                // Only the header knows how many there are: a use of the field is the address of the first.
                if let TypeKind::Array(element, None) = &declared.ty.kind
                    && self.extern_place.is_extern()
                {
                    declared.ty.kind = TypeKind::Pointer(element.clone());
                }
                let c_name = declared.c_name.and_then(string_text);
                c_names.extend(c_name.map(|c_name| (Name::new(name.text()), Name::new(c_name))));
                match places.get(name.text()) {
                    Some(earlier) => self.report(report::redeclared(name.text(), name.span(), *earlier)),
                    None => fields.push((Name::new(name.text()), declared.ty)),
                }
                places.entry(name.text()).or_insert(name.span());
            }
        }
        self.declarations.structs[id].c_names.extend(c_names);
        self.declarations.structs[id].fields = fields;
    }

    fn declare_value(&mut self, statement: Statement<'t>, place: Place, init: &mut BodyBuilder) {
        if !self.is_taken(statement, place) {
            return;
        }
        match statement {
            Statement::CDeclaration(decl) if place.has_length(decl) => {}
            Statement::CDeclaration(decl) => self.declare_variables(decl, place, init),
            Statement::CFunction(function) => {
                if let Some(name) = function.name() {
                    let id = self.lowerer().add_function(Pending::C(function, place.nogil));
                    if self.visible().pure().marks(function).is_ufunc {
                        self.scope_mut().insert(Name::new(name.text()), Entry::Python, name.span());
                    } else {
                        self.bind(name, Entry::Function(id));
                    }
                }
            }
            Statement::Function(function) => {
                if let Some(name) = function.name() {
                    if let Some(Entry::Function(_)) = self.scope().get(name.text()) {
                        self.report(report::hidden_c_function(name.text(), name.span()));
                    }
                    self.scope_mut().insert(Name::new(name.text()), Entry::Python, name.span());
                    if self.visible().is_plain(function, name.text()) {
                        self.declarations.plain.insert(function.span());
                        self.lowerer().add_function(Pending::Python(function));
                    }
                }
            }
            Statement::CClass(decl) => self.declare_members(decl, init),
            other => {
                for declared in self.lowerer().declared_by_call(other, init).into_iter().flatten() {
                    self.declare_global(declared.name, declared.ty, None);
                }
            }
        }
    }

    fn declare_variables(&mut self, decl: ast::CDeclaration<'t>, place: Place, init: &mut BodyBuilder) {
        let is_announced = place.is_extern() || !self.visible().is_own();
        let marks = if is_announced { self.extern_marks(decl) } else { Marks::default() };
        let outer = std::mem::replace(&mut self.declares_extern, place.is_extern());
        for init_declarator in decl.declarators() {
            let Some(declarator) = init_declarator.declarator() else { continue };
            if let Some(name) = declarator.template() {
                // Its types have names that only it knows.
                self.report(report::cplusplus("a function template", name.span()));
                self.bind(name, Entry::Unusable(None));
                continue;
            }
            let base = self.lowerer().c_type(decl.c_type(), decl.span(), init);
            let declared = self.lowerer().declared(base, declarator, init);
            let Some(name) = declared.name else { continue };
            let c_name = declared.c_name.and_then(string_text);
            match (declared.function, place.is_extern()) {
                (Some(function), true) => {
                    let kind = self.lowerer().extern_function(function, declared.ty, place, init);
                    let id = self.declare_extern(name, c_name, kind, marks, place);
                    if decl.is_cpdef() && self.visible().is_own_unit() {
                        self.expose_extern(id, name.span());
                    }
                }
                (Some(_), false) if self.visible().is_own() => {
                    self.report(report::prototype(name.text(), declarator.span()));
                }
                (Some(_), false) if marks.on_device && self.take_from_source(name) => {}
                (Some(function), false) => {
                    let announced = Announced {
                        name,
                        function,
                        result: declared.ty,
                        is_cpdef: decl.is_cpdef(),
                        on_device: marks.on_device,
                    };
                    self.announced_function(announced, place, init);
                }
                (None, true) => {
                    // A constant of a header is a macro or an enumerator, or may be treated as one.
                    let is_const = matches!(declared.ty.kind, TypeKind::Const(_));
                    let marks = Marks { on_device: marks.on_device || is_const, is_pure: is_const };
                    self.declare_extern(name, c_name, ExternKind::Variable(declared.ty), marks, place);
                }
                (None, false) if !self.visible().is_own() && !self.visible().unit_is_own_declarations() => {
                    self.announced_variable(name, declared.ty);
                }
                (None, false) => {
                    let exported = self
                        .visible()
                        .unit_is_own_declarations()
                        .then(|| self.spelling().variable_signature(&declared.ty));
                    self.declare_global(name, declared.ty, exported.flatten());
                }
            }
        }
        self.declares_extern = outer;
    }

    fn declare_global(&mut self, name: ast::Identifier<'t>, ty: TypeExpr, exported: Option<Name>) {
        // `cython.declare(C=object)` of a class that is cimported: the name stays the type.
        if let Some(Entry::Type(TypeName::Object(PyClass::Extension(class)))) = self.scope().get(name.text())
            && self.tables.classes[*class].foreign.is_some()
            && matches!(ty.kind, TypeKind::Named(TypeName::Object(PyClass::Object)))
        {
            return;
        }
        // The module's `.pxd` may have declared it.
        if let Some(Entry::Global(known)) = self.scope().get(name.text())
            && self.tables.globals[*known].span.file != name.span().file
            && is_same_type(&self.tables.globals[*known].ty, &ty, &self.tables.typedefs)
        {
            return;
        }
        let id = self.tables.globals.alloc(Global::new(Name::new(name.text()), ty, exported, name.span()));
        self.bind(name, Entry::Global(id));
    }
}

/// Whether a header's type has been declared before: the first declaration holds. A file that is
/// included twice is no reason for a warning.
pub(super) fn is_known_in_header(
    collector: &mut Collector<'_>,
    name: ast::Identifier<'_>,
    place: Place,
) -> bool {
    let earlier = match collector.scope().get(name.text()) {
        Some(Entry::Type(TypeName::Typedef(_) | TypeName::Enum(_) | TypeName::Struct(_))) => {
            collector.scope().declared(name.text())
        }
        _ => None,
    };
    let Some(earlier) = earlier.filter(|_| place.is_extern()) else { return false };
    if earlier != name.span() {
        collector.report(report::defined_again(name.text(), name.span(), earlier));
    }
    true
}

impl Tables<'_> {
    /// A number type of a standard header keeps its exact meaning, however roughly it is declared.
    fn as_in_header(&self, id: TypedefId, ty: TypeExpr) -> TypeExpr {
        let c_name = self.typedefs[id].in_header.as_ref().map(|(c_name, _)| c_name);
        let is_number = matches!(ty.kind, TypeKind::Named(TypeName::Int(_)));
        match c_name.and_then(|name| known::standard_integer(name)) {
            Some(kind) if is_number => TypeExpr { kind: TypeKind::Named(TypeName::Int(kind)), span: ty.span },
            _ => ty,
        }
    }
}

impl<'t> Reader<'t> {
    pub fn declare_imports(&mut self, statement: Statement<'t>) {
        match statement {
            Statement::Cimport(import) => self.cimport(import),
            Statement::CimportFrom(import) => self.cimport_from(import),
            Statement::Import(import) => {
                for imported in import.names() {
                    let Some(name) = imported.name() else { continue };
                    let alias = imported.alias().map(|alias| alias.text());
                    let (path, span) = (name.path(), name.span());
                    if self.import_of_known(&path, alias, span) || !path.starts_with("cython.") {
                        continue;
                    }
                    // No module of Python has such a name either.
                    if let Some(places) = self.missing(&path, span) {
                        let missing = report::unknown_cimport(&path, &places, span);
                        self.report(suggest::with_module(missing, &path, span));
                    }
                }
            }
            Statement::ImportFrom(import) if import.module_path() == "offcy" => {
                for (bound, construct, span) in constructs_of_package(import) {
                    self.report(report::construct_elsewhere("offcy", construct, span));
                    self.scope_mut().insert(bound, Entry::Construct(construct), span);
                }
            }
            Statement::ImportFrom(import) if is_construct_module(&import.module_path()) => {
                let path = import.module_path();
                if import.is_wildcard() {
                    self.cimport_constructs(&path, import.span());
                }
                for imported in import.names() {
                    let Some(name) = imported.name() else { continue };
                    let bound =
                        imported.alias().map_or_else(|| name.path(), |alias| alias.text().to_string());
                    self.cimport_name(&path, &name.path(), &bound, name.span());
                }
            }
            _ => {}
        }
    }
}

impl<'t> FunctionLowerer<'_, 't> {
    /// Adds a function of the current unit.
    pub(super) fn add_function(&mut self, text: Pending<'t>) -> FunctionId {
        self.tables.functions.alloc(PendingFunction { text, home: self.unit })
    }
}

/// C does not say what it is: each implementation has another type, and that of many is an array.
fn declare_opaque<'t>(collector: &mut Collector<'t>, name: ast::Identifier<'t>, c_name: Name, place: Place) {
    let of_struct = StructDecl {
        name: Name::new(name.text()),
        home: collector.declarations.units[collector.unit].name.clone(),
        c_name,
        is_union: false,
        is_packed: false,
        is_extern: true,
        include: place.include,
        span: name.span(),
    };
    let id = collector.declarations.structs.alloc(Struct::new(of_struct, false));
    collector.bind(name, Entry::Type(TypeName::Struct(id)));
}

/// The typedefs in a type.
fn typedefs_in(ty: &TypeExpr, found: &mut Vec<TypedefId>) {
    if let TypeKind::Named(TypeName::Typedef(id)) = &ty.kind {
        found.push(*id);
    }
    ty.parts().for_each(|part| typedefs_in(part, found));
}

/// The string after a declared name.
pub(super) fn c_name_of(declarator: ast::Declarator<'_>) -> Option<ast::StringLiteral<'_>> {
    let mut part = declarator;
    while let Some(inner) = part.inner() {
        part = inner;
    }
    match part {
        ast::Declarator::Name(name) => name.c_name(),
        _ => None,
    }
}

/// Modules whose Python import is a cimport of constructs.
pub fn is_construct_module(path: &str) -> bool {
    matches!(path, "cython" | "cython.dataclasses" | "cython.parallel" | "offcy.parallel")
}
