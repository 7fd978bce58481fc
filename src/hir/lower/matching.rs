//! `match`: a chain of conditions on its subject. What a pattern looks into is taken apart by functions of the runtime, which
//! give a tuple of its parts, or `None`. Names are bound when a whole pattern has matched.

use super::builder::BodyBuilder;
use super::scope::Entry;
use super::{FunctionLowerer, report};
use crate::base::Name;
use crate::hir::{
    Binding, Block, CompareOp, Comparison, ExprId, ExprKind, LocalId, LogicalOp, Operator, PyClass, Runtime,
    Singleton, Stmt, StmtKind, Subscript, TypeExpr, TypeKind, TypeName, UnaryOp, field,
};
use crate::source::Span;
use crate::syntax::ast::{self, Expression, NULL, Pattern};

/// The classes whose only part, by position, is the object itself.
const WHOLE: [&str; 11] =
    ["bool", "bytearray", "bytes", "dict", "float", "frozenset", "int", "list", "set", "str", "tuple"];

/// One `case`, lowered.
struct Arm {
    span: Span,
    /// Statements that decide whether it matches.
    before: Block,
    /// `None` if it always does.
    condition: Option<ExprId>,
    /// The names are bound, and the block runs: if there is a guard, only where it holds.
    then: Block,
    /// Whether the guard held.
    holds: Option<LocalId>,
}

/// The parts of a `match` under construction.
struct Matching<'l, 'a, 't> {
    lowerer: &'l mut FunctionLowerer<'a, 't>,
    body: &'l mut BodyBuilder,
    /// For each name of the current pattern, the variable that holds its value until the pattern has matched.
    kept: Vec<(ast::Identifier<'t>, LocalId)>,
}

pub(super) fn match_statement<'t>(
    lowerer: &mut FunctionLowerer<'_, 't>,
    statement: ast::Match<'t>,
    body: &mut BodyBuilder,
) -> Block {
    let span = statement.header_span().unwrap_or(statement.span());
    let value = lowerer.maybe(statement.subject(), span, body);
    let mut matching = Matching { lowerer, body, kept: Vec::new() };
    let subject = matching.hidden("subject", TypeKind::Untyped, span);
    let mut block = vec![matching.assign(subject, value, span)];
    let mut arms = Vec::new();
    let cases = statement.cases();
    for (at, case) in cases.iter().enumerate() {
        let pattern = case.pattern();
        check(matching.lowerer, &pattern);
        if let Some(span) = always(&pattern).filter(|_| case.guard().is_none() && at + 1 < cases.len()) {
            matching.lowerer.report(report::hides_cases(span));
        }
        arms.push(matching.arm(*case, &pattern, subject));
    }
    block.extend(matching.chain(arms));
    block
}

impl<'t> Matching<'_, '_, 't> {
    fn arm(&mut self, case: ast::Case<'t>, pattern: &Pattern<'t>, subject: LocalId) -> Arm {
        let span = case.header_span().unwrap_or(case.span());
        self.kept.clear();
        let mut before = Block::new();
        let condition = self.condition(pattern, subject, &mut before);
        let mut then = Block::new();
        for (name, value) in std::mem::take(&mut self.kept) {
            let target = self.lowerer.target_name(name, self.body);
            let value = self.local(value, name.span());
            then.push(Stmt::new(StmtKind::Assign { targets: vec![target], value }, name.span()));
        }
        let guard = case.guard().map(|guard| self.lowerer.expr(guard, self.body));
        let run = self.lowerer.inner(case.body(), self.body);
        let holds = guard.map(|guard| {
            let holds = self.hidden("holds", TypeKind::Named(TypeName::Bint), span);
            before.push(self.flag(holds, false, span));
            then.push(self.assign(holds, guard, span));
            holds
        });
        match holds {
            None => then.extend(run),
            Some(holds) => {
                let condition = self.local(holds, span);
                then.push(Stmt::new(StmtKind::If { condition, then: run, otherwise: Block::new() }, span));
            }
        }
        Arm { span, before, condition, then, holds }
    }

    /// Each case, and the ones after it where it does not apply.
    fn chain(&mut self, arms: Vec<Arm>) -> Block {
        let mut rest = Block::new();
        for Arm { span, mut before, condition, then, holds } in arms.into_iter().rev() {
            let after = std::mem::take(&mut rest);
            match (condition, holds) {
                (None, None) => before.extend(then),
                (Some(condition), None) => {
                    before.push(Stmt::new(StmtKind::If { condition, then, otherwise: after }, span));
                }
                (condition, Some(holds)) => {
                    match condition {
                        Some(condition) => {
                            let otherwise = Block::new();
                            before.push(Stmt::new(StmtKind::If { condition, then, otherwise }, span));
                        }
                        None => before.extend(then),
                    }
                    if !after.is_empty() {
                        let held = self.local(holds, span);
                        let condition = self.body.add(ExprKind::Unary(UnaryOp::Not, held), span);
                        let otherwise = Block::new();
                        before.push(Stmt::new(StmtKind::If { condition, then: after, otherwise }, span));
                    }
                }
            }
            rest = before;
        }
        rest
    }

    /// Whether a pattern matches: an expression, if need be on what statements before it have found out. `None`: it does.
    fn condition(&mut self, pattern: &Pattern<'t>, subject: LocalId, before: &mut Block) -> Option<ExprId> {
        let span = pattern.span();
        match pattern {
            Pattern::Wildcard(_) => return None,
            Pattern::Capture(name) => {
                self.kept.push((*name, subject));
                return None;
            }
            Pattern::As(inner, name) => {
                let condition = self.condition(inner, subject, before);
                self.kept.push((*name, subject));
                return condition;
            }
            _ => {}
        }
        if let Some(test) = self.test(pattern, subject) {
            return test;
        }
        for name in pattern.names() {
            if self.kept.iter().all(|(known, _)| known.text() != name.text()) {
                let kept = self.hidden(name.text(), TypeKind::Untyped, name.span());
                self.kept.push((name, kept));
            }
        }
        let matched = self.hidden("matched", TypeKind::Named(TypeName::Bint), span);
        before.push(self.flag(matched, false, span));
        let success = vec![self.flag(matched, true, span)];
        before.extend(self.steps(pattern, subject, success));
        Some(self.local(matched, span))
    }

    /// The same for a pattern that binds no names and looks at the subject as a whole: `Some(None)` if it always matches.
    fn test(&mut self, pattern: &Pattern<'t>, subject: LocalId) -> Option<Option<ExprId>> {
        let span = pattern.span();
        let condition = match pattern {
            Pattern::Wildcard(_) => return Some(None),
            Pattern::Value(_) | Pattern::Literal(_) => {
                let value = self.value(pattern);
                match pattern {
                    Pattern::Literal(literal) if matches!(literal.value, Expression::None(_)) => {
                        self.compare(subject, Comparison::Is, value, span)
                    }
                    // The integer 1 is not `True`, also if C holds it.
                    Pattern::Literal(literal) if matches!(literal.value, Expression::Boolean(_)) => {
                        let ty = super::function::object_type(span);
                        let operand = self.local(subject, span);
                        let first = self.body.add(ExprKind::Cast { ty, checked: false, operand }, span);
                        self.body.add(ExprKind::Compare { first, rest: vec![(Comparison::Is, value)] }, span)
                    }
                    _ => self.compare(subject, Comparison::Ordering(CompareOp::Equal), value, span),
                }
            }
            Pattern::Or(patterns, _) => {
                let mut tests = Vec::new();
                for pattern in patterns {
                    let test = self.test(pattern, subject)?;
                    // What stands before a `_` is evaluated all the same.
                    let truth = ExprKind::Singleton(Singleton::True);
                    tests.push(test.unwrap_or_else(|| self.body.add(truth, pattern.span())));
                }
                let either = |left, right| self.body.add(ExprKind::Logical(LogicalOp::Or, left, right), span);
                tests.into_iter().reduce(either)?
            }
            Pattern::Class(class) if class.positional.is_empty() && class.keywords.is_empty() => {
                let name = class.class.text();
                let is_builtin = WHOLE.contains(&name)
                    && self.lowerer.scope().get(name).is_none()
                    && !self.body.is_local(name);
                is_builtin.then_some(())?;
                let arguments = vec![self.local(subject, span), self.dotted(class.class)];
                let builtin = ExprKind::Name(Binding::Builtin(Name::new("isinstance")));
                let callee = self.body.add(builtin, span);
                self.body.add(ExprKind::Call { callee, arguments, keywords: Vec::new() }, span)
            }
            _ => return None,
        };
        Some(Some(condition))
    }

    /// Statements that run `success` if a pattern matches.
    fn steps(&mut self, pattern: &Pattern<'t>, subject: LocalId, success: Block) -> Block {
        let span = pattern.span();
        if let Some(test) = self.test(pattern, subject) {
            return match test {
                Some(condition) => vec![when(condition, success, span)],
                None => success,
            };
        }
        match pattern {
            Pattern::Capture(name) => self.capture(*name, subject, success),
            Pattern::As(inner, name) => {
                let success = self.capture(*name, subject, success);
                self.steps(inner, subject, success)
            }
            Pattern::Or(patterns, _) => self.either(patterns, subject, success, span),
            Pattern::Sequence(patterns, _) => self.sequence(patterns, subject, success, span),
            Pattern::Mapping(mapping) => self.mapping(mapping, subject, success),
            Pattern::Class(class) => self.class(class, subject, success),
            // A star in a sequence is among its parts.
            Pattern::Star(Some(name), _) => self.capture(*name, subject, success),
            Pattern::Star(None, _) => success,
            Pattern::Wildcard(_) | Pattern::Value(_) | Pattern::Literal(_) | Pattern::Error(_) => {
                Block::new()
            }
        }
    }

    fn capture(&mut self, name: ast::Identifier<'t>, value: LocalId, mut success: Block) -> Block {
        if let Some(&(_, kept)) = self.kept.iter().find(|(known, _)| known.text() == name.text()) {
            let value = self.local(value, name.span());
            success.insert(0, self.assign(kept, value, name.span()));
        }
        success
    }

    /// The first of some patterns that matches.
    fn either(&mut self, patterns: &[Pattern<'t>], subject: LocalId, success: Block, span: Span) -> Block {
        let found = self.hidden("found", TypeKind::Named(TypeName::Bint), span);
        let mut block = vec![self.flag(found, false, span)];
        for (at, pattern) in patterns.iter().enumerate() {
            let noted = vec![self.flag(found, true, span)];
            let steps = self.steps(pattern, subject, noted);
            if at == 0 {
                block.extend(steps);
            } else {
                let so_far = self.local(found, span);
                let condition = self.body.add(ExprKind::Unary(UnaryOp::Not, so_far), span);
                block.push(when(condition, steps, span));
            }
        }
        let condition = self.local(found, span);
        block.push(when(condition, success, span));
        block
    }

    fn sequence(&mut self, patterns: &[Pattern<'t>], subject: LocalId, success: Block, span: Span) -> Block {
        let star = patterns.iter().position(|pattern| matches!(pattern, Pattern::Star(..)));
        let before = star.unwrap_or(patterns.len());
        let (after, keeps) = match star {
            Some(at) => {
                let keeps = matches!(patterns[at], Pattern::Star(Some(_), _));
                let after = self.number(patterns.len() - at - 1, span);
                (after, if keeps { Singleton::True } else { Singleton::False })
            }
            None => (self.body.add(ExprKind::Singleton(Singleton::None), span), Singleton::False),
        };
        let arguments = vec![
            self.local(subject, span),
            self.number(before, span),
            after,
            self.body.add(ExprKind::Singleton(keeps), span),
        ];
        self.parts(Runtime::MatchSequence, arguments, patterns.iter(), success, span)
    }

    fn mapping(&mut self, mapping: &ast::MappingPattern<'t>, subject: LocalId, success: Block) -> Block {
        let span = mapping.span;
        let keys: Vec<ExprId> = mapping.items.iter().map(|(key, _)| self.value(key)).collect();
        let keeps = if mapping.rest.is_some() { Singleton::True } else { Singleton::False };
        let arguments = vec![
            self.local(subject, span),
            self.body.add(ExprKind::Tuple(keys), span),
            self.body.add(ExprKind::Singleton(keeps), span),
        ];
        let rest = mapping.rest.map(Pattern::Capture);
        let patterns = mapping.items.iter().map(|(_, pattern)| pattern).chain(&rest);
        self.parts(Runtime::MatchMapping, arguments, patterns, success, span)
    }

    fn class(&mut self, class: &ast::ClassPattern<'t>, subject: LocalId, success: Block) -> Block {
        let span = class.span;
        let name = class.class.text();
        let of = self.lowerer.visible().class_named(name).filter(|_| !self.body.is_local(name));
        // Python does not see all fields of C's.
        let classes = &self.lowerer.tables.classes;
        let is_field = |name: &str| of.is_some_and(|of| field(classes, of, name).is_some());
        let (fields, others): (Vec<_>, Vec<_>) =
            class.keywords.iter().partition(|(name, _)| is_field(name.text()));
        let mut inner = success;
        for (name, pattern) in fields.into_iter().rev() {
            let kind = TypeKind::Named(TypeName::Object(of.map_or(PyClass::Object, PyClass::Extension)));
            let operand = self.local(subject, span);
            let cast = ExprKind::Cast { ty: TypeExpr { kind, span }, checked: false, operand };
            let base = self.body.add(cast, span);
            let value = ExprKind::Attribute { base, name: Name::new(name.text()) };
            inner = self.part(value, pattern, inner, name.span());
        }
        let names: Vec<ExprId> = others
            .iter()
            .map(|(name, _)| self.body.add(ExprKind::Str(name.text().to_string()), name.span()))
            .collect();
        let arguments = vec![
            self.local(subject, span),
            self.dotted(class.class),
            self.number(class.positional.len(), span),
            self.body.add(ExprKind::Tuple(names), span),
        ];
        let patterns = class.positional.iter().chain(others.into_iter().map(|(_, pattern)| pattern));
        self.parts(Runtime::MatchClass, arguments, patterns, inner, span)
    }

    /// Takes the subject apart, and goes on with each part.
    fn parts<'p>(
        &mut self,
        taking: Runtime,
        arguments: Vec<ExprId>,
        patterns: impl Iterator<Item = &'p Pattern<'t>>,
        success: Block,
        span: Span,
    ) -> Block
    where
        't: 'p,
    {
        let parts = self.hidden("parts", TypeKind::Untyped, span);
        let value = self.body.add(ExprKind::Runtime(taking, arguments), span);
        let mut block = vec![self.assign(parts, value, span)];
        let mut inner = success;
        for (at, pattern) in patterns.collect::<Vec<_>>().into_iter().enumerate().rev() {
            if matches!(pattern, Pattern::Wildcard(_) | Pattern::Star(None, _)) {
                continue;
            }
            let place = pattern.span();
            let base = self.local(parts, place);
            let index = Subscript::Index(self.number(at, place));
            inner = self.part(ExprKind::Subscript { base, indices: vec![index] }, pattern, inner, place);
        }
        let none = self.body.add(ExprKind::Singleton(Singleton::None), span);
        let condition = self.compare(parts, Comparison::IsNot, none, span);
        block.push(when(condition, inner, span));
        block
    }

    /// Statements that run `success` if a part of the subject matches.
    fn part(&mut self, value: ExprKind, pattern: &Pattern<'t>, success: Block, place: Span) -> Block {
        let part = self.hidden("part", TypeKind::Untyped, place);
        let value = self.body.add(value, place);
        let mut steps = vec![self.assign(part, value, place)];
        steps.extend(self.steps(pattern, part, success));
        steps
    }

    /// What a value pattern, a literal or a key of a mapping stands for.
    fn value(&mut self, pattern: &Pattern<'t>) -> ExprId {
        let span = pattern.span();
        match pattern {
            Pattern::Value(name) => self.dotted(*name),
            Pattern::Literal(literal) => {
                let mut value = self.lowerer.expr(literal.value, self.body);
                if literal.is_negative {
                    value = self.body.add(ExprKind::Unary(UnaryOp::Negate, value), span);
                }
                if let Some((is_subtracted, imaginary)) = literal.imaginary {
                    let imaginary = self.lowerer.expr(imaginary, self.body);
                    let operator = if is_subtracted { Operator::Subtract } else { Operator::Add };
                    value = self.body.add(ExprKind::Binary(operator, value, imaginary), span);
                }
                value
            }
            _ => self.body.add(ExprKind::Error, span),
        }
    }

    /// `a.b.c`, as an expression means it.
    fn dotted(&mut self, name: ast::DottedName<'t>) -> ExprId {
        let parts = name.parts();
        let Some((head, rest)) = parts.split_first() else {
            return self.body.add(ExprKind::Error, name.span());
        };
        if head.text() == NULL && rest.is_empty() {
            return self.body.add(ExprKind::Null, head.span());
        }
        if let Some(known) = self.declared(*head, rest, name.span()) {
            return self.body.add(known, name.span());
        }
        let text = self.lowerer.mangled(head.text(), self.body);
        self.lowerer.mention(head.text(), head.span());
        let kind = self.lowerer.name_kind(&text, head.span(), self.body);
        let mut value = self.body.add(kind, head.span());
        for part in rest {
            let name = self.lowerer.mangled(part.text(), self.body);
            let span = head.span().to(part.span());
            value = self.body.add(ExprKind::Attribute { base: value, name }, span);
        }
        value
    }

    /// A member of an enum of C's, or of a cimported module.
    fn declared(
        &mut self,
        head: ast::Identifier<'t>,
        rest: &[ast::Identifier<'t>],
        span: Span,
    ) -> Option<ExprKind> {
        if self.body.is_local(head.text()) {
            return None;
        }
        match (self.lowerer.scope().get(head.text())?, rest) {
            (Entry::Type(TypeName::Enum(id)), [member]) => self.lowerer.enum_member(*id, member.text()),
            (Entry::CModule { path, also_python }, [.., last]) => {
                let (mut path, also_python) = (path.to_string(), *also_python);
                rest.iter().for_each(|part| path = format!("{path}.{}", part.text()));
                self.lowerer.member_of_module(&path, also_python, last.span(), span)
            }
            _ => None,
        }
    }

    fn hidden(&mut self, name: &str, kind: TypeKind, span: Span) -> LocalId {
        self.body.hidden_local(Name::new(name), TypeExpr { kind, span }, false, span)
    }

    fn local(&mut self, id: LocalId, span: Span) -> ExprId {
        self.body.add(ExprKind::Name(Binding::Local(id)), span)
    }

    fn number(&mut self, value: usize, span: Span) -> ExprId {
        let digits = Name::new(value.to_string());
        self.body.add(ExprKind::Int { digits, suffix: Name::default() }, span)
    }

    fn assign(&mut self, target: LocalId, value: ExprId, span: Span) -> Stmt {
        let targets = vec![self.local(target, span)];
        Stmt::new(StmtKind::Assign { targets, value }, span)
    }

    fn flag(&mut self, target: LocalId, is_set: bool, span: Span) -> Stmt {
        let value = if is_set { Singleton::True } else { Singleton::False };
        let value = self.body.add(ExprKind::Singleton(value), span);
        self.assign(target, value, span)
    }

    fn compare(&mut self, left: LocalId, comparison: Comparison, right: ExprId, span: Span) -> ExprId {
        let first = self.local(left, span);
        self.body.add(ExprKind::Compare { first, rest: vec![(comparison, right)] }, span)
    }
}

fn when(condition: ExprId, then: Block, span: Span) -> Stmt {
    Stmt::new(StmtKind::If { condition, then, otherwise: Block::new() }, span)
}

/// The place in a pattern because of which it always matches.
fn always(pattern: &Pattern<'_>) -> Option<Span> {
    match pattern {
        Pattern::Wildcard(span) => Some(*span),
        Pattern::Capture(name) => Some(name.span()),
        Pattern::As(inner, _) => always(inner),
        Pattern::Or(patterns, _) => patterns.last().and_then(always),
        _ => None,
    }
}

/// Reports what Python refuses in a pattern.
fn check<'t>(lowerer: &mut FunctionLowerer<'_, 't>, pattern: &Pattern<'t>) {
    let mut wrong = Vec::new();
    twice(&pattern_names(pattern), &mut wrong);
    within(pattern, &mut wrong);
    wrong.into_iter().for_each(|wrong| lowerer.report(wrong));
}

/// The names that a pattern binds: of alternatives, those of the first.
fn pattern_names<'t>(pattern: &Pattern<'t>) -> Vec<ast::Identifier<'t>> {
    match pattern {
        Pattern::Or(patterns, _) => patterns.first().map(pattern_names).unwrap_or_default(),
        Pattern::Sequence(patterns, _) => patterns.iter().flat_map(pattern_names).collect(),
        Pattern::Mapping(mapping) => {
            mapping.items.iter().flat_map(|(_, pattern)| pattern_names(pattern)).chain(mapping.rest).collect()
        }
        Pattern::Class(class) => {
            let keywords = class.keywords.iter().map(|(_, pattern)| pattern);
            class.positional.iter().chain(keywords).flat_map(pattern_names).collect()
        }
        Pattern::As(inner, name) => pattern_names(inner).into_iter().chain([*name]).collect(),
        other => other.names(),
    }
}

fn twice(names: &[ast::Identifier<'_>], wrong: &mut Vec<crate::diag::Diagnostic>) {
    for (at, name) in names.iter().enumerate() {
        if let Some(earlier) = names[..at].iter().find(|earlier| earlier.text() == name.text()) {
            wrong.push(report::bound_twice(name.text(), name.span(), earlier.span()));
        }
    }
}

fn within<'t>(pattern: &Pattern<'t>, wrong: &mut Vec<crate::diag::Diagnostic>) {
    match pattern {
        Pattern::Or(patterns, _) => {
            let texts = |pattern: &Pattern<'t>| {
                let mut names: Vec<&str> = pattern_names(pattern).iter().map(|name| name.text()).collect();
                names.sort_unstable();
                names
            };
            let Some((first, others)) = patterns.split_first() else { return };
            let before_last = &patterns[..others.len()];
            if let Some(span) = before_last.iter().find_map(always) {
                wrong.push(report::hides_alternatives(span));
            } else if let Some(other) = others.iter().find(|other| texts(other) != texts(first)) {
                wrong.push(report::other_names(other.span(), first.span()));
            }
            patterns.iter().for_each(|one| within(one, wrong));
        }
        Pattern::Sequence(patterns, _) => {
            let mut stars = patterns.iter().filter(|pattern| matches!(pattern, Pattern::Star(..)));
            if let (Some(first), Some(second)) = (stars.next(), stars.next()) {
                wrong.push(report::stars_of_sequence(second.span(), first.span()));
            }
            patterns.iter().for_each(|pattern| within(pattern, wrong));
        }
        // What is there twice in these, the parser reports.
        Pattern::Mapping(mapping) => mapping.items.iter().for_each(|(_, pattern)| within(pattern, wrong)),
        Pattern::Class(class) => {
            let keywords = class.keywords.iter().map(|(_, pattern)| pattern);
            class.positional.iter().chain(keywords).for_each(|pattern| within(pattern, wrong));
        }
        Pattern::As(inner, _) => within(inner, wrong),
        _ => {}
    }
}
