//! `cdef` declarations: variables, structs, enums, fused types, extern blocks, extension types.

use super::compound::block;
use super::definition::decorators;
use super::*;
use crate::syntax::node::Node;

views! {
    /// `cdef int x = 1, *p`; without its `cdef` in a `cdef:` block, a struct or an extern block
    CDeclaration = "cdef_declaration";
    /// `x = 1` or `*p` in a declaration
    InitDeclarator = "c_init_declarator";
    /// `public`, `readonly`, `api`, `inline` or `extern`
    Modifier = "modifier";
    /// `ctypedef unsigned long size`
    Typedef = "ctypedef_declaration";
    /// `cdef:` or `cdef nogil:`
    CdefBlock = "cdef_block";
    ExternBlock = "extern_block";
    /// `cdef class`, or `class` ([`Class::as_extension_type`])
    CClass = "cdef_class_definition";
    /// `object Name`, `type Name` or `check_size how` in the brackets after an extension type's name
    CClassOption = "class_option";
    /// A struct or a union
    Struct = "struct_definition";
    Enum = "enum_definition";
    EnumItem = "enum_item";
    Fused = "fused_definition";
    CppClass = "cppclass_definition";
}

impl<'t> Modifier<'t> {
    pub(super) fn of(node: Node<'t>) -> Vec<Modifier<'t>> {
        node.children().into_iter().filter_map(Modifier::cast).collect()
    }

    pub(super) fn has(node: Node<'t>, word: &str) -> bool {
        Modifier::of(node).iter().any(|modifier| modifier.text() == word)
    }
}

/// Words that are types whenever a declaration begins with them.
const TYPE_WORDS: &[&str] = &[
    "bint",
    "char",
    "double",
    "float",
    "int",
    "long",
    "ptrdiff_t",
    "short",
    "signed",
    "size_t",
    "ssize_t",
    "unsigned",
    "void",
    "Py_UCS4",
    "Py_UNICODE",
    "Py_hash_t",
    "Py_ssize_t",
];

/// What is in the place of a declaration's name, but is a type whenever a declaration begins with it.
pub(in crate::syntax) fn lone_type(declaration: Node<'_>) -> Option<Node<'_>> {
    let mut inner = match declaration.field("type") {
        Some(_) => None,
        None => declaration.field("declarator").and_then(|first| first.field("declarator")),
    };
    while let Some(array) = inner.filter(|declarator| declarator.kind() == "c_array_declarator") {
        inner = array.field("declarator");
    }
    inner.filter(|name| name.kind() == "c_name_declarator" && TYPE_WORDS.contains(&name.text()))
}

fn c_type(node: Node<'_>) -> Option<CType<'_>> {
    node.field("type").and_then(CType::cast)
}

fn name(node: Node<'_>) -> Option<Identifier<'_>> {
    node.field("name").and_then(Identifier::cast)
}

fn c_name(node: Node<'_>) -> Option<StringLiteral<'_>> {
    node.field("c_name").and_then(StringLiteral::cast)
}

macro_rules! declarations {
    ($($view:ident),*) => {$(
        impl<'t> $view<'t> {
            pub fn decorators(self) -> Vec<Decorator<'t>> {
                decorators(self.0)
            }

            pub fn modifiers(self) -> Vec<Modifier<'t>> {
                Modifier::of(self.0)
            }

            pub fn has_modifier(self, word: &str) -> bool {
                Modifier::has(self.0, word)
            }

            pub fn is_cpdef(self) -> bool {
                self.0.has("cpdef")
            }

            /// Declared with `ctypedef`.
            pub fn is_typedef(self) -> bool {
                self.0.has("ctypedef")
            }
        }
    )*};
}

declarations!(CDeclaration, Typedef, CdefBlock, ExternBlock, CClass, Struct, Enum, Fused, CppClass);

impl<'t> CDeclaration<'t> {
    /// `None` means `object`.
    pub fn c_type(self) -> Option<CType<'t>> {
        c_type(self.0)
    }

    /// Without one that is a type and not a name, as in `cdef int`.
    pub fn declarators(self) -> Vec<InitDeclarator<'t>> {
        let nameless = usize::from(lone_type(self.0).is_some());
        self.0.fields("declarator").into_iter().skip(nameless).filter_map(InitDeclarator::cast).collect()
    }
}

impl<'t> InitDeclarator<'t> {
    pub fn declarator(self) -> Option<Declarator<'t>> {
        self.0.field("declarator").and_then(Declarator::cast)
    }

    pub fn name(self) -> Option<Identifier<'t>> {
        self.declarator()?.name()
    }

    /// After `=`.
    pub fn value(self) -> Option<Expression<'t>> {
        Expression::cast(self.0.field("value")?)
    }
}

impl<'t> Typedef<'t> {
    pub fn c_type(self) -> Option<CType<'t>> {
        c_type(self.0)
    }

    pub fn declarator(self) -> Option<Declarator<'t>> {
        self.0.field("declarator").and_then(Declarator::cast)
    }

    pub fn name(self) -> Option<Identifier<'t>> {
        self.declarator()?.name()
    }
}

impl<'t> CdefBlock<'t> {
    pub fn is_nogil(self) -> bool {
        self.0.has("nogil")
    }

    pub fn body(self) -> Option<Block<'t>> {
        block(self.0, "body")
    }
}

impl<'t> ExternBlock<'t> {
    /// `None` for `from *`.
    pub fn header(self) -> Option<StringLiteral<'t>> {
        self.0.field("header").and_then(StringLiteral::cast)
    }

    pub fn namespace(self) -> Option<StringLiteral<'t>> {
        self.0.field("namespace").and_then(StringLiteral::cast)
    }

    pub fn is_nogil(self) -> bool {
        self.0.has("nogil")
    }

    /// A string at its start is C code to include verbatim.
    pub fn body(self) -> Option<Block<'t>> {
        block(self.0, "body")
    }
}

impl<'t> CClass<'t> {
    /// Dotted only for extern classes.
    pub fn name(self) -> Option<DottedName<'t>> {
        self.0.field("name").and_then(DottedName::cast)
    }

    pub fn alias(self) -> Option<Identifier<'t>> {
        self.0.field("alias").and_then(Identifier::cast)
    }

    /// The name that the module uses for it.
    pub fn bound_name(self) -> Option<Identifier<'t>> {
        self.alias().or(self.name()?.parts().last().copied())
    }

    pub fn bases(self) -> Vec<Argument<'t>> {
        self.0.field("bases").or(self.0.field("superclasses")).map(Argument::list).unwrap_or_default()
    }

    pub fn options(self) -> Vec<CClassOption<'t>> {
        let Some(options) = self.0.field("options") else { return Vec::new() };
        options.children().into_iter().filter_map(CClassOption::cast).collect()
    }

    /// `None` for a forward declaration.
    pub fn body(self) -> Option<Block<'t>> {
        block(self.0, "body")
    }
}

impl<'t> CClassOption<'t> {
    /// `object`, `type` or `check_size`.
    pub fn name(self) -> &'t str {
        self.0.field("name").map_or("", Node::text)
    }

    pub fn value(self) -> Option<Identifier<'t>> {
        self.0.field("value").and_then(Identifier::cast)
    }
}

impl<'t> Struct<'t> {
    pub fn is_union(self) -> bool {
        self.0.field("kind").is_some_and(|kind| kind.text() == "union")
    }

    pub fn is_packed(self) -> bool {
        self.0.has("packed")
    }

    pub fn name(self) -> Option<Identifier<'t>> {
        name(self.0)
    }

    pub fn c_name(self) -> Option<StringLiteral<'t>> {
        c_name(self.0)
    }

    /// The members, as [`CDeclaration`]s; `None` for a forward declaration.
    pub fn body(self) -> Option<Block<'t>> {
        block(self.0, "body")
    }
}

impl<'t> Enum<'t> {
    /// `None` for `cdef enum:`.
    pub fn name(self) -> Option<Identifier<'t>> {
        name(self.0)
    }

    pub fn c_name(self) -> Option<StringLiteral<'t>> {
        c_name(self.0)
    }

    /// `enum class` of C++.
    pub fn is_scoped(self) -> bool {
        self.0.field("scoped").is_some()
    }

    /// The string that the body starts with.
    pub fn docstring(self) -> Option<StringLiteral<'t>> {
        let first = self.0.field("body")?.children().into_iter().next()?;
        super::statement::docstring(&[Statement::cast(first)])
    }

    pub fn items(self) -> Vec<EnumItem<'t>> {
        let Some(body) = self.0.field("body") else { return Vec::new() };
        body.children().into_iter().filter_map(EnumItem::cast).collect()
    }
}

impl<'t> EnumItem<'t> {
    pub fn name(self) -> Option<Identifier<'t>> {
        name(self.0)
    }

    pub fn c_name(self) -> Option<StringLiteral<'t>> {
        c_name(self.0)
    }

    pub fn value(self) -> Option<Expression<'t>> {
        Expression::cast(self.0.field("value")?)
    }
}

impl<'t> Fused<'t> {
    pub fn name(self) -> Option<Identifier<'t>> {
        name(self.0)
    }

    pub fn types(self) -> Vec<TypeName<'t>> {
        let Some(body) = self.0.field("body") else { return Vec::new() };
        body.fields("type").into_iter().filter_map(TypeName::cast).collect()
    }
}

impl<'t> CppClass<'t> {
    pub fn name(self) -> Option<Identifier<'t>> {
        name(self.0)
    }

    pub fn body(self) -> Option<Block<'t>> {
        block(self.0, "body")
    }
}
