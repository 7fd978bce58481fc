//! Facts about the names in a document: where they are declared and their types.

use std::collections::HashMap;

use super::studied::Studied;
use crate::driver::Analysed;
use crate::hir::{self, Binding, Body, ExprKind, ExternKind, MethodRole};
use crate::source::{FileId, Span};
use crate::syntax::ast::{Block, Statement};
use crate::syntax::{Parse, ast};
use crate::ty::{FunctionTypes, Ty, type_text};

/// The kind of thing that a name stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Module,
    Type,
    Class,
    Enum,
    EnumMember,
    Struct,
    Function,
    Method,
    Field,
    Variable,
    Parameter,
}

/// A name in the text.
#[derive(Clone, Debug, Default)]
pub struct Fact {
    pub kind: Option<Kind>,
    pub declared: Option<Span>,
    /// A local name of a function: its type says everything about it.
    pub is_local: bool,
    /// Its types; several if the code is compiled several times.
    pub types: Vec<String>,
}

/// The names of a document by their places.
#[derive(Debug, Default)]
pub struct Facts {
    names: HashMap<(u32, u32), Fact>,
}

impl Facts {
    pub fn new(studied: &Studied, file: FileId) -> Facts {
        let mut facts = Facts::default();
        let Some(analysed) = studied.analysed() else { return facts };
        let module = &analysed.typed.module;
        let kinds = kinds(studied, module);
        let mut reader = Reader { studied, analysed, file, kinds: &kinds, facts: &mut facts };
        for (id, function) in module.functions.iter() {
            reader.body(&function.body, &analysed.typed.functions[id]);
        }
        reader.body(&module.init.body, &analysed.typed.init);
        for mention in module.mentions.iter().filter(|mention| mention.at.file == file) {
            let known = facts.names.entry(key(mention.at)).or_default();
            known.declared = known.declared.or(Some(mention.declared));
            known.kind = kinds.get(&mention.declared).copied().or(known.kind);
            if mention.declared == Span::whole_file(mention.declared.file) {
                known.kind = Some(Kind::Module);
            }
        }
        for (&span, &kind) in kinds.iter().filter(|(span, _)| span.file == file && span.end > span.start) {
            let known = facts.names.entry(key(span)).or_default();
            known.kind = Some(kind);
            known.declared = Some(span);
        }
        facts
    }

    pub fn get(&self, at: Span) -> Option<&Fact> {
        self.names.get(&key(at))
    }

    /// Where that about which something holds is declared.
    pub fn declared(&self, holds: impl Fn(&Fact) -> bool) -> Vec<Span> {
        self.names.values().filter(|fact| holds(fact)).filter_map(|fact| fact.declared).collect()
    }

    /// The names of a file about which something holds, given their places.
    pub fn places(&self, file: FileId, holds: impl Fn(&Fact, Span) -> bool) -> Vec<Span> {
        let all = self.names.iter().map(|(&(start, end), fact)| (Span { file, start, end }, fact));
        all.filter(|(at, fact)| holds(fact, *at)).map(|(at, _)| at).collect()
    }

    /// Every name whose kind is known, in the order of the text.
    pub fn kinds(&self) -> Vec<((u32, u32), Kind)> {
        let known = self.names.iter().filter_map(|(at, fact)| Some((*at, fact.kind?)));
        let mut known: Vec<_> = known.collect();
        known.sort_by_key(|(at, _)| *at);
        known
    }
}

fn key(span: Span) -> (u32, u32) {
    (span.start, span.end)
}

/// What the declarations of a module declare, by the places of the names.
fn kinds(studied: &Studied, module: &hir::Module) -> HashMap<Span, Kind> {
    let mut kinds = HashMap::new();
    let written = module.classes.iter().filter(|(_, class)| !class.is_scope);
    for (_, class) in written {
        kinds.insert(class.span, Kind::Class);
        kinds.extend(class.fields.iter().map(|field| (field.span, Kind::Field)));
    }
    for (_, function) in module.functions.iter() {
        let role = function.method.map(|method| method.role);
        let kind = match role {
            None | Some(MethodRole::Closure) => Kind::Function,
            Some(MethodRole::Getter | MethodRole::Setter | MethodRole::Deleter) => Kind::Field,
            Some(_) => Kind::Method,
        };
        kinds.insert(function.span, kind);
    }
    for (_, decl) in module.structs.iter() {
        kinds.insert(decl.span, Kind::Struct);
        kinds.extend(struct_fields(studied, decl).into_iter().map(|(_, at)| (at, Kind::Field)));
    }
    kinds.extend(module.enums.iter().map(|(_, decl)| (decl.span, Kind::Enum)));
    kinds.extend(module.typedefs.iter().map(|(_, decl)| (decl.span, Kind::Type)));
    kinds.extend(module.fused.iter().map(|(_, decl)| (decl.span, Kind::Type)));
    kinds.extend(module.globals.iter().map(|(_, global)| (global.span, Kind::Variable)));
    kinds.extend(module.externs.iter().map(|(_, decl)| match decl.kind {
        ExternKind::Function { .. } => (decl.span, Kind::Function),
        ExternKind::Variable(_) => (decl.span, Kind::Variable),
    }));
    kinds
}

/// The fields of a struct with their places; none for a struct of offcy's own declarations.
fn struct_fields(studied: &Studied, decl: &hir::Struct) -> Vec<(String, Span)> {
    if studied.sources().file(decl.span.file).is_builtin() {
        return Vec::new();
    }
    studied.with_parse(decl.span.file, |parse| {
        let statement = statement_at(parse, decl.span.start);
        let inner = statement.into_iter().flat_map(Statement::blocks).flat_map(Block::statements);
        let declarators = inner.flat_map(|statement| match statement {
            Statement::CDeclaration(fields) => fields.declarators(),
            _ => Vec::new(),
        });
        declarators
            .filter_map(|field| field.name())
            .map(|name| (name.text().to_string(), name.span()))
            .collect()
    })
}

struct Reader<'a> {
    studied: &'a Studied,
    analysed: &'a Analysed,
    file: FileId,
    kinds: &'a HashMap<Span, Kind>,
    facts: &'a mut Facts,
}

impl Reader<'_> {
    fn text(&self, span: Span) -> &str {
        self.studied.sources().text(span)
    }

    /// The last part of a dotted name.
    fn last_name(&self, span: Span) -> Option<Span> {
        let text = self.text(span);
        let name = text.rsplit('.').next()?.trim_start();
        let is_name = name.starts_with(|first: char| first.is_alphabetic() || first == '_')
            && name.chars().all(|letter| letter.is_alphanumeric() || letter == '_');
        is_name.then(|| Span { start: span.end - name.len() as u32, ..span })
    }

    fn body(&mut self, body: &Body, types: &FunctionTypes) {
        for (id, local) in body.locals.iter() {
            if local.span.file == self.file && !local.is_hidden && self.text(local.span) == local.name {
                let ty = self.analysed.typed.table.display(&types.local(id));
                let kind = if local.is_param { Kind::Parameter } else { Kind::Variable };
                self.note(local.span, Some(kind), Some(local.span), Some(ty), true);
            }
        }
        let file = self.file;
        for (id, expr) in body.exprs.iter().filter(|(_, expr)| expr.span.file == file) {
            let Some(at) = self.last_name(expr.span) else { continue };
            let ty = types.expr(id);
            let ty = (!ty.is_error()).then(|| type_text(&self.analysed.typed, body, types, id));
            match &expr.kind {
                // What the stages have made themselves has other variables at the places of names.
                ExprKind::Name(Binding::Local(local)) if at == expr.span => {
                    let local = &body.locals[*local];
                    if local.name != self.text(at) {
                        continue;
                    }
                    let kind = if local.is_param { Kind::Parameter } else { Kind::Variable };
                    let declared = Some(local.span).filter(|span| self.text(*span) == local.name);
                    self.note(at, Some(kind), declared, ty, true);
                }
                // A field that a region uses is a variable of the region.
                ExprKind::Name(Binding::Local(local)) => {
                    let declared = self.field_named(body, types, &body.locals[*local].name);
                    self.note(at, Some(Kind::Field), declared, ty, false);
                }
                ExprKind::Name(binding) => self.note(at, self.kind_of(binding), None, ty, false),
                ExprKind::Attribute { base, name } if at.start > expr.span.start => {
                    let declared = self.member(&types.expr(*base), name);
                    let kind = declared.and_then(|declared| self.kinds.get(&declared).copied());
                    self.note(at, Some(kind.unwrap_or(Kind::Field)), declared, ty, false);
                }
                // A variable that functions share.
                ExprKind::Attribute { base, name } => {
                    let declared = self.member(&types.expr(*base), name);
                    self.note(at, Some(Kind::Variable), declared, ty, true);
                }
                _ => {}
            }
        }
    }

    fn note(
        &mut self,
        at: Span,
        kind: Option<Kind>,
        declared: Option<Span>,
        ty: Option<String>,
        is_local: bool,
    ) {
        let known = self.facts.names.entry(key(at)).or_default();
        known.kind = known.kind.or(kind);
        known.declared = known.declared.or(declared);
        known.is_local |= is_local;
        known.types.extend(ty.filter(|ty| !known.types.contains(ty)));
    }

    fn kind_of(&self, binding: &Binding) -> Option<Kind> {
        Some(match binding {
            Binding::Function(_) | Binding::Fused(_) | Binding::Intrinsic(_) => Kind::Function,
            Binding::EnumMember(..) => Kind::EnumMember,
            Binding::Global(_) | Binding::ClassName(..) => Kind::Variable,
            Binding::Extern(id) => match self.analysed.typed.module.externs[*id].kind {
                ExternKind::Function { .. } => Kind::Function,
                ExternKind::Variable(_) => Kind::Variable,
            },
            Binding::Type(_) => Kind::Type,
            Binding::ModuleName(_) | Binding::Builtin(_) | Binding::Local(_) | Binding::Error => return None,
        })
    }

    /// Where a member of a value is declared.
    fn member(&self, base: &Ty, name: &str) -> Option<Span> {
        let module = &self.analysed.typed.module;
        let base = match base {
            Ty::Pointer { to, .. } => to,
            other => other,
        };
        if let Ty::Struct(id) = base {
            let place = self.analysed.typed.table.structs[*id].span;
            let mut structs = module.structs.iter();
            let (_, decl) = structs.find(|(_, decl)| decl.span == place)?;
            return struct_fields(self.studied, decl)
                .into_iter()
                .find(|(field, _)| field == name)
                .map(|(_, at)| at);
        }
        let Ty::Object(class) = base else { return None };
        let class = class.extension()?;
        if let Some(field) = hir::field(&module.classes, class, name) {
            return Some(field.span);
        }
        hir::lineage(&module.classes, class).find_map(|class| {
            let is_of = |function: &hir::Function| {
                let of = function.method.map(|method| (method.class, method.role));
                of.is_some_and(|(of, role)| of == class && role != MethodRole::Dispatcher)
                    && function.name == name
            };
            let mut functions = module.functions.iter();
            functions.find(|(_, function)| is_of(function)).map(|(_, function)| function.span)
        })
    }

    /// `self.x`
    fn field_named(&self, body: &Body, types: &FunctionTypes, path: &str) -> Option<Span> {
        let (base, name) = path.rsplit_once('.')?;
        let mut locals = body.locals.iter();
        let (object, _) = locals.find(|(_, local)| local.name == base)?;
        self.member(&types.local(object), name)
    }
}

/// The name at a byte of a document, or that ends there.
pub fn name_at(parse: &Parse, at: u32) -> Option<ast::Identifier<'_>> {
    let names = parse.identifiers();
    let mut found = names.into_iter().filter(|name| name.span().start <= at && at <= name.span().end);
    found.next_back()
}

/// The innermost statement that holds a byte, or that ends there.
pub fn statement_at(parse: &Parse, at: u32) -> Option<Statement<'_>> {
    statements_around(parse, at).pop()
}

/// The statements that hold a byte, or that end there, the outermost first.
pub fn statements_around(parse: &Parse, at: u32) -> Vec<Statement<'_>> {
    let holds = |span: Span| span.start <= at && at <= span.end;
    let mut found = Vec::new();
    let mut statements = parse.module().statements();
    // Where one ends, the next may begin.
    while let Some(&statement) = statements.iter().rev().find(|statement| holds(statement.span())) {
        found.push(statement);
        let blocks = statement.blocks().into_iter().filter(|block| holds(block.span()));
        statements = blocks.flat_map(Block::statements).collect();
    }
    found
}
