//! Dataclasses of extension types: `@cython.dataclasses.dataclass`, or that of `dataclasses`, above a `cdef class`. What
//! their decorators and fields say is read here; [`methods`] has the methods that follow from it, [`attributes`] what
//! Python's module `dataclasses` finds in the type.

mod attributes;
mod fields;
mod methods;

use std::collections::HashSet;

use super::function::Pending;
use super::modifiers::{Imported, Modifier};
use super::{ClassCollector, Collector, report};
use crate::base::{Arena, Name};
use crate::hir::{ClassId, FieldAccess, Method, MethodRole, TypeExpr, TypeKind, Typedef, lineage};
use crate::source::Span;
use crate::syntax::ast::{self, Expression, Statement, TemplateValue};
use fields::DataField;
pub use methods::DataMethod;

/// An extension type that is a dataclass.
pub(super) struct Dataclass<'t> {
    options: Options,
    /// Those of its base first.
    fields: Vec<DataField<'t>>,
    /// How many are its base's.
    inherited: usize,
    /// The nearest base that is a dataclass.
    base: Option<ClassId>,
    /// What `__init__` calls at its end.
    post_init: Option<PostInit>,
    has_own_match_args: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PostInit {
    /// As in Cython, that of the class itself alone.
    Python,
    /// Heirs have it, too.
    C,
}

/// The arguments of `dataclass`.
#[derive(Clone, Copy)]
struct Options {
    init: bool,
    repr: bool,
    eq: bool,
    order: bool,
    unsafe_hash: bool,
    frozen: bool,
    kw_only: bool,
    match_args: bool,
}

impl Options {
    const NAMES: &[&str] = &["init", "repr", "eq", "order", "unsafe_hash", "frozen", "kw_only", "match_args"];

    fn usual() -> Options {
        Options {
            init: true,
            repr: true,
            eq: true,
            order: false,
            unsafe_hash: false,
            frozen: false,
            kw_only: false,
            match_args: true,
        }
    }

    fn named(&mut self, name: &str) -> Option<&mut bool> {
        Some(match name {
            "init" => &mut self.init,
            "repr" => &mut self.repr,
            "eq" => &mut self.eq,
            "order" => &mut self.order,
            "unsafe_hash" => &mut self.unsafe_hash,
            "frozen" => &mut self.frozen,
            "kw_only" => &mut self.kw_only,
            "match_args" => &mut self.match_args,
            _ => return None,
        })
    }
}

impl<'t> Dataclass<'t> {
    fn own_field(&self, name: &str) -> Option<&DataField<'t>> {
        self.fields[self.inherited..].iter().find(|field| field.name == name)
    }
}

impl<'d, 't> Imported<'d, 't> {
    /// `@dataclass` of an extension type, with arguments or without.
    pub(super) fn is_dataclass_decorator(self, decorator: Expression<'t>) -> bool {
        decorator.named().is_some_and(|callee| self.is_of_dataclasses(callee, "dataclass"))
    }

    /// Whether `cython.dataclasses.dataclass` makes an extension type of a Python class.
    pub(super) fn is_cython_dataclass(self, class: ast::Class<'t>) -> bool {
        let mut decorators = class.decorators().into_iter().filter_map(ast::Decorator::expression);
        decorators
            .any(|decorator| decorator.named().is_some_and(|callee| self.is_of_cython(callee, "dataclass")))
    }

    fn is_of_dataclasses(self, expr: Expression<'t>, name: &str) -> bool {
        self.is_of_cython(expr, name) || self.is_imported(expr, "dataclasses", name)
    }

    fn is_of_cython(self, expr: Expression<'t>, name: &str) -> bool {
        self.0.module_path_of(expr).is_some_and(|path| path == format!("cython.dataclasses.{name}"))
    }

    fn dataclass_decorator(self, class: ast::CClass<'t>) -> Option<ast::Decorator<'t>> {
        class
            .decorators()
            .into_iter()
            .find(|one| one.expression().is_some_and(|one| self.is_dataclass_decorator(one)))
    }
}

/// Reads the dataclasses of a unit.
pub(super) struct Reading<'c, 't>(pub &'c mut Collector<'t>);

impl<'t> Reading<'_, 't> {
    fn imported(&self) -> Imported<'_, 't> {
        Imported(self.0.visible())
    }

    /// Notes that a class is a dataclass, before its members are read.
    pub(super) fn begin(&mut self, class: ast::CClass<'t>, id: ClassId) {
        let Some(decorator) = self.imported().dataclass_decorator(class) else { return };
        if self.0.visible().unit_is_own_declarations() {
            return self.0.not_yet("a dataclass in a `.pxd`", decorator.span());
        }
        let options = self.dataclass_options(decorator);
        let base = lineage(&self.0.tables.classes, id)
            .skip(1)
            .find(|base| self.0.declarations.dataclasses.contains_key(base));
        let fields =
            base.map(|base| self.0.declarations.dataclasses[&base].fields.clone()).unwrap_or_default();
        let inherited = base.and_then(|base| self.0.declarations.dataclasses[&base].post_init);
        let made = Dataclass {
            options,
            inherited: fields.len(),
            fields,
            base,
            post_init: inherited.filter(|post_init| *post_init == PostInit::C),
            has_own_match_args: false,
        };
        self.0.declarations.dataclasses.insert(id, made);
        self.0.tables.classes[id].has_statements = true;
        self.0.tables.classes[id].decorated.is_dataclass = true;
        let own = lineage(&self.0.tables.classes, id).skip(1).take_while(|class| Some(*class) != base);
        let unknown = own.filter_map(|class| self.0.tables.classes[class].foreign.as_ref());
        let unknown =
            unknown.filter(|foreign| foreign.module != "builtins").map(|foreign| foreign.name.clone());
        if let Some(unknown) = unknown.last() {
            let place = class.bases().first().map_or(decorator.span(), |base| base.span());
            self.0.report(report::base_of_dataclass(&unknown, place));
        }
    }

    fn dataclass_options(&mut self, decorator: ast::Decorator<'t>) -> Options {
        let mut options = Options::usual();
        let arguments = match decorator.expression() {
            Some(Expression::Call(call)) => call.arguments(),
            _ => Vec::new(),
        };
        for argument in arguments {
            match (argument.name(), argument.value()) {
                (None, _) => self.0.report(report::dataclass_by_position(argument.span())),
                (Some(name), value) => match (options.named(name.text()), value) {
                    (None, _) => {
                        let wrong = report::dataclass_option(name.text(), Options::NAMES, name.span());
                        self.0.report(wrong);
                    }
                    (Some(option), Some(Expression::Boolean(value))) => *option = value.value(),
                    (Some(_), _) => {
                        self.0.report(report::dataclass_constant(name.text(), "", argument.span()))
                    }
                },
            }
        }
        options
    }

    /// Whether a statement gives a field of a dataclass a type, with a value or without.
    pub(super) fn is_field(&self, class: ClassId, assignment: ast::Assignment<'t>) -> bool {
        self.0.declarations.dataclasses.contains_key(&class)
            && assignment.annotation().is_some()
            && matches!(assignment.targets().as_slice(), [Expression::Name(_)])
            && !self.imported().is_of_class(assignment)
    }

    /// `_: KW_ONLY` in a dataclass.
    pub(super) fn is_kw_only_mark(&self, class: ClassId, assignment: ast::Assignment<'t>) -> bool {
        self.0.declarations.dataclasses.contains_key(&class)
            && assignment.annotation().is_some_and(|annotation| self.imported().is_kw_only(annotation))
    }

    /// Reads what the fields are given, and adds the methods that the class does not have itself.
    pub(super) fn finish(&mut self, class: ast::CClass<'t>, id: ClassId) {
        if self.0.visible().unit_is_own_declarations() || !self.0.declarations.dataclasses.contains_key(&id) {
            return;
        }
        let statements = class.body().map(ast::Block::statements).unwrap_or_default();
        let statements = self.0.visible().live(statements);
        let names = self.names_bound(&statements);
        let options = self.0.declarations.dataclasses[&id].options;
        let wanted = DataMethod::wanted(options).into_iter().filter(|method| !names.contains(method.name()));
        let wanted: Vec<DataMethod> = wanted.collect();
        self.read_fields(id, &statements, &wanted);
        let own_post_init = statements.iter().find_map(|statement| match statement {
            Statement::Function(function) if function.name()?.text() == "__post_init__" => {
                Some(PostInit::Python)
            }
            Statement::CFunction(function) if function.name()?.text() == "__post_init__" => Some(PostInit::C),
            _ => None,
        });
        let Some(made) = self.0.declarations.dataclasses.get_mut(&id) else { return };
        made.post_init = own_post_init.or(made.post_init);
        made.has_own_match_args = names.contains("__match_args__");
        let span = self.imported().dataclass_decorator(class).map_or(class.span(), |one| one.span());
        if options.unsafe_hash && names.contains("__hash__") {
            self.0.report(report::dataclass_hash(&self.0.tables.classes[id].name, span));
        }
        for method in wanted {
            self.0.tables.classes[id].decorated.has_made_init |= method == DataMethod::Init;
            self.0.lowerer().add_function(Pending::OfDataclass(id, method));
        }
    }

    /// The names of methods and attributes in a class.
    fn names_bound(&self, statements: &[Statement<'t>]) -> HashSet<&'t str> {
        let mut names = HashSet::new();
        for statement in statements {
            match statement {
                Statement::Function(function) => names.extend(function.name().map(ast::Identifier::text)),
                Statement::CFunction(function) => names.extend(function.name().map(ast::Identifier::text)),
                Statement::Assignment(assignment) => {
                    for target in assignment.targets() {
                        if let Expression::Name(name) = target {
                            names.insert(name.text());
                        }
                    }
                }
                _ => {}
            }
        }
        names
    }
}

impl<'t> ClassCollector<'_, 't> {
    /// What Python may do with a field that an annotation declares.
    pub(super) fn access_of_annotated(&self, ty: &TypeExpr, access: FieldAccess) -> FieldAccess {
        let Some(made) = self.collector.declarations.dataclasses.get(&self.class) else { return access };
        let is_shown = !is_of_c_alone(ty, &self.collector.tables.typedefs);
        match made.options.frozen {
            _ if access != FieldAccess::Hidden || !is_shown => access,
            true => FieldAccess::ReadOnly,
            false => FieldAccess::Public,
        }
    }

    /// The type that an annotation gives a field.
    pub(super) fn type_of_annotation(
        &mut self,
        annotation: ast::Annotation<'t>,
        init: &mut super::builder::BodyBuilder,
    ) -> Option<TypeExpr> {
        let of_dataclass = self.collector.declarations.dataclasses.contains_key(&self.class);
        // Cython makes no type of a text here.
        if of_dataclass && matches!(annotation.expression(), Some(Expression::String(_))) {
            return None;
        }
        if Imported(self.collector.visible()).modifier(annotation.text()) != Some(Modifier::InitVar) {
            return self.collector.lowerer().annotated(annotation, init).map(|(ty, _)| ty);
        }
        self.check_init_var(annotation.span());
        if let Some(Expression::Subscript(subscript)) = annotation.expression() {
            let inner = subscript.indices().first().copied()?;
            return self.collector.lowerer().annotated_type(inner, init).map(|(ty, _)| ty);
        }
        let (_, arguments) = annotation.generic()?;
        self.collector.lowerer().annotated(*arguments.first()?, init).map(|(ty, _)| ty)
    }

    /// The type in `cdef InitVar[int] x`.
    pub(super) fn type_of_init_var(
        &mut self,
        decl: ast::CDeclaration<'t>,
        init: &mut super::builder::BodyBuilder,
    ) -> TypeExpr {
        let span = decl.c_type().map_or(decl.span(), |ty| ty.span());
        self.check_init_var(span);
        let inner = match decl.c_type() {
            Some(ast::CType::Template(template)) => template.arguments().first().and_then(|one| one.value()),
            _ => None,
        };
        match inner {
            Some(TemplateValue::Type(inner)) => self.collector.lowerer().type_name(inner, init),
            Some(TemplateValue::Expression(inner)) => self.collector.lowerer().spelled_type(inner, init),
            None => super::function::object_type(span),
        }
    }

    fn check_init_var(&mut self, span: Span) {
        if !self.collector.declarations.dataclasses.contains_key(&self.class) {
            self.collector.report(report::init_var_alone(span));
        }
    }
}

/// A method of an extension type that Python calls with an object of it.
fn of_objects(class: ClassId) -> Method {
    Method { class, role: MethodRole::Instance }
}

/// The name of the variable that keeps something for a class.
fn kept_name(class: &Name, what: &str) -> Name {
    Name::new(format!("{class}_{what}_default"))
}

/// Whether no object stands for a value of a type.
fn is_of_c_alone(ty: &TypeExpr, typedefs: &Arena<Typedef>) -> bool {
    let kind = &crate::hir::fused::resolved(ty, typedefs).kind;
    matches!(kind, TypeKind::Pointer(_) | TypeKind::Function(_))
}
