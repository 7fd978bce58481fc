//! The messages of lowering.

mod constructs;
mod dataclasses;
mod lengths;
mod patterns;

pub use constructs::*;
pub use dataclasses::*;
pub use lengths::*;
pub use patterns::*;

use super::scope::Construct;
use crate::diag::{Applicability, Diagnostic, Edit, codes};
use crate::source::Span;

pub fn not_yet(what: &str, span: Span) -> Diagnostic {
    Diagnostic::error(codes::NOT_YET_SUPPORTED, format!("{what} cannot be compiled yet"))
        .at(span, "valid Cython, but offcy does not compile it yet")
}

pub fn print_of_python2(span: Span) -> Diagnostic {
    Diagnostic::error(codes::SYNTAX_ERROR, "`print` is a statement at language level 2")
        .at(span, "as a statement, it prints something else")
        .note("put `from __future__ import print_function` at the beginning of the module")
        .about("print as a statement".to_string())
}

pub fn metaclass_of_python2(span: Span) -> Diagnostic {
    not_yet("`__metaclass__`", span).note("write `class A(metaclass=M):`, which each language level knows")
}

pub fn not_compile_time(span: Span) -> Diagnostic {
    Diagnostic::error(codes::NOT_YET_SUPPORTED, "this cannot be computed at compile time")
        .at(span, "not known now")
        .note("numbers, texts, tuples, operators on them and names of other `DEF` statements are")
}

pub fn unknown_at_compile_time(name: &str, span: Span) -> Diagnostic {
    Diagnostic::error(codes::UNKNOWN_NAME, format!("`{name}` is not known at compile time"))
        .at(span, "no name of a `DEF` statement")
        .note("define it before: `DEF N = 3`, or use an `if` that runs with the module")
}

pub fn no_such_item(index: i128, span: Span) -> Diagnostic {
    Diagnostic::error(codes::BAD_OPERANDS, format!("there is no item {index}")).at(span, "out of range")
}

pub fn no_buffer_option(name: &str, span: Span) -> Diagnostic {
    Diagnostic::error(codes::BAD_TYPE, format!("a buffer has no option `{name}`"))
        .at(span, "unknown here")
        .note("the options are `dtype`, `ndim`, `mode`, `negative_indices` and `cast`")
}

pub fn too_many_buffer_options(span: Span) -> Diagnostic {
    Diagnostic::error(codes::BAD_TYPE, "a buffer's further options have names")
        .at(span, "the fourth")
        .note("`cast=True` and `negative_indices=False` come after `dtype`, `ndim` and `mode`")
}

pub fn undefined_function(name: &str, span: Span) -> Diagnostic {
    let message = format!("the C function `{name}` is declared in a function, which cannot define it");
    Diagnostic::error(codes::BAD_TYPE, message)
        .at(span, "no variable")
        .note(format!("define `{name}` in the module; a pointer to a function is `(*{name})(...)`"))
}

pub fn two_collections(first: Span, second: Span) -> Diagnostic {
    Diagnostic::error(codes::BAD_DIRECTIVE, "a class cannot be a sequence and a mapping")
        .at(first, "said here")
        .also(second, "and here")
}

pub fn defined_in_declarations(span: Span) -> Diagnostic {
    Diagnostic::error(codes::SYNTAX_ERROR, "a `.pxd` defines only functions that are `cdef inline`")
        .at(span, "defined here")
        .note("declare it there, and define it in the module")
}

pub fn exported_inline(word: &str, span: Span) -> Diagnostic {
    Diagnostic::error(codes::SYNTAX_ERROR, format!("an inline function of a `.pxd` cannot be `{word}`"))
        .at(span, "each module has its own")
}

pub fn no_expression(span: Span) -> Diagnostic {
    Diagnostic::error(codes::SYNTAX_ERROR, "an expression is missing here").at(span, "not valid Cython")
}

pub fn outside_function(word: &str, span: Span) -> Diagnostic {
    Diagnostic::error(codes::SYNTAX_ERROR, format!("`{word}` outside a function"))
        .at(span, "no function around it")
        .note("what belongs to a function is indented more deeply than its `def`")
}

pub fn outside_loop(word: &str, span: Span) -> Diagnostic {
    Diagnostic::error(codes::SYNTAX_ERROR, format!("`{word}` outside a loop"))
        .at(span, "no loop around it")
        .note("a function is left by `return`; what belongs to a loop is indented more deeply than it")
}

pub fn inner_c_function(span: Span) -> Diagnostic {
    Diagnostic::error(codes::SYNTAX_ERROR, "a C function inside a function or Python class")
        .at(span, "C functions belong to the module or to an extension type")
        .note("write `def`")
}

pub fn yield_in_c_function(span: Span) -> Diagnostic {
    Diagnostic::error(codes::SYNTAX_ERROR, "`yield` in a C function")
        .at(span, "only `def` functions can be generators")
        .note("write `def`")
}

pub fn value_of_field(span: Span) -> Diagnostic {
    Diagnostic::error(codes::SYNTAX_ERROR, "a field has no value where it is declared")
        .at(span, "fields begin as 0 or `None`")
        .note("assign it in `__cinit__`")
}

pub fn value_of_member(span: Span) -> Diagnostic {
    Diagnostic::error(codes::SYNTAX_ERROR, "a member of a struct or union has no value where it is declared")
        .at(span, "C gives types no values")
        .note("assign it where a variable of the type is made: `Point(x=1, y=2)`")
}

pub fn decorated_c_function(span: Span) -> Diagnostic {
    Diagnostic::error(codes::SYNTAX_ERROR, "C functions take no decorators but those of `cython`")
        .at(span, "a decorator is called with a Python object")
        .note("write `def` or `cpdef`, or call the function in a `def` that is decorated")
}

pub fn no_ufunc(span: Span) -> Diagnostic {
    Diagnostic::error(codes::BAD_TYPE, "`cython.ufunc` is for `cdef` functions of a module")
        .at(span, "this is not one")
        .note("write `cdef double f(double x):` in the module, below `@cython.ufunc`")
}

pub fn rest_of_c_function(span: Span) -> Diagnostic {
    Diagnostic::error(codes::SYNTAX_ERROR, "a C function takes no `*` or `**` parameter")
        .at(span, "only `def` functions do")
        .note("write `def`, or pass a list or a memoryview")
}

pub fn two_ways(lower: &str, upper: &str, span: Span) -> Diagnostic {
    Diagnostic::error(
        codes::SYNTAX_ERROR,
        format!("`{lower}` goes up and `{upper}` goes down, or the reverse"),
    )
    .at(span, "a loop goes one way: `0 <= i < n`, or `n > i >= 0`")
    .note("or write `for i in range(n):`")
}

pub fn cplusplus(what: &str, span: Span) -> Diagnostic {
    Diagnostic::error(codes::CPLUSPLUS, format!("{what} is C++, which offcy does not compile"))
        .at(span, "C++")
        .note("offcy emits C; modules in C++ stay with Cython")
}

pub fn cimport_inside(span: Span) -> Diagnostic {
    Diagnostic::error(codes::SYNTAX_ERROR, "`cimport` is allowed at the top level of a module only")
        .at(span, "inside a function or class")
        .note("functions can cimport what `cython.parallel` has; move the rest to the top of the module")
}

pub fn import_all_inside(span: Span) -> Diagnostic {
    Diagnostic::error(codes::SYNTAX_ERROR, "`import *` is allowed at the top level of a module only")
        .at(span, "inside a function or class")
        .note("import the names that are needed")
}

pub fn unknown_name(name: &str, span: Span) -> Diagnostic {
    Diagnostic::error(codes::UNKNOWN_NAME, format!("`{name}` is not defined"))
        .at(span, "not found in this module, nor among the builtins")
}

pub fn bad_array_axis(span: Span) -> Diagnostic {
    let message = "the axes of an array over memory are extents, as in `<int[:n, :m]>p`";
    Diagnostic::error(codes::SYNTAX_ERROR, message)
        .at(span, "no extent alone")
        .note("the first axis may be `:n:1`: the array has Fortran's order then")
}

pub fn unknown_type(name: &str, span: Span) -> Diagnostic {
    if name.starts_with("libcpp.") {
        return cplusplus(&format!("`{name}`"), span);
    }
    Diagnostic::error(codes::UNKNOWN_TYPE, format!("`{name}` is not a type")).at(span, "no type of this name")
}

pub fn unknown_annotation(name: &str, span: Span) -> Diagnostic {
    Diagnostic::warning(codes::UNKNOWN_TYPE, format!("`{name}` is not a type: the annotation has no effect"))
        .at(span, "no type of this name")
}

/// `x: int = 3` in the body of an extension type.
pub fn annotated_attribute(name: &str, annotation: &str, span: Span) -> Diagnostic {
    let message = format!("`{name}` is an attribute of the class: its annotation has no effect");
    Diagnostic::warning(codes::BAD_TYPE, message).at(span, "given a value here").note(format!(
        "a field has no value here: write `{name}: {annotation}`, and assign it in `__init__`; for an attribute of the class, write `ClassVar[{annotation}]`"
    ))
}

pub fn unknown_cimport(module: &str, places: &[String], span: Span) -> Diagnostic {
    let diagnostic =
        Diagnostic::error(codes::UNKNOWN_CIMPORT, format!("no declarations of `{module}` are found"))
            .at(span, "cannot be cimported");
    looked_in(diagnostic, places)
}

fn looked_in(diagnostic: Diagnostic, places: &[String]) -> Diagnostic {
    let shown = places.iter().take(6).map(|place| format!("`{place}`")).collect::<Vec<_>>().join(", ");
    match places.len() {
        0 => diagnostic,
        1..=6 => diagnostic.note(format!("looked for {shown}")),
        more => diagnostic.note(format!("looked for {shown} and in {} more places", more - 6)),
    }
}

pub fn outside_package(module: &str, span: Span) -> Diagnostic {
    Diagnostic::error(codes::UNKNOWN_CIMPORT, format!("`{module}` leads out of the package"))
        .at(span, "no package around")
        .note("a folder is a package if it has an `__init__.py`, `__init__.pyx` or `__init__.pxd`")
}

pub fn no_include(name: &str, places: &[String], span: Span) -> Diagnostic {
    let diagnostic =
        Diagnostic::error(codes::UNREADABLE_FILE, format!("there is no file `{name}` to include"))
            .at(span, "not found");
    looked_in(diagnostic, places)
}

pub fn includes_itself(name: &str, span: Span) -> Diagnostic {
    Diagnostic::error(codes::UNREADABLE_FILE, format!("`{name}` includes itself")).at(span, "included again")
}

/// What is wrong with a file, with the place that refers to it.
pub fn reached_from(diagnostic: Diagnostic, words: &str, span: Span) -> Diagnostic {
    match diagnostic.primary {
        Some(_) => diagnostic.also(span, words),
        None => diagnostic.at(span, words),
    }
}

/// What was wrong with a declaration elsewhere, reported at a use of its name.
pub fn unusable(name: &str, why: &Diagnostic, declared: Span, span: Span) -> Diagnostic {
    Diagnostic::error(why.code, format!("`{name}` cannot be used: {}", why.message))
        .at(span, "used here")
        .also(declared, "declared here")
}

/// For something that a module's source declares, and its `.pxd` does not.
pub fn stays_in_its_module(span: Span) -> Diagnostic {
    Diagnostic::error(
        codes::HOST_FUNCTION_ON_DEVICE,
        "the functions that are taken from a module do not bring its variables",
    )
    .at(span, "declared here")
}

pub fn not_defined(name: &str, span: Span) -> Diagnostic {
    Diagnostic::error(
        codes::NOT_AS_DECLARED,
        format!("`{name}` is declared, but the module does not define it"),
    )
    .at(span, "declared here")
    .note("define it in the module, or remove the declaration")
}

/// For a function that is neither in a header nor in the module's `.pxd`.
pub fn prototype(name: &str, span: Span) -> Diagnostic {
    Diagnostic::error(codes::NOT_AS_DECLARED, format!("the C function `{name}` is declared without a body"))
        .at(span, "no body follows")
        .note("a module may call its functions before it defines them: remove the declaration where one is defined")
        .note("a C function is declared in `cdef extern from \"header.h\":`")
}

pub fn declared_otherwise(name: &str, span: Span, declared: Span) -> Diagnostic {
    let (place, who) = match span.file == declared.file {
        true => ("", "others call"),
        false => (" in the module's `.pxd`", "other modules call"),
    };
    let note = "types, optional arguments, `nogil` and the exception clause must be the same";
    Diagnostic::error(codes::NOT_AS_DECLARED, format!("`{name}` does not match its declaration{place}"))
        .at(span, "defined here")
        .also(declared, "declared here")
        .note(format!("{note}: {who} it by its declaration"))
}

/// `what`: a field, a C method.
pub fn not_announced(what: &str, name: &str, span: Span, class: Span) -> Diagnostic {
    let message = format!("the module's `.pxd` declares the class, but not its {what} `{name}`");
    Diagnostic::error(codes::NOT_AS_DECLARED, message)
        .at(span, "added here")
        .also(class, "the class")
        .note("other modules rely on the declaration: it must list all fields and C methods")
}

pub fn unknown_cimport_name(module: &str, name: &str, span: Span) -> Diagnostic {
    if (module, name) == ("cython.view", "memoryview") {
        return not_yet("`cython.view.memoryview`", span).note(
            "Python's `memoryview` needs no cimport, and a variable of type `double[:]` has `shape` and `strides`",
        );
    }
    Diagnostic::error(codes::UNKNOWN_CIMPORT, format!("`{module}` declares no `{name}`"))
        .at(span, "cannot be cimported")
}

pub fn construct_elsewhere(module: &str, construct: Construct, span: Span) -> Diagnostic {
    let name = construct.name();
    let home = match construct {
        Construct::Atomic | Construct::Update => "offcy.parallel",
        _ => "cython.parallel",
    };
    Diagnostic::error(codes::UNKNOWN_CIMPORT, format!("`{module}` declares no `{name}`: `{home}` does"))
        .at(span, "cannot be imported from there")
        .note(format!("write `from {home} cimport {name}`"))
}

pub fn defined_by_itself(span: Span) -> Diagnostic {
    Diagnostic::error(codes::BAD_TYPE, "this type is defined by itself").at(span, "")
}

pub fn redeclared(name: &str, span: Span, earlier: Span) -> Diagnostic {
    Diagnostic::error(codes::REDECLARED, format!("`{name}` is declared twice"))
        .at(span, "declared again")
        .also(earlier, "declared here")
        .note("remove one of the two declarations, or rename one")
}

/// For a type of a header that has been declared before.
pub fn defined_again(name: &str, span: Span, earlier: Span) -> Diagnostic {
    Diagnostic::warning(codes::REDECLARED, format!("`{name}` is declared twice"))
        .at(span, "this declaration is ignored")
        .also(earlier, "declared here")
}

pub fn own_base(name: &str, span: Span) -> Diagnostic {
    Diagnostic::error(codes::BAD_TYPE, format!("`{name}` inherits from itself")).at(span, "its base here")
}

pub fn no_room(class: &str, span: Span) -> Diagnostic {
    let message = format!("`{class}` cannot have fields: the objects of its base differ in length");
    Diagnostic::error(codes::BAD_TYPE, message).at(span, "declared here")
}

pub fn no_home(name: &str, span: Span) -> Diagnostic {
    Diagnostic::error(codes::BAD_TYPE, format!("the extern class `{name}` does not say which module has it"))
        .at(span, "for example `module.Name`")
        .note(format!("write `cdef extern class module.{name}`, with the module that has the class"))
}

pub fn final_base(name: &str, span: Span, declared: Span) -> Diagnostic {
    Diagnostic::error(codes::BAD_TYPE, format!("`{name}` is final: no type can inherit from it"))
        .at(span, "used as a base")
        .also(declared, "declared here")
        .note("remove `@cython.final` there, or hold an object of it in a field")
}

pub fn no_nonlocal(name: &str, span: Span) -> Diagnostic {
    Diagnostic::error(codes::SYNTAX_ERROR, format!("no function around this one binds `{name}`"))
        .at(span, "declared `nonlocal`")
        .note(format!(
            "assign `{name}` in the function around it, or write `global {name}` for a variable of the module"
        ))
}

pub fn late_nonlocal(name: &str, span: Span, earlier: Span) -> Diagnostic {
    Diagnostic::error(codes::SYNTAX_ERROR, format!("`{name}` is assigned before it is declared `nonlocal`"))
        .at(span, "too late")
        .also(earlier, "assigned here")
        .note("move the declaration to the top of the function")
}

pub fn undeclared(name: &str, span: Span) -> Diagnostic {
    Diagnostic::warning(codes::UNDECLARED, format!("no declaration names `{name}`"))
        .at(span, "declared by its assignment")
}

pub fn noexcept_ignored(span: Span) -> Diagnostic {
    Diagnostic::warning(
        codes::NOEXCEPT_IGNORED,
        "a function that returns a Python object reports exceptions anyway",
    )
    .at(span, "of no effect")
}

pub fn object_result_without_gil(span: Span) -> Diagnostic {
    Diagnostic::error(codes::NEEDS_GIL, "a `nogil` function cannot return a Python object")
        .at(span, "the result is one")
        .note("leave out `nogil`, or return a C value")
}

pub fn object_local_without_gil(name: &str, local: Span, span: Span) -> Diagnostic {
    Diagnostic::error(codes::NEEDS_GIL, "a `nogil` function cannot have variables that are Python objects")
        .at(span, "the GIL is not held here")
        .also(local, format!("`{name}` is one"))
        .note("what needs the objects belongs in a function `with gil`, which this one may call")
}

pub fn lone_star(span: Span) -> Diagnostic {
    Diagnostic::error(codes::SYNTAX_ERROR, "`*` is not in a list, tuple or call")
        .at(span, "nothing to unpack into")
        .note("write `[*values]` or `f(*values)`; what a pointer `p` points to is `p[0]`")
}

pub fn changing_gil(word: &str, span: Span) -> Diagnostic {
    Diagnostic::error(codes::GIL_STATE, format!("the condition of `{word}` is not known at compile time"))
        .at(span, "no constant, and no test of a fused type")
}

pub fn no_self(span: Span) -> Diagnostic {
    Diagnostic::error(codes::BAD_TYPE, "a method needs a parameter for the object")
        .at(span, "has none")
        .note("name it `self`, or decorate the method with `@staticmethod`")
}

pub fn special_for_c(name: &str, span: Span) -> Diagnostic {
    let message = format!("`{name}` is a special method, which Python calls: it is defined with `def`");
    Diagnostic::error(codes::BAD_TYPE, message).at(span, "a C method here").note("write `def`")
}

pub fn special_default(name: &str, is_modulo: bool, span: Span) -> Diagnostic {
    let message = format!(
        "this parameter of `{name}` cannot have {} default value",
        if is_modulo { "that" } else { "a" }
    );
    let why = if is_modulo {
        "Python passes `None` if it is left out"
    } else {
        "Python passes each of its arguments"
    };
    Diagnostic::error(codes::BAD_TYPE, message).at(span, why)
}

pub fn c_property(span: Span) -> Diagnostic {
    Diagnostic::error(codes::SYNTAX_ERROR, "a C method cannot be a property")
        .at(span, "only classes that a header declares have properties in C")
        .note("write `def`, or call the method")
}

pub fn decorated_property(span: Span) -> Diagnostic {
    Diagnostic::error(codes::SYNTAX_ERROR, "a property of an extension type takes no other decorators")
        .at(span, "nothing calls it")
}

pub fn two_conventions(own: &str, given: &str, place: Span, decorator: Span) -> Diagnostic {
    Diagnostic::error(codes::BAD_TYPE, format!("a function is either `{own}` or `{given}`"))
        .at(place, format!("declared as `{own}`"))
        .also(decorator, format!("`{given}` here"))
        .note("leave one out")
}

pub fn special_field_shown(name: &str, span: Span) -> Diagnostic {
    Diagnostic::error(codes::BAD_TYPE, format!("`{name}` is neither `public` nor `readonly`"))
        .at(span, "Python finds it in any case")
        .note(format!("write `cdef ... {name}`"))
}

pub fn property_in_c(message: &str, way: &str, span: Span) -> Diagnostic {
    Diagnostic::error(codes::BAD_TYPE, message).at(span, "of a class that a header declares").note(way)
}

pub fn other_property(property: &str, name: &str, span: Span) -> Diagnostic {
    let message = format!("a part of the property `{property}` is called `{name}`");
    Diagnostic::error(codes::BAD_TYPE, message).at(span, format!("`{property}` is meant"))
}

pub fn overrides_final(name: &str, span: Span, earlier: Span) -> Diagnostic {
    Diagnostic::error(codes::BAD_TYPE, format!("`{name}` is final: no type below can have its own"))
        .at(span, "defined again")
        .also(earlier, "declared here")
}

pub fn final_for_python(class: &str, span: Span) -> Diagnostic {
    let message = format!("Python could override this method, for `{class}` is not final");
    Diagnostic::error(codes::BAD_TYPE, message).at(span, "only C methods can be final in such a class")
}

pub fn other_self(class: &str, span: Span) -> Diagnostic {
    Diagnostic::error(codes::BAD_TYPE, "the first parameter of a C method is the object")
        .at(span, format!("not of the type `{class}`"))
        .note("write `self`, or decorate the method with `@staticmethod`")
}

pub fn void_parameter(span: Span) -> Diagnostic {
    let edits = vec![Edit { span, replacement: String::new() }];
    Diagnostic::error(codes::BAD_TYPE, "a function without parameters is declared with `()`")
        .at(span, "no type of a parameter")
        .fix("leave `void` out", edits, Applicability::MachineApplicable)
}

pub fn qualified_object(span: Span) -> Diagnostic {
    Diagnostic::error(codes::BAD_TYPE, "`const` and `volatile` are for C values")
        .at(span, "Python objects")
        .note("leave the word out")
}

pub fn varying_length(name: &str, span: Span) -> Diagnostic {
    let message = format!("the length of a C array must be a constant, and `{name}` is a variable");
    Diagnostic::error(codes::BAD_TYPE, message)
        .at(span, "`const` or not: C knows its value at run time")
        .note("a member of an enum is a constant, and so is a name of a `DEF` statement; what may have any length is a memoryview, `double[::1] x = np.empty(n)`")
}

pub fn of_functions(message: &str, span: Span) -> Diagnostic {
    Diagnostic::error(codes::BAD_TYPE, message).at(span, "a pointer to one is possible here: `(*name)()`")
}

pub fn init_subclass(span: Span) -> Diagnostic {
    Diagnostic::error(codes::BAD_TYPE, "an extension type has no `__init_subclass__`")
        .at(span, "Python would call it without the class")
        .note("a Python class between can have one")
}

pub fn freelist_of_heir(span: Span) -> Diagnostic {
    Diagnostic::warning(codes::BAD_DIRECTIVE, "directive `freelist`: a subclass has none of its own")
        .at(span, "of no effect")
}

pub fn hidden_c_function(name: &str, span: Span) -> Diagnostic {
    Diagnostic::warning(codes::REDECLARED, format!("`{name}` is a C function as well"))
        .at(span, "Python calls this, and the module's own code the C function")
        .note("one `cpdef` function can be both")
}

pub fn never_none(span: Span) -> Diagnostic {
    Diagnostic::error(codes::BAD_TYPE, "only Python objects and memoryviews can be `None`")
        .at(span, "a C value never is")
        .note("remove `not None` or `or None` here")
}

pub fn varying_base(name: &str, span: Span) -> Diagnostic {
    let message = format!("an extension type cannot inherit from `{name}`: its objects differ in length");
    Diagnostic::error(codes::BAD_TYPE, message).at(span, "its base here").note("a Python class can")
}

pub fn exception_no_pointer(span: Span) -> Diagnostic {
    Diagnostic::error(codes::CANNOT_CONVERT, "an exception value must have the type of the function's result")
        .at(span, "the function returns a pointer")
        .note("write `except NULL`")
}

pub fn exception_not_constant(span: Span) -> Diagnostic {
    Diagnostic::error(codes::BAD_TYPE, "an exception value must be a C constant")
        .at(span, "only known when the module runs")
        .note("write `except *`, or a number")
}

pub fn announced_alone(name: &str, span: Span) -> Diagnostic {
    let message = format!("`{name}` is announced in the module's `.pxd`, which says nothing else about it");
    Diagnostic::error(codes::NOT_AS_DECLARED, message)
        .at(span, "announced here")
        .note("other modules need its fields: declare them there")
}

pub fn other_word(name: &str, was_typedef: bool, span: Span, earlier: Span) -> Diagnostic {
    let (first, second) = if was_typedef { ("ctypedef", "cdef") } else { ("cdef", "ctypedef") };
    let message = format!("`{name}` is declared with `{first}` and with `{second}`");
    Diagnostic::error(codes::REDECLARED, message)
        .at(span, format!("`{second}`"))
        .also(earlier, format!("`{first}`"))
}

pub fn special_arguments(name: &str, takes: usize, span: Span) -> Diagnostic {
    let message = format!("`{name}` takes {takes} parameter{}", if takes == 1 { "" } else { "s" });
    Diagnostic::error(codes::BAD_TYPE, message)
        .at(span, "Python calls it so")
        .note("remove or add parameters; `self` is one of them")
}

pub fn directive(name: &str, message: &str, span: Span) -> Diagnostic {
    Diagnostic::error(codes::BAD_DIRECTIVE, format!("directive `{name}`: {message}")).at(span, "set here")
}

pub fn unknown_directive(name: &str, span: Span) -> Diagnostic {
    Diagnostic::warning(codes::BAD_DIRECTIVE, format!("directive `{name}`: no such directive"))
        .at(span, "of no effect")
}

fn with_word(diagnostic: Diagnostic, word: &str, span: Span) -> Diagnostic {
    let edits = vec![Edit { span, replacement: word.to_string() }];
    diagnostic.fix(format!("write `{word}`"), edits, Applicability::MaybeIncorrect)
}

pub fn bad_fused(message: String, span: Span) -> Diagnostic {
    Diagnostic::error(codes::BAD_FUSED_TYPE, message).at(span, "")
}

pub fn no_specialisation(message: String, span: Span) -> Diagnostic {
    Diagnostic::error(codes::NO_SPECIALISATION, message).at(span, "no such specialisation")
}
