//! Struct and C array displays.

use super::function::FunctionBuilder;
use super::report;
use super::source::Source;
use crate::base::Name;
use crate::hir::{ExprId, ExprKind as H};
use crate::source::Span;
use crate::tir::{Check, CheckKind, Expr, ExprKind, Ownership, StmtKind};
use crate::ty::{IntKind, Length, StructId, Ty};

impl FunctionBuilder<'_, '_> {
    /// `Point(1, y=2)`
    pub fn construct(
        &mut self,
        id: StructId,
        arguments: &[ExprId],
        keywords: &[(Name, ExprId)],
        span: Span,
    ) -> Expr {
        let fields = &self.source.table().structs[id].fields;
        if arguments.len() > fields.len() {
            let (name, most) = (self.source.table().structs[id].name.clone(), fields.len());
            let given = arguments.len() + keywords.len();
            return self.error_expr(report::too_many_values(&name, most, given, span), span);
        }
        let names: Vec<Name> = fields.iter().map(|field| field.name.clone()).collect();
        let given = names.into_iter().zip(arguments.iter().copied()).chain(keywords.iter().cloned());
        self.struct_of(id, given.collect(), span)
    }

    /// `{"x": 1, "y": 2}` where a struct is wanted.
    pub fn struct_literal(&mut self, id: StructId, items: &[(ExprId, ExprId)], span: Span) -> Expr {
        let source = self.source.function;
        let mut given = Vec::new();
        for &(key, value) in items {
            let H::Str(name) = &source.body.exprs[key].kind else {
                let span = source.body.exprs[key].span;
                return self.error_expr(report::no_field_name(span), span);
            };
            given.push((Name::new(name), value));
        }
        self.struct_of(id, given, span)
    }

    fn struct_of(&mut self, id: StructId, given: Vec<(Name, ExprId)>, span: Span) -> Expr {
        let def = &self.source.table().structs[id];
        let (name, is_union) = (def.name.clone(), def.is_union);
        if is_union && given.len() != 1 {
            return self.error_expr(report::one_value_for_union(&name, given.len(), span), span);
        }
        let mut wanted = Vec::new();
        for (at, (field, value)) in given.iter().enumerate() {
            let value_span = self.source.function.body.exprs[*value].span;
            let found = self.source.table().structs[id].fields.iter().find(|known| known.name == *field);
            let Some(ty) = found.map(|field| field.ty.clone()) else {
                return self.error_expr(report::no_field(&name, field, value_span), span);
            };
            if given[..at].iter().any(|(other, _)| other == field) {
                return self.error_expr(report::field_given_twice(field, value_span), span);
            }
            wanted.push((*value, Some(ty)));
        }
        let values = self.in_order(&wanted);
        if values.iter().any(|value| value.ty.is_error()) {
            return Expr::new(ExprKind::Null, Ty::Error, span);
        }
        let fields = given.into_iter().map(|(name, _)| name).zip(values);
        let (arrays, fields): (Vec<_>, Vec<_>) = fields.partition(|(_, value)| value.ty.is_array());
        let rest = Expr::new(ExprKind::Struct(fields), Ty::Struct(id), span);
        if arrays.is_empty() { rest } else { self.with_arrays(rest, arrays) }
    }

    /// A struct whose fields are those of `rest` and C arrays, which C copies one after another.
    fn with_arrays(&mut self, rest: Expr, arrays: Vec<(Name, Expr)>) -> Expr {
        let span = rest.span;
        let made = self.code.temp("made", rest.ty.clone(), Ownership::Borrowed, span);
        let made = self.code.local_expr(made, span);
        if matches!(&rest.kind, ExprKind::Struct(fields) if !fields.is_empty()) {
            self.code.emit(StmtKind::Assign { place: made.clone(), value: rest }, span);
        }
        for (name, value) in arrays {
            let ty = value.ty.clone();
            let place = Expr::new(ExprKind::Field { base: Box::new(made.clone()), name }, ty, span);
            self.code.emit(StmtKind::Assign { place, value }, span);
        }
        made
    }

    /// A literal where an address or a C array is wanted.
    pub fn literal_in_memory(&mut self, id: ExprId, target: &Ty, span: Span) -> Option<Expr> {
        match (&self.source.function.body.exprs[id].kind, target) {
            (H::List(_) | H::Tuple(_), Ty::Pointer { .. }) => self.items_as_pointer(id, target),
            (H::List(_) | H::Tuple(_) | H::Binary(..), Ty::Array { .. }) => self.items_for_array(id, target),
            (H::Str(_) | H::Bytes(_), Ty::Array { .. }) => Some(self.text_for_array(id, target, span)),
            _ => None,
        }
    }

    /// `[x, y]` where a C array of as many elements is wanted.
    fn items_for_array(&mut self, value: ExprId, target: &Ty) -> Option<Expr> {
        let Ty::Array { element, length } = target else { return None };
        let array = self.items_as_array(value, element)?;
        let given = array.ty.array_lengths().first().and_then(Length::known);
        match (given, length.known()) {
            (Some(given), None) => Some(self.of_header_length(array, given, target)),
            (Some(given), Some(length)) if given != length => {
                Some(self.wrong_items(target, given as usize, array.span))
            }
            _ => Some(array),
        }
    }

    /// The elements of an array in another one, if C knows that it has as many.
    fn of_header_length(&mut self, array: Expr, given: u64, target: &Ty) -> Expr {
        let (span, Ty::Array { element, length }) = (array.span, target) else { return array };
        self.check_items(length, given as usize, span);
        let made = self.code.temp("items", target.clone(), Ownership::Borrowed, span);
        let made = self.code.local_expr(made, span);
        for at in 0..given {
            let [place, value] = [&made, &array].map(|base| {
                let index = Box::new(Expr::int(i128::from(at), Ty::INT, span));
                let kind = ExprKind::Index { base: Box::new(base.clone()), index };
                Expr::new(kind, (**element).clone(), span)
            });
            self.code.emit(StmtKind::Assign { place, value }, span);
        }
        made
    }

    /// Checks that a C array has a length that C knows.
    fn check_items(&mut self, length: &Length, given: usize, span: Span) {
        let given = Expr::int(given as i128, Ty::SSIZE, span);
        let kind = CheckKind::Extent { extent: Expr::length(length, span), given, axis: None };
        self.code.emit(StmtKind::Check(Check { kind }), span);
    }

    /// `b"abc"` where an array of characters is wanted: the text and its end, without what is too much.
    fn text_for_array(&mut self, text: ExprId, target: &Ty, span: Span) -> Expr {
        let mut bytes = match &self.source.function.body.exprs[text].kind {
            H::Bytes(bytes) => bytes.to_vec(),
            H::Str(text) => text.as_bytes().to_vec(),
            _ => Vec::new(),
        };
        let Ty::Array { element, length } = target else { return Expr::new(ExprKind::Null, Ty::Error, span) };
        if !element.is_character() {
            let (from, to) = (self.source.types.expr(text), self.source.table().display(target));
            let from = self.source.table().display(&from);
            return self.error_expr(report::cannot_convert(&from, &to, span), span);
        }
        bytes.push(0);
        let Some(length) = length.known() else {
            return self.error_expr(report::text_of_header_length(length, span), span);
        };
        if (bytes.len() as u64) < length {
            return self.wrong_items(target, bytes.len(), span);
        }
        let array = self.code.temp("text", target.clone(), Ownership::Borrowed, span);
        let array = self.code.local_expr(array, span);
        for (at, byte) in bytes.into_iter().enumerate().take(length as usize) {
            let index = Box::new(Expr::int(at as i128, Ty::INT, span));
            let place = ExprKind::Index { base: Box::new(array.clone()), index };
            let place = Expr::new(place, (**element).clone(), span);
            let byte = Expr::int(i128::from(byte.cast_signed()), Ty::Int(IntKind::Char), span);
            let value = self.coerce(byte, element);
            self.code.emit(StmtKind::Assign { place, value }, span);
        }
        array
    }

    fn wrong_items(&mut self, target: &Ty, given: usize, span: Span) -> Expr {
        let shown = self.source.table().display(target);
        self.error_expr(report::wrong_length(&shown, given, span), span)
    }

    /// `(1, y)` where a C tuple is wanted.
    pub fn tuple_literal(&mut self, items: &[ExprId], types: &[Ty], target: &Ty, span: Span) -> Expr {
        if items.len() != types.len() {
            let shown = self.source.table().display(target);
            return self.error_expr(report::wrong_tuple(&shown, types.len(), items.len(), span), span);
        }
        let wanted: Vec<_> = items.iter().zip(types).map(|(&item, ty)| (item, Some(ty.clone()))).collect();
        let values = self.in_order(&wanted);
        if values.iter().any(|value| value.ty.is_error()) {
            return Expr::new(ExprKind::Null, Ty::Error, span);
        }
        let fields = values.into_iter().enumerate().map(|(at, value)| (Ty::tuple_field(at), value));
        Expr::new(ExprKind::Struct(fields.collect()), target.clone(), span)
    }

    /// `x, y = t` of a C tuple: all items are read before the first target changes.
    pub fn unpack_tuple(&mut self, targets: &[ExprId], tuple: Expr, span: Span) {
        let count = tuple.ty.tuple_items().map_or(0, <[Ty]>::len);
        if count != targets.len() {
            let place = self.source.function.body.exprs[targets[0]].span;
            self.report(report::other_length(targets.len(), count, place));
            return;
        }
        let tuple = self.store("tuple", tuple);
        for (at, &target) in targets.iter().enumerate() {
            let item = self.source.tuple_item(tuple.clone(), at);
            self.bind(target, item, span);
        }
    }

    /// `a = [x, y]` of a C array: all values are taken before the first element changes. Returns whether it
    /// was that.
    pub fn assign_items(&mut self, target: ExprId, value: ExprId, span: Span) -> bool {
        let source = self.source.function;
        let ty = self.source.types.expr(target);
        let (H::List(items) | H::Tuple(items), Ty::Array { element, length }) =
            (&source.body.exprs[value].kind, &ty)
        else {
            return false;
        };
        if matches!(**element, Ty::Array { .. })
            || matches!(source.body.exprs[target].kind, H::Subscript { .. })
        {
            return false;
        }
        if length.known().is_some_and(|length| items.len() as u64 != length) {
            let shown = self.source.table().display(&ty);
            self.report(report::wrong_length(&shown, items.len(), source.body.exprs[value].span));
            return true;
        }
        let wanted: Vec<_> = items.iter().map(|&item| (item, Some((**element).clone()))).collect();
        let values = self.in_order(&wanted);
        if values.iter().any(|value| value.ty.is_error()) {
            return true;
        }
        let base = self.place(target);
        if length.known().is_none() {
            self.check_items(length, items.len(), span);
        }
        let values: Vec<Expr> = values.into_iter().map(|value| self.kept(value)).collect();
        for (at, value) in values.into_iter().enumerate() {
            let index = Box::new(Expr::int(at as i128, Ty::INT, span));
            let kind = ExprKind::Index { base: Box::new(base.clone()), index };
            let place = Expr::new(kind, (**element).clone(), span);
            self.code.emit(StmtKind::Assign { place, value }, span);
        }
        true
    }
}

impl<'m> Source<'m> {
    /// An item of a C tuple.
    pub fn tuple_item(&self, tuple: Expr, at: usize) -> Expr {
        let span = tuple.span;
        let ty = tuple.ty.tuple_items().map_or(Ty::Error, |items| items[at].clone());
        Expr::new(ExprKind::Field { base: Box::new(tuple), name: Ty::tuple_field(at) }, ty, span)
    }
}
