//! What the runtime does for Python code without a direct call in the source: the parts of a `class` statement,
//! and what displays, calls and comprehensions collect.

use super::PyClass;

/// A function of the runtime on objects.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Runtime {
    /// Name, qualified name, bases, keywords: the class's namespace among other things.
    BeginClass,
    /// The namespace in the result of [`Runtime::BeginClass`].
    ClassNamespace,
    /// The class, from the same result.
    EndClass,
    /// The attributes of an extension type, as the namespace of the statements in its body.
    ClassAttributes,
    /// An extension type, that namespace: the type, which now has what is in the namespace.
    FinishClass,
    /// The module's dict.
    Globals,
    /// Names and variables in turn: a dict of those that have a value. The order of statements makes a display of it.
    Locals,
    /// What a dataclass was asked for, as a dict: its `__dataclass_params__`.
    DataclassParams,
    /// A name, a type as text, whether it is an `InitVar`, a dict of settings: an item of `__dataclass_fields__`.
    DataclassField,
    /// An object: whether its `repr` is being made already; and the end of that.
    EnterRepr,
    LeaveRepr,
    /// An extension type, a tuple of Python classes: it also inherits from these.
    AddBases,
    /// `namespace`, `name`: what a name means in the body of a class that binds it.
    ClassName,
    /// A callable, a tuple of arguments, a dict of named ones or `None`.
    Call,
    /// A list, an item: the list.
    Append,
    /// A list, an iterable: the list.
    Extend,
    /// The iterator over an object.
    Iterator,
    /// An object, the name of a method of Python 2's dicts that iterates: for a dict, what Python 3 has instead.
    IteratedDict,
    /// An object, the name of its method `items` or `values`: what a loop over the entries of a dict takes.
    Entries,
    /// A tuple from an iterable.
    Tuple,
    /// A set of any number of items, and a frozen one.
    Set,
    FrozenSet,
    /// A list of a constant tuple's items, a set and a frozen set of those of an iterable.
    ListOf,
    SetOf,
    FrozenSetOf,
    /// What a display makes whose items are constants and such displays, from a constant tuple that begins with its kind.
    Display,
    /// The concatenation of the texts in a list.
    Joined,
    /// A set, an item: the set.
    Add,
    /// A set, an iterable: the set.
    Update,
    /// A dict, a mapping: the dict.
    UpdateDict,
    /// The same for the named arguments of a call, which must be texts and not repeated.
    UpdateNamed,
    /// What a call is given by `**mapping` alone: a new dict.
    Named,
    /// A class or an instance, a value, a traceback: the exception that `raise` with all three means.
    Exception,
    /// A C number: the `bytes` of that one byte.
    Byte,
    /// What `float` makes of an object.
    Float,
    /// The result of a power: a number that is not complex.
    RealPower,
    /// A number as an `int` or a `float`; `None` remains what it is.
    Integer,
    Floating,
    /// `abs(a)`, `max(a, b)` and `min(a, b)` of objects.
    Absolute,
    Larger,
    Smaller,
    /// An object of a class, without its `__init__`.
    New,
    /// A number of C as a text.
    Digits,
    /// `int(x)` of an object.
    Whole,
    /// The same of a C `double`.
    WholeOf,
    /// `getattr(object, name, otherwise)`.
    AttributeOr,
    /// Builtins of objects, called by what computes them.
    Attribute,
    SetAttribute,
    DelAttribute,
    List,
    Dict,
    Sorted,
    Type,
    Divmod,
    NextOf,
    NextOr,
    Ord,
    Chr,
    /// An object, the numbers of parts before and after a star, whether what is at the star is wanted: a tuple of the parts, or
    /// `None` if it is not such a sequence. Without a star, the second number is `None`.
    MatchSequence,
    /// An object, a tuple of keys, whether the rest is wanted: a tuple of the values, or `None`.
    MatchMapping,
    /// An object, a class, the number of parts by position, a tuple of attributes: a tuple of the parts, or `None`.
    MatchClass,
    /// The iterator that `yield from` delegates to, and that over what `await` waits for.
    Delegated,
    Awaited,
    /// What `async for` iterates with, and the iterator over what it waits for next.
    AsyncIterator,
    AsyncNext,
    /// An object, a name: the method of its class, bound.
    SpecialMethod,
    /// A method `__aexit__` is called with what is being handled.
    ExitHandled,
    /// Builtins whose results are C numbers.
    Length,
    IsInstance,
    IsSubclass,
    IsCallable,
    HasAttribute,
    Hash,
    /// A character: what the method of a text of that name says of it.
    LetterIs(LetterTest),
}

/// A method without arguments of a text of one character that gives a truth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LetterTest {
    Alnum,
    Alpha,
    Decimal,
    Digit,
    Lower,
    Numeric,
    Printable,
    Space,
    Title,
    Upper,
}

impl LetterTest {
    pub fn of_method(name: &str) -> Option<LetterTest> {
        Some(match name {
            "isalnum" => LetterTest::Alnum,
            "isalpha" => LetterTest::Alpha,
            "isdecimal" => LetterTest::Decimal,
            "isdigit" => LetterTest::Digit,
            "islower" => LetterTest::Lower,
            "isnumeric" => LetterTest::Numeric,
            "isprintable" => LetterTest::Printable,
            "isspace" => LetterTest::Space,
            "istitle" => LetterTest::Title,
            "isupper" => LetterTest::Upper,
            _ => return None,
        })
    }

    fn c_name(self) -> &'static str {
        match self {
            LetterTest::Alnum => "offcy_letter_isalnum",
            LetterTest::Alpha => "offcy_letter_isalpha",
            LetterTest::Decimal => "offcy_letter_isdecimal",
            LetterTest::Digit => "offcy_letter_isdigit",
            LetterTest::Lower => "offcy_letter_islower",
            LetterTest::Numeric => "offcy_letter_isnumeric",
            LetterTest::Printable => "offcy_letter_isprintable",
            LetterTest::Space => "offcy_letter_isspace",
            LetterTest::Title => "offcy_letter_istitle",
            LetterTest::Upper => "offcy_letter_isupper",
        }
    }
}

impl Runtime {
    /// Its C name.
    pub fn c_name(self) -> &'static str {
        match self {
            Runtime::BeginClass => "offcy_begin_class",
            Runtime::ClassNamespace => "offcy_class_namespace",
            Runtime::EndClass => "offcy_end_class",
            Runtime::ClassAttributes => "offcy_class_attributes",
            Runtime::FinishClass => "offcy_finish_class",
            Runtime::Globals => "Py_NewRef",
            Runtime::Locals => "offcy_dict",
            Runtime::DataclassParams => "offcy_dataclass_params",
            Runtime::DataclassField => "offcy_dataclass_field",
            Runtime::EnterRepr => "offcy_enter_repr",
            Runtime::LeaveRepr => "offcy_leave_repr",
            Runtime::AddBases => "offcy_add_bases",
            Runtime::ClassName => "offcy_load_class_name",
            Runtime::Call => "offcy_call",
            Runtime::Append => "offcy_list_append",
            Runtime::Extend => "offcy_list_extend",
            Runtime::Iterator => "PyObject_GetIter",
            Runtime::IteratedDict => "offcy_iterated_dict",
            Runtime::Entries => "offcy_begin_entries",
            Runtime::Tuple => "PySequence_Tuple",
            Runtime::Set => "offcy_set",
            Runtime::FrozenSet => "offcy_frozenset",
            Runtime::ListOf => "PySequence_List",
            Runtime::SetOf => "PySet_New",
            Runtime::FrozenSetOf => "offcy_frozenset_of",
            Runtime::Display => "offcy_display",
            Runtime::Joined => "offcy_joined",
            Runtime::Add => "offcy_set_add",
            Runtime::Update => "offcy_set_update",
            Runtime::UpdateDict => "offcy_dict_update",
            Runtime::UpdateNamed => "offcy_dict_update_named",
            Runtime::Named => "offcy_named_arguments",
            Runtime::Exception => "offcy_exception_of",
            Runtime::Byte => "offcy_byte",
            Runtime::Float => "offcy_float",
            Runtime::Digits => "offcy_digits",
            Runtime::New => "offcy_new",
            Runtime::Whole => "offcy_whole",
            Runtime::WholeOf => "PyLong_FromDouble",
            Runtime::AttributeOr => "offcy_get_attribute_or",
            Runtime::Attribute => "PyObject_GetAttr",
            Runtime::SetAttribute => "PyObject_SetAttr",
            Runtime::DelAttribute => "PyObject_DelAttr",
            Runtime::List => "PySequence_List",
            Runtime::Dict => "offcy_dict_from",
            Runtime::Sorted => "offcy_sorted",
            Runtime::Type => "PyObject_Type",
            Runtime::Divmod => "PyNumber_Divmod",
            Runtime::NextOf => "offcy_next_of",
            Runtime::NextOr => "offcy_next_or",
            Runtime::Ord => "offcy_ord",
            Runtime::Chr => "offcy_chr",
            Runtime::RealPower => "offcy_real_power",
            Runtime::Integer => "offcy_as_int",
            Runtime::Floating => "offcy_as_float",
            Runtime::Absolute => "offcy_absolute",
            Runtime::Larger => "offcy_larger",
            Runtime::Smaller => "offcy_smaller",
            Runtime::MatchSequence => "offcy_match_sequence",
            Runtime::MatchMapping => "offcy_match_mapping",
            Runtime::MatchClass => "offcy_match_class",
            Runtime::Delegated => "offcy_delegated",
            Runtime::Awaited => "offcy_awaited",
            Runtime::AsyncIterator => "offcy_async_iterator",
            Runtime::AsyncNext => "offcy_async_next",
            Runtime::SpecialMethod => "offcy_special_method",
            Runtime::ExitHandled => "offcy_exit_handled",
            Runtime::Length => "PyObject_Size",
            Runtime::IsInstance => "PyObject_IsInstance",
            Runtime::IsSubclass => "PyObject_IsSubclass",
            Runtime::IsCallable => "PyCallable_Check",
            Runtime::HasAttribute => "offcy_has_attribute",
            Runtime::Hash => "PyObject_Hash",
            Runtime::LetterIs(test) => test.c_name(),
        }
    }

    /// The class of its result.
    pub fn result(self) -> PyClass {
        match self {
            Runtime::ListOf | Runtime::Append | Runtime::Extend | Runtime::List | Runtime::Sorted => {
                PyClass::List
            }
            Runtime::Tuple | Runtime::MatchSequence | Runtime::MatchMapping | Runtime::MatchClass => {
                PyClass::Tuple
            }
            Runtime::Byte => PyClass::Bytes,
            Runtime::Set | Runtime::SetOf | Runtime::Add | Runtime::Update => PyClass::Set,
            Runtime::Globals
            | Runtime::Locals
            | Runtime::Dict
            | Runtime::UpdateDict
            | Runtime::UpdateNamed
            | Runtime::Named => PyClass::Dict,
            Runtime::Joined | Runtime::Digits | Runtime::Chr => PyClass::Str,
            Runtime::FrozenSet | Runtime::FrozenSetOf => PyClass::FrozenSet,
            Runtime::Type => PyClass::Type,
            Runtime::Integer => PyClass::Int,
            Runtime::Float | Runtime::Floating => PyClass::Float,
            _ => PyClass::Object,
        }
    }

    /// The builtin that Cython types as a C number, for its number of arguments.
    pub fn of_builtin(name: &str, arguments: usize) -> Option<Runtime> {
        Some(match (name, arguments) {
            ("len", 1) => Runtime::Length,
            ("isinstance", 2) => Runtime::IsInstance,
            ("issubclass", 2) => Runtime::IsSubclass,
            ("callable", 1) => Runtime::IsCallable,
            ("hasattr", 2) => Runtime::HasAttribute,
            ("hash", 1) => Runtime::Hash,
            _ => return None,
        })
    }

    /// The builtin of objects that one function computes, for its number of arguments.
    pub fn of_call(name: &str, arguments: usize) -> Option<Runtime> {
        Some(match (name, arguments) {
            ("abs", 1) => Runtime::Absolute,
            ("chr", 1) => Runtime::Chr,
            ("delattr", 2) => Runtime::DelAttribute,
            ("dict", 1) => Runtime::Dict,
            ("divmod", 2) => Runtime::Divmod,
            ("frozenset", 1) => Runtime::FrozenSetOf,
            ("getattr", 2) => Runtime::Attribute,
            ("getattr", 3) => Runtime::AttributeOr,
            ("int", 1) => Runtime::Whole,
            ("iter", 1) => Runtime::Iterator,
            ("list", 1) => Runtime::List,
            ("next", 1) => Runtime::NextOf,
            ("next", 2) => Runtime::NextOr,
            ("ord", 1) => Runtime::Ord,
            ("set", 1) => Runtime::SetOf,
            ("setattr", 3) => Runtime::SetAttribute,
            ("sorted", 1) => Runtime::Sorted,
            ("tuple", 1) => Runtime::Tuple,
            ("type", 1) => Runtime::Type,
            _ => return None,
        })
    }

    /// Its result is a C number, and -1 says that it failed. Only a hash may be less.
    pub fn gives_number(self) -> bool {
        matches!(
            self,
            Runtime::Length
                | Runtime::IsInstance
                | Runtime::IsSubclass
                | Runtime::IsCallable
                | Runtime::HasAttribute
                | Runtime::SetAttribute
                | Runtime::DelAttribute
                | Runtime::Hash
                | Runtime::LetterIs(_)
        )
    }

    /// Its first argument is the module's dict.
    pub fn takes_globals(self) -> bool {
        matches!(self, Runtime::BeginClass | Runtime::ClassName | Runtime::Globals)
    }

    /// Its first argument is how many others there are.
    pub fn takes_count(self) -> bool {
        matches!(self, Runtime::Set | Runtime::FrozenSet)
    }

    /// It may run arbitrary Python code.
    pub fn runs_python(self) -> bool {
        !matches!(
            self,
            Runtime::Globals
                | Runtime::ClassNamespace
                | Runtime::Append
                | Runtime::ListOf
                | Runtime::Joined
                | Runtime::Digits
                | Runtime::Byte
                | Runtime::LetterIs(_)
        )
    }
}
