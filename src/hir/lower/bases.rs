//! The bases of extension types, and classes that other modules define.

use super::builder::BodyBuilder;
use super::declare::c_name_of;
use super::function::Pending;
use super::places::MethodText;
use super::scope::Entry;
use super::{ClassCollector, Collector, FunctionLowerer, known, report, string_text};
use crate::base::Name;
use crate::hir::{
    Class, ClassField, ClassId, FieldAccess, ForeignClass, ForeignStruct, Method, MethodRole, PyClass,
    SizeCheck, TypeKind, TypeName, lineage,
};
use crate::source::Span;
use crate::syntax::ast::{self, Expression, Statement};

/// Python's name of the module with the builtins, and Python 2's.
const BUILTINS: &str = "builtins";

impl<'t> Collector<'t> {
    /// Declares the base of a class.
    pub fn declare_base(&mut self, decl: ast::CClass<'t>) {
        let Some(id) = decl.bound_name().and_then(|name| self.visible().class_named(name.text())) else {
            return;
        };
        let bases = decl.bases();
        let Some(base) = bases.first() else { return };
        // The others are Python classes, which are known when the class statement runs: it completes the type.
        self.tables.classes[id].has_statements |= bases.len() > 1 && self.visible().is_own();
        let span = base.span();
        let path = base.value().filter(|_| base.is_plain()).and_then(path_of);
        let Some(path) = path else {
            self.not_yet("a base that is not the name of an extension type", span);
            return;
        };
        let Some(known) = self.named_class(&path, span) else { return };
        let class = &self.tables.classes[known];
        if class.is_final {
            let (name, declared) = (class.name.clone(), class.span);
            self.report(report::final_base(&name, span, declared));
        } else if lineage(&self.tables.classes, known).any(|inherited| inherited == id) {
            let name = self.tables.classes[id].name.clone();
            self.report(report::own_base(&name, span));
        } else if class.foreign.as_ref().is_some_and(is_partial) {
            self.not_yet(&format!("an extension type with the base `{path}`"), span);
        } else {
            self.tables.classes[id].base = Some(known);
        }
    }

    /// The class that a base names; `None` for `object`.
    fn named_class(&mut self, path: &str, span: Span) -> Option<ClassId> {
        if matches!(self.scope().get(path), None | Some(Entry::Python)) && !path.contains('.') {
            if path == "object" {
                return None;
            }
            if let Some(structure) = builtin_struct(path) {
                return Some(self.lowerer().builtin_class(path, structure, span));
            }
        }
        match self.lowerer().named_type(path, span) {
            TypeKind::Named(TypeName::Object(PyClass::Extension(id))) => return Some(id),
            TypeKind::Error => {}
            // Their objects have varying lengths, and no room for a dict.
            TypeKind::Named(TypeName::Object(PyClass::Tuple | PyClass::Bytes)) => {
                self.report(report::varying_base(path, span));
            }
            _ => self.not_yet(&format!("an extension type with the base `{path}`"), span),
        }
        None
    }

    /// Reads the declaration of a class of another module.
    pub(super) fn foreign_class(
        &mut self,
        decl: ast::CClass<'t>,
        dotted: ast::DottedName<'t>,
        is_extern: bool,
    ) -> Option<ForeignClass> {
        let path = dotted.path();
        let unit = self.declarations.units[self.unit].name.clone();
        let is_own = self.visible().is_own_unit();
        let (module, name) = match path.rsplit_once('.') {
            Some(("__builtin__" | BUILTINS, name)) => builtin(name),
            Some((module, name)) => (module, name),
            None if !is_own => (unit.as_str(), path.as_str()),
            None => {
                self.report(report::no_home(&path, dotted.span()));
                return None;
            }
        };
        let mut structure = None;
        let mut check_size = SizeCheck::Warn;
        for option in decl.options() {
            let value = option.value().map_or("", |value| value.text());
            match option.name() {
                "object" => structure = Some(Name::new(value)),
                "check_size" => {
                    check_size = match value {
                        "ignore" => SizeCheck::Ignore,
                        "error" => SizeCheck::Error,
                        _ => SizeCheck::Warn,
                    }
                }
                _ => {}
            }
        }
        let methods = decl.body().map(ast::Block::statements).unwrap_or_default();
        // Only the header knows how its objects point to them.
        let is_of_header = is_extern || decl.has_modifier("extern");
        super::c_properties::mistakes(&methods).into_iter().for_each(|mistake| self.report(mistake));
        if let Some(method) = methods.into_iter().find(|statement| is_of_header && is_method(*statement)) {
            self.not_yet("an extension type of a header with C methods", method.span());
            return None;
        }
        let structure = match structure {
            Some(name) if is_extern && decl.is_typedef() => ForeignStruct::Header(name),
            Some(name) if is_extern => ForeignStruct::Header(Name::new(format!("struct {name}"))),
            name => ForeignStruct::Fields(name),
        };
        let (module, name, include) = (Name::new(module), Name::new(name), self.extern_place.include);
        Some(ForeignClass { module, name, structure, include, check_size })
    }
}

impl<'t> ClassCollector<'_, 't> {
    /// Whether objects of a class may have additional fields.
    pub(super) fn may_have_fields(&self) -> bool {
        let class = self.class;
        lineage(&self.collector.tables.classes, class).all(|id| {
            let foreign = self.collector.tables.classes[id].foreign.as_ref();
            foreign.is_none_or(|foreign| foreign.structure != ForeignStruct::Python(Name::new(VARYING)))
        })
    }

    /// The fields and C methods in the declaration of a foreign class.
    pub(super) fn foreign_members(&mut self, body: ast::Block<'t>, init: &mut BodyBuilder) {
        for statement in self.collector.visible().live(body.statements()) {
            self.foreign_member(statement, init);
        }
    }

    fn foreign_member(&mut self, statement: Statement<'t>, init: &mut BodyBuilder) {
        let class = self.class;
        match statement {
            Statement::CDeclaration(decl) => {
                for declarator in decl.declarators().into_iter().filter_map(|one| one.declarator()) {
                    match declarator.function() {
                        Some(_) => self.declare_place(MethodText::Announced(decl, declarator), init),
                        None => self.foreign_field(decl, declarator, init),
                    }
                }
            }
            Statement::CdefBlock(block) => {
                for inner in block.body().map(ast::Block::statements).unwrap_or_default() {
                    self.foreign_member(inner, init);
                }
            }
            Statement::CFunction(function) if is_property(function) => {
                let method = Method { class, role: MethodRole::Getter };
                self.collector.lowerer().add_function(Pending::CMethod(function, method));
            }
            Statement::CFunction(function) => {
                self.declare_place(MethodText::Inline(function), init);
            }
            _ => {}
        }
    }

    fn foreign_field(
        &mut self,
        decl: ast::CDeclaration<'t>,
        declarator: ast::Declarator<'t>,
        init: &mut BodyBuilder,
    ) {
        let class = self.class;
        let base = self.collector.lowerer().c_type(decl.c_type(), decl.span(), init);
        let declared = self.collector.lowerer().declared(base, declarator, init);
        let Some(name) = declared.name else { return };
        let c_name = c_name_of(declarator).and_then(string_text).map(Name::new);
        let (ty, access, span) = (declared.ty, FieldAccess::Hidden, name.span());
        let field = ClassField { name: Name::new(name.text()), c_name, ty, access, span };
        self.collector.tables.classes[class].fields.push(field);
    }
}

impl<'t> FunctionLowerer<'_, 't> {
    /// A builtin class that is a base, or the type of a variable, once.
    pub(super) fn builtin_class(&mut self, name: &str, structure: &str, span: Span) -> ClassId {
        let name = if name == "unicode" { "str" } else { name };
        if let Some(&known) = self.tables.builtin_bases.get(name) {
            return known;
        }
        let foreign = ForeignClass {
            module: Name::new(BUILTINS),
            name: Name::new(name),
            structure: ForeignStruct::Python(Name::new(structure)),
            include: None,
            check_size: SizeCheck::Error,
        };
        let mut class = Class::new(Name::new(name), span);
        class.foreign = Some(foreign);
        let class = self.tables.classes.alloc(class);
        self.tables.builtin_bases.insert(name.to_string(), class);
        class
    }
}

/// Whether objects of a class are longer than declared.
fn is_partial(foreign: &ForeignClass) -> bool {
    foreign.structure == ForeignStruct::Fields(None) && foreign.check_size == SizeCheck::Ignore
}

/// The module of a builtin class in Python and its name there, by its name in declarations.
fn builtin(name: &str) -> (&'static str, &str) {
    match name {
        "py_int" | "py_long" => (BUILTINS, "int"),
        "py_float" => (BUILTINS, "float"),
        "wrapper_descriptor" => ("types", "WrapperDescriptorType"),
        name => (BUILTINS, name),
    }
}

/// Whether a C function of a foreign class is a property, read by a call that C compilers inline.
fn is_property(function: ast::CFunction<'_>) -> bool {
    let mut decorators = function.decorators().into_iter().filter_map(ast::Decorator::expression);
    decorators.any(|one| matches!(one, Expression::Name(name) if name.text() == "property"))
}

/// Whether a statement of a foreign class declares something that C code calls through a table of functions.
fn is_method(statement: Statement<'_>) -> bool {
    match statement {
        Statement::CFunction(function) => !is_property(function),
        Statement::CDeclaration(decl) => decl
            .declarators()
            .into_iter()
            .filter_map(|one| one.declarator())
            .any(|one| one.function().is_some()),
        Statement::CdefBlock(block) => {
            block.body().map(ast::Block::statements).unwrap_or_default().into_iter().any(is_method)
        }
        _ => false,
    }
}

/// `a.b.c` for a dotted name.
fn path_of(expr: Expression<'_>) -> Option<String> {
    match expr {
        Expression::Name(name) => Some(name.text().to_string()),
        Expression::Attribute(attribute) => {
            let base = path_of(attribute.object()?)?;
            Some(format!("{base}.{}", attribute.name()?.text()))
        }
        _ => None,
    }
}

/// The struct of a builtin class's objects; only for classes that may be bases of extension types.
pub(super) fn builtin_struct(name: &str) -> Option<&'static str> {
    Some(match name {
        "list" => "PyListObject",
        "dict" => "PyDictObject",
        "set" | "frozenset" => "PySetObject",
        "str" | "unicode" => "PyUnicodeObject",
        "float" => "PyFloatObject",
        "int" => VARYING,
        "complex" => "PyComplexObject",
        "bytearray" => "PyByteArrayObject",
        "type" => "PyHeapTypeObject",
        "OSError" | "IOError" | "EnvironmentError" => "PyOSErrorObject",
        "ImportError" | "ModuleNotFoundError" => "PyImportErrorObject",
        "AttributeError" => "PyAttributeErrorObject",
        "NameError" | "UnboundLocalError" => "PyNameErrorObject",
        "StopIteration" => "PyStopIterationObject",
        "SyntaxError" | "IndentationError" | "TabError" => "PySyntaxErrorObject",
        "SystemExit" => "PySystemExitObject",
        "UnicodeError" => "PyBaseExceptionObject",
        "UnicodeDecodeError" | "UnicodeEncodeError" | "UnicodeTranslateError" => "PyUnicodeErrorObject",
        _ if known::is_exception(name) && !name.ends_with("Group") => {
            if OS_ERRORS.contains(&name) {
                "PyOSErrorObject"
            } else {
                "PyBaseExceptionObject"
            }
        }
        _ => return None,
    })
}

/// The struct of objects that are longer than the struct: nothing can be added after it.
const VARYING: &str = "PyLongObject";

/// The subclasses of `OSError`.
const OS_ERRORS: &[&str] = &[
    "BlockingIOError",
    "BrokenPipeError",
    "ChildProcessError",
    "ConnectionAbortedError",
    "ConnectionError",
    "ConnectionRefusedError",
    "ConnectionResetError",
    "FileExistsError",
    "FileNotFoundError",
    "InterruptedError",
    "IsADirectoryError",
    "NotADirectoryError",
    "PermissionError",
    "ProcessLookupError",
    "TimeoutError",
];
