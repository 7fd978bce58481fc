//! Enums: their declarations, which may need values of others, and what names their members.

use super::declare::{Place, is_known_in_header};
use super::scope::Entry;
use super::units::UnitId;
use super::{Collector, FunctionLowerer, Visible, report, string_text};
use crate::base::Name;
use crate::hir::{Binding, EnumDecl, EnumId, ExprKind, ExternKind, TypeKind, TypeName};
use crate::syntax::ast::{self, CType, Expression, Statement, TemplateValue};

/// An enum with a value that nothing read so far declares.
pub(super) struct OpenEnum<'t> {
    id: EnumId,
    unit: UnitId,
    decl: ast::Enum<'t>,
}

impl<'t> Collector<'t> {
    pub(super) fn declare_enum(&mut self, decl: ast::Enum<'t>, place: Place) {
        if decl.is_scoped() {
            self.report(report::cplusplus("a scoped enum", decl.span()));
            return;
        }
        let is_own = self.visible().is_own_unit();
        let mut exports = Vec::new();
        if decl.is_cpdef() && place.is_extern() && is_own {
            for item in decl.items() {
                let Some(name) = item.name() else { continue };
                let c_name = item.c_name().and_then(string_text);
                let c_name = c_name.map_or_else(|| Name::new(name.text()), Name::new);
                exports.push((Name::new(name.text()), c_name));
            }
        }
        let (members, is_open) =
            if place.is_extern() { (Vec::new(), false) } else { enum_values(self.visible(), decl) };
        let name = decl.name();
        let plain = decl.c_name().and_then(string_text);
        let plain = plain.unwrap_or_else(|| name.map_or("", |name| name.text()).to_string());
        let id = self.declarations.enums.alloc(EnumDecl {
            name: name.map(|name| Name::new(name.text())),
            home: self.declarations.units[self.unit].name.clone(),
            is_python: decl.is_cpdef() && is_own,
            is_public: decl.has_modifier("public") && is_own && !place.is_extern(),
            c_name: Name::new(if decl.is_typedef() { plain } else { format!("enum {plain}") }),
            is_extern: place.is_extern(),
            include: place.include,
            members,
            exports,
            doc: decl.docstring().and_then(string_text),
            span: decl.span(),
        });
        if is_open {
            self.open_enums.push(OpenEnum { id, unit: self.unit, decl });
        }
        if let Some(name) = name
            && !is_known_in_header(self, name, place)
        {
            self.bind(name, Entry::Type(TypeName::Enum(id)));
        }
        for item in decl.items() {
            let Some(name) = item.name() else { continue };
            let entry = if place.is_extern() {
                self.extern_member(item, name, decl.name().map(|_| id), place)
            } else {
                Entry::EnumMember(id, Name::new(name.text()))
            };
            self.bind(name, entry);
        }
    }

    /// The values of enums that need others, once the names of all modules are there.
    pub(super) fn settle_enums(&mut self) {
        let mut open = std::mem::take(&mut self.open_enums);
        loop {
            let mut progress = false;
            open.retain(|one| {
                let (members, is_open) =
                    self.within(one.unit, |collector| enum_values(collector.visible(), one.decl));
                progress |= members.len() > self.declarations.enums[one.id].members.len();
                self.declarations.enums[one.id].members = members;
                is_open
            });
            if !progress {
                break;
            }
        }
        for one in open {
            self.within(one.unit, |collector| {
                collector.tolerant(Statement::Enum(one.decl), |collector| guess_values(collector, &one));
            });
        }
    }
}

/// The members with the values that are written, up to one whose value is not known yet; whether there is one.
fn enum_values<'t>(visible: Visible<'_, 't>, decl: ast::Enum<'t>) -> (Vec<(Name, Option<i64>)>, bool) {
    let mut members: Vec<(Name, Option<i64>)> = Vec::new();
    for item in decl.items() {
        let Some(name) = item.name() else { continue };
        let value = item.value().map(|value| enum_value(visible, value, &members));
        if value == Some(None) {
            return (members, true);
        }
        members.push((Name::new(name.text()), value.flatten()));
    }
    (members, false)
}

fn enum_value<'t>(
    visible: Visible<'_, 't>,
    value: Expression<'t>,
    before: &[(Name, Option<i64>)],
) -> Option<i64> {
    let known = visible.evaluated(value, &|name| EnumDecl::value_among(before, name).map(i128::from));
    known.and_then(|known| i64::try_from(known.integer()?).ok())
}

/// Reports the values that only C knows.
fn guess_values<'t>(collector: &mut Collector<'t>, open: &OpenEnum<'t>) {
    let mut members: Vec<(Name, Option<i64>)> = Vec::new();
    for item in open.decl.items() {
        let Some(name) = item.name() else { continue };
        let value = item.value().and_then(|value| {
            let known = enum_value(collector.visible(), value, &members);
            if known.is_none() {
                collector.not_yet("an enum value that only the C compiler knows", value.span());
            }
            known
        });
        members.push((Name::new(name.text()), value));
    }
    collector.declarations.enums[open.id].members = members;
}

/// The members of enums with values that are known, among the names of a place.
#[derive(Clone, Copy)]
pub(super) struct Constants<'d, 't>(pub Visible<'d, 't>);

impl<'d, 't> Constants<'d, 't> {
    /// The value of a name, if it is a member of an enum. Only C knows those of a header.
    pub(super) fn value_of_entry(self, entry: &Entry) -> Option<i128> {
        match entry {
            Entry::EnumMember(id, member) => self.member_value(*id, member),
            _ => None,
        }
    }

    /// The value of `Color.RED`, `module.RED` and `module.Color.RED`.
    pub(super) fn member_named(self, expr: Expression<'t>) -> Option<i128> {
        let (mut parts, mut expr) = (Vec::new(), expr);
        while let Expression::Attribute(attribute) = expr {
            parts.push(attribute.name()?);
            expr = attribute.object()?;
        }
        let Expression::Name(head) = expr else { return None };
        parts.push(head);
        parts.reverse();
        self.member_at(&parts)
    }

    /// The same of a dotted name.
    fn member_at(self, parts: &[ast::Identifier<'t>]) -> Option<i128> {
        let (head, rest) = parts.split_first()?;
        let (name, between) = rest.split_last()?;
        let name = name.text();
        let path = match self.0.scope().get(head.text())? {
            Entry::Type(TypeName::Enum(id)) if between.is_empty() => return self.member_value(*id, name),
            Entry::CModule { path, .. } => path,
            _ => return None,
        };
        let joined = |parts: &[ast::Identifier<'t>]| {
            let texts = std::iter::once(path.as_str()).chain(parts.iter().map(|part| part.text()));
            texts.collect::<Vec<&str>>().join(".")
        };
        if let Some(scope) = self.0.scope_of_module(&joined(between)) {
            return self.value_of_entry(scope.get(name)?);
        }
        let (ty, module) = between.split_last()?;
        match self.0.scope_of_module(&joined(module))?.get(ty.text())? {
            Entry::Type(TypeName::Enum(id)) => self.member_value(*id, name),
            _ => None,
        }
    }

    /// The value of a constant of another module in brackets after a type, where it is read as a type.
    pub(super) fn length(self, argument: ast::TemplateArgument<'t>) -> Option<i128> {
        match argument.value()? {
            TemplateValue::Type(name) if name.declarator().is_none() => match name.c_type()? {
                CType::Named(named) => self.member_at(&named.parts()),
                _ => None,
            },
            _ => None,
        }
    }

    fn member_value(self, id: EnumId, member: &str) -> Option<i128> {
        let decl = Some(&self.0.declarations.enums[id]).filter(|decl| !decl.is_extern);
        decl?.value(member).map(i128::from)
    }
}

impl<'t> FunctionLowerer<'_, 't> {
    /// `Color.RED` of an enum: a C constant.
    pub(super) fn enum_attribute(
        &self,
        attribute: ast::Attribute<'t>,
        name: ast::Identifier<'t>,
        is_local: &dyn Fn(&str) -> bool,
    ) -> Option<ExprKind> {
        let Some(Expression::Name(head)) = attribute.object() else { return None };
        if is_local(head.text()) {
            return None;
        }
        match self.scope().get(head.text())? {
            Entry::Type(TypeName::Enum(id)) => self.enum_member(*id, name.text()),
            _ => None,
        }
    }

    /// The member of an enum: of a header, the C constant of this name and type.
    pub(super) fn enum_member(&self, id: EnumId, name: &str) -> Option<ExprKind> {
        let decl = &self.declarations.enums[id];
        if !decl.is_extern {
            decl.value(name)?;
            return Some(ExprKind::Name(Binding::EnumMember(id, Name::new(name))));
        }
        let scope = self.visible().scope_of_module(&decl.home).unwrap_or_else(|| self.scope());
        let Some(Entry::Extern(found)) = scope.get(name) else { return None };
        let ExternKind::Variable(ty) = &self.tables.externs[*found].kind else { return None };
        let is_member = matches!(ty.kind, TypeKind::Named(TypeName::Enum(of)) if of == id);
        is_member.then_some(ExprKind::Name(Binding::Extern(*found)))
    }
}
