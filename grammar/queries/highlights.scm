; Names

(identifier) @variable
((identifier) @constant (#match? @constant "^[A-Z][A-Z_0-9]+$"))
((identifier) @constant.builtin (#eq? @constant.builtin "NULL"))
((identifier) @type (#match? @type "^[A-Z].*[a-z]"))

(attribute attribute: (identifier) @property)
(call function: (identifier) @function)
(call function: (attribute attribute: (identifier) @function.method))
(decorator) @attribute
(function_definition name: (identifier) @function)
(c_function_declarator declarator: (c_name_declarator name: (identifier) @function))
(class_definition name: (identifier) @type)
(cdef_class_definition name: (dotted_name (identifier) @type))
(struct_definition name: (identifier) @type)
(enum_definition name: (identifier) @type)
(fused_definition name: (identifier) @type)
(enum_item name: (identifier) @constant)
(define_statement name: (identifier) @constant)
(keyword_argument name: (identifier) @variable.parameter)

; Types

(c_named_type (identifier) @type)
(c_dotted_type (identifier) @type)
(c_integer_type) @type.builtin
(c_complex_type) @type.builtin
((c_named_type (identifier) @type.builtin)
  (#match? @type.builtin "^(void|bint|char|int|float|double|size_t|ssize_t|ptrdiff_t|Py_ssize_t|Py_UCS4|object)$"))

; The offload constructs

((call function: (identifier) @function.builtin)
  (#match? @function.builtin "^(prange|parallel|device|update|atomic|nogil)$"))
((with_item value: (identifier) @keyword) (#match? @keyword "^(nogil|gil)$"))

; Literals

[(none) (true) (false)] @constant.builtin
[(integer) (float)] @number
(character) @character
(comment) @comment
((comment) @keyword.directive (#match? @keyword.directive "^#\\s*(cython|distutils|offcy)\\s*:"))
(string) @string
(escape_sequence) @escape
(interpolation "{" @punctuation.special "}" @punctuation.special) @embedded

; Operators and keywords

["-" "-=" "!=" "*" "**" "**=" "*=" "/" "//" "//=" "/=" "&" "&=" "%" "%=" "^" "^=" "+" "->" "+=" "<" "<<" "<<=" "<="
 "<>" "=" ":=" "==" ">" ">=" ">>" ">>=" "|" "|=" "~" "@=" "and" "in" "is" "not" "or" "is not" "not in"] @operator

["as" "assert" "async" "await" "break" "class" "continue" "def" "del" "elif" "else" "except" "exec" "finally" "for"
 "from" "global" "if" "import" "lambda" "nonlocal" "pass" "print" "raise" "return" "try" "while" "with" "yield"
 "match" "case"] @keyword

["cdef" "cpdef" "ctypedef" "cimport" "include" "DEF" "IF" "ELIF" "ELSE" "struct" "union" "enum" "fused" "cppclass"
 "packed" "property" "nogil" "gil" "noexcept" "namespace" "by" "new" "sizeof" "typeid" "const" "volatile" "restrict"
 "operator"] @keyword
(modifier) @keyword.modifier
