//! C types and declarators.

use std::fmt;

use super::Doc;

/// A C type, printed as a declaration of a name or alone.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    /// `double`, `struct point`, `offcy_view2`.
    Named(String),
    /// `const T`; of a pointer: a constant pointer.
    Const(Box<Type>),
    /// `volatile T`, of a pointer: a volatile pointer. Such a variable is kept in memory.
    Volatile(Box<Type>),
    Pointer(Box<Type>),
    /// With its length, a constant expression.
    Array(Box<Type>, String),
    /// `T name[]`: as long as its first value says.
    Open(Box<Type>),
    Function {
        result: Box<Type>,
        params: Vec<Type>,
        variadic: bool,
    },
}

impl Type {
    pub fn named(name: impl Into<String>) -> Type {
        Type::Named(name.into())
    }

    pub fn pointer(self) -> Type {
        Type::Pointer(Box::new(self))
    }

    pub fn constant(self) -> Type {
        match self {
            Type::Const(_) => self,
            other => Type::Const(Box::new(other)),
        }
    }

    pub fn is_pointer(&self) -> bool {
        match self {
            Type::Pointer(_) => true,
            Type::Const(inner) | Type::Volatile(inner) => inner.is_pointer(),
            _ => false,
        }
    }

    /// Whether several names can be declared with it in one line, each with its initialiser.
    pub fn is_named(&self) -> bool {
        match self {
            Type::Named(_) => true,
            Type::Const(inner) | Type::Volatile(inner) => inner.is_named(),
            _ => false,
        }
    }

    /// The declaration of `name` with this type, without a semicolon: `double (*f)(int)`.
    pub fn declare(&self, name: &str) -> String {
        self.declaring(name).into_string()
    }

    /// The declaration of what a declarator shows: a name, or a function with its parameters.
    pub fn declaring(&self, declarator: impl Into<Doc>) -> Doc {
        self.around(declarator.into())
    }

    /// The declaration of a function with this result.
    pub fn function<D: Into<Doc>>(&self, name: &str, params: Vec<D>) -> Doc {
        let mut params: Vec<Doc> = params.into_iter().map(Into::into).collect();
        if params.is_empty() {
            params.push("void".into());
        }
        self.declaring(Doc::listed(format!("{name}("), params, ")"))
    }

    /// C declares a name by showing how it is used: the declarator grows outwards from the name
    /// while the type is taken apart from the outside.
    fn around(&self, declarator: Doc) -> Doc {
        match self {
            Type::Named(base) => join(base, declarator),
            Type::Const(inner) => inner.qualified("const", declarator),
            Type::Volatile(inner) => inner.qualified("volatile", declarator),
            Type::Pointer(to) => match pointee(to) {
                Type::Array(..) | Type::Function { .. } => {
                    to.around(Doc::from("(*").add(declarator).text(")"))
                }
                _ => to.around(Doc::from("*").add(declarator)),
            },
            Type::Array(element, length) => element.around(declarator.text(format!("[{length}]"))),
            Type::Open(element) => element.around(declarator.text("[]")),
            Type::Function { result, params, variadic } => {
                let mut list: Vec<_> = params.iter().map(|param| param.declaring("")).collect();
                if *variadic {
                    list.push("...".into());
                }
                if list.is_empty() {
                    list.push("void".into());
                }
                result.around(declarator.open("(").list(list).close(")"))
            }
        }
    }
}

impl Type {
    fn qualified(&self, qualifier: &str, declarator: Doc) -> Doc {
        match self {
            Type::Pointer(to) => to.around(Doc::from("*").add(join(qualifier, declarator))),
            Type::Array(..) => self.around(declarator),
            other => join(qualifier, other.around(declarator)),
        }
    }
}

fn pointee(ty: &Type) -> &Type {
    match ty {
        Type::Const(inner) if matches!(**inner, Type::Array(..)) => inner,
        other => other,
    }
}

fn join(base: &str, declarator: Doc) -> Doc {
    let is_apart = !declarator.as_str().is_empty() && !declarator.as_str().starts_with('[');
    Doc::from(base).text(if is_apart { " " } else { "" }).add(declarator)
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.declare(""))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn declarators_read_inside_out() {
        let double = || Type::named("double");
        assert_eq!(double().declare("x"), "double x");
        assert_eq!(double().constant().pointer().declare("x"), "const double *x");
        assert_eq!(double().pointer().constant().declare("x"), "double *const x");
        assert_eq!(Type::Array(Box::new(double().pointer()), "3".to_string()).declare("x"), "double *x[3]");
        assert_eq!(Type::Array(Box::new(double()), "3".to_string()).pointer().declare("x"), "double (*x)[3]");
        let function = Type::Function { result: Box::new(double()), params: vec![double()], variadic: false };
        assert_eq!(function.clone().pointer().declare("f"), "double (*f)(double)");
        assert_eq!(function.pointer().to_string(), "double (*)(double)");
        assert_eq!(double().pointer().to_string(), "double *");
        assert_eq!(
            Type::Array(Box::new(Type::Array(Box::new(double()), "3".to_string())), "2".to_string())
                .declare("m"),
            "double m[2][3]"
        );
    }
}
