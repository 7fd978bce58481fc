/**
 * Cython on top of tree-sitter-python's grammar.
 *
 * Every overridden rule wraps `original`, so that plain Python keeps the tree it has under
 * tree-sitter-python. `externals` begins as it does there: the Python crate's scanner is linked, not copied.
 */

const python = require('tree-sitter-python/grammar');

const PREC = { unary: 20, declarator_prefix: 1, declarator_suffix: 2, qualifier: 30 };

const commaSep1 = rule => seq(rule, repeat(seq(',', rule)));
const trailingComma = optional(',');

/** Words that start a C type and that Python programs use as names. */
const TYPE_WORDS = ['const', 'volatile', 'unsigned', 'signed', 'long', 'short', 'complex'];

/** Words that have a meaning in Cython only at the start of a statement or an expression. */
const SOFT_KEYWORDS = ['property', 'include', 'new', 'sizeof', 'typeid'];

/** Statements of a `cdef` block omit the `cdef`. */
const cdef = [choice('cdef', 'cpdef')];

module.exports = grammar(python, {
  name: 'offcy',

  conflicts: ($, original) => original.concat([
    // `sizeof(x)` and `new(x)` are calls, `sizeof(unsigned int)` and `new T(x)` are not.
    [$.primary_expression, $.sizeof_expression],
    [$.list_splat_pattern, $.primary_expression, $.sizeof_expression],
    [$.primary_expression, $.new_expression],
    [$.list_splat_pattern, $.primary_expression, $.new_expression],
    [$.list_splat_pattern, $.new_expression],

    // `cdef f(` declares a function f, `cdef T (*` a pointer to a function that returns T.
    [$.c_named_type, $.c_name_declarator],
    // `double complex` may be a type or a parameter named complex.
    [$.c_named_type, $.c_complex_type],
    // `unsigned` alone is a parameter's name.
    [$.parameter, $.c_integer_type],
    [$.default_parameter, $.c_integer_type],
    [$._c_signature_parameter, $.c_integer_type],
    [$._c_default_parameter, $.c_integer_type],

    // `T[a` continues as a type or as an expression, and so does `(a` of a tuple type or a tuple parameter.
    [$.primary_expression, $.c_named_type],
    [$.primary_expression, $.c_dotted_type],
    [$.pattern, $.c_named_type],
    [$.pattern, $.primary_expression, $.c_named_type],

    // `T (a`: a name in parentheses, or the first parameter of a nameless function.
    [$.c_name_declarator, $._c_signature_parameter],
    [$.c_named_type, $._c_signature_parameter],
    [$.c_named_type, $.c_name_declarator, $._c_signature_parameter],
    [$._c_type, $._c_parameter_head],
    [$.c_type_name, $._c_declared_parameter],

    // `(__stdcall *f)`: the calling convention belongs to the parentheses or to what is in them.
    [$._pointer],
    [$.c_name_declarator],
    // `operator,` is a name before another one, or an operator of C++.
    [$.c_name_declarator, $.c_operator_declarator],
    // `except +handler` is not the value `+handler`.
    [$.primary_expression, $.exception_clause],
  ]),

  // See src/scanner.c, which counts brackets. `_line_start` is never found: it is valid where a statement may begin and
  // no block can end, so that the scanner distinguishes the end of a line that has been read from one that is missing.
  // It is required twice after decorators, because the parser's recovery makes up a single missing token.
  externals: ($, original) => original.concat(['[', '(', '{', $._line_start]),

  supertypes: ($, original) => original.concat([$._c_type, $._c_declarator, $._c_abstract_declarator]),

  inline: ($, original) => original.concat([
    $._type_word_identifier,
    $._c_suite,
  ]),

  reserved: {
    global: ($, original) => original.concat(['cdef', 'cpdef', 'ctypedef', 'cimport']),
  },

  rules: {
    // Statements

    module: ($, original) => repeat(choice(original.content, $._line_start)),

    _simple_statement: ($, original) => choice(
      original,
      $.cimport_statement,
      $.cimport_from_statement,
      $.include_statement,
      $.define_statement,
      $.cdef_declaration,
      $.ctypedef_declaration,
    ),

    _compound_statement: ($, original) => choice(
      original,
      $.compile_time_if_statement,
      $.property_definition,
      $.cdef_function_definition,
      $.cdef_block,
      $.extern_block,
      $.cdef_class_definition,
      $.struct_definition,
      $.enum_definition,
      $.fused_definition,
      $.cppclass_definition,
    ),

    cimport_statement: $ => seq('cimport', $._import_list),

    cimport_from_statement: $ => seq(
      'from',
      field('module_name', choice($.relative_import, $.dotted_name)),
      'cimport',
      choice($.wildcard_import, $._import_list, seq('(', $._import_list, ')')),
    ),

    include_statement: $ => seq('include', field('path', $.string)),

    define_statement: $ => seq(
      'DEF', field('name', $.identifier), '=', field('value', choice($.expression, $.expression_list)),
    ),

    compile_time_if_statement: $ => seq(
      'IF', field('condition', $.expression), ':', field('consequence', $._suite),
      repeat(field('alternative', $.compile_time_elif_clause)),
      optional(field('alternative', $.compile_time_else_clause)),
    ),
    compile_time_elif_clause: $ => seq(
      'ELIF', field('condition', $.expression), ':', field('consequence', $._suite),
    ),
    compile_time_else_clause: $ => seq('ELSE', ':', field('body', $._suite)),

    property_definition: $ => seq('property', field('name', $.identifier), ':', field('body', $._suite)),

    for_statement: ($, original) => choice(original, seq(
      'for', $._for_from_range, ':',
      field('body', $._suite),
      optional(field('alternative', $.else_clause)),
    )),

    // `i from 0 <= i < n by 2`, or without the first `i from`
    _for_from_range: $ => seq(
      optional(seq(field('left', $.pattern), 'from')),
      field('lower', $.primary_expression),
      field('lower_relation', choice('<', '<=', '>', '>=')),
      field('variable', $.identifier),
      field('upper_relation', choice('<', '<=', '>', '>=')),
      field('upper', $.primary_expression),
      optional(seq('by', field('step', $.primary_expression))),
    ),

    for_in_clause: ($, original) => choice(original, seq('for', $._for_from_range)),

    decorated_definition: ($, original) => choice(original, seq(
      repeat1($.decorator),
      field('definition', choice(
        $.cdef_function_definition,
        $.cdef_class_definition,
        $.struct_definition,
        $.enum_definition,
        $.fused_definition,
        $.cppclass_definition,
        seq($.cdef_declaration, optional(';'), $._newline),
      )),
    ), seq(repeat1($.decorator), $._line_start, $._line_start)),

    // Declarations. In the body of a `cdef` block, the same ones occur without their `cdef`.

    cdef_declaration: $ => seq(...cdef, $._declaration),
    cdef_function_definition: $ => seq(...cdef, $._function_definition),
    cdef_block: $ => seq(...cdef, repeat($.modifier), optional('nogil'), ':', field('body', $._c_suite)),
    extern_block: $ => seq(...cdef, $._extern_block),
    cdef_class_definition: $ => seq(choice('cdef', 'cpdef', 'ctypedef'), $._class_definition),
    struct_definition: $ => seq(choice('cdef', 'cpdef', 'ctypedef'), $._struct_definition),
    enum_definition: $ => seq(choice('cdef', 'cpdef', 'ctypedef'), $._enum_definition),
    fused_definition: $ => seq(choice('cdef', 'cpdef', 'ctypedef'), $._fused_definition),
    cppclass_definition: $ => seq(...cdef, $._cppclass_definition),

    c_block: $ => seq(repeat($._c_block_statement), $._dedent),

    _c_suite: $ => choice(
      seq($._indent, $.c_block),
      alias($._c_simple_statements, $.c_block),
      alias($._newline, $.c_block),
    ),

    _c_block_statement: $ => choice(
      $._c_simple_statements,
      alias($._function_definition, $.cdef_function_definition),
      alias($._class_definition, $.cdef_class_definition),
      alias($._struct_definition, $.struct_definition),
      alias($._enum_definition, $.enum_definition),
      alias($._fused_definition, $.fused_definition),
      alias($._cppclass_definition, $.cppclass_definition),
      alias($._c_decorated_definition, $.decorated_definition),
      alias($._c_compile_time_if_statement, $.compile_time_if_statement),
      $.cdef_function_definition,
      $.cdef_class_definition,
      $.struct_definition,
      $.enum_definition,
      $.fused_definition,
      $.cppclass_definition,
      $.cdef_block,
      $.extern_block,
    ),

    _c_simple_statements: $ => seq(
      $._c_simple_statement,
      repeat(seq(';', $._c_simple_statement)),
      optional(';'),
      $._newline,
    ),

    _c_simple_statement: $ => choice(
      alias($._declaration, $.cdef_declaration),
      $.cdef_declaration,
      $.ctypedef_declaration,
      $.define_statement,
      $.include_statement,
      $.pass_statement,
      alias($._docstring, $.expression_statement),
    ),

    _docstring: $ => choice($.string, $.concatenated_string),

    _c_decorated_definition: $ => choice(seq(
      repeat1($.decorator),
      field('definition', choice(
        alias($._function_definition, $.cdef_function_definition),
        alias($._class_definition, $.cdef_class_definition),
        alias($._struct_definition, $.struct_definition),
        alias($._enum_definition, $.enum_definition),
        alias($._cppclass_definition, $.cppclass_definition),
        seq(alias($._declaration, $.cdef_declaration), optional(';'), $._newline),
      )),
    ), seq(repeat1($.decorator), $._line_start, $._line_start)),

    _c_compile_time_if_statement: $ => seq(
      'IF', field('condition', $.expression), ':', field('consequence', $._c_suite),
      repeat(field('alternative', alias($._c_compile_time_elif_clause, $.compile_time_elif_clause))),
      optional(field('alternative', alias($._c_compile_time_else_clause, $.compile_time_else_clause))),
    ),
    _c_compile_time_elif_clause: $ => seq(
      'ELIF', field('condition', $.expression), ':', field('consequence', $._c_suite),
    ),
    _c_compile_time_else_clause: $ => seq('ELSE', ':', field('body', $._c_suite)),

    modifier: _ => choice('public', 'readonly', 'api', 'inline', 'extern'),

    _declaration: $ => seq(
      repeat($.modifier),
      optional(field('type', $._c_type)),
      commaSep1(field('declarator', $.c_init_declarator)),
      trailingComma,
    ),

    c_init_declarator: $ => seq(
      field('declarator', $._c_declarator),
      optional(seq('=', field('value', $.expression))),
    ),

    _function_definition: $ => seq(
      repeat($.modifier),
      optional(field('type', $._c_type)),
      field('declarator', $._c_declarator),
      ':',
      field('body', $._suite),
    ),

    _extern_block: $ => seq(
      repeat($.modifier),
      'from',
      field('header', choice($.string, '*')),
      optional(seq('namespace', field('namespace', $.string))),
      optional('nogil'),
      ':',
      field('body', $._c_suite),
    ),

    ctypedef_declaration: $ => seq(
      'ctypedef',
      repeat($.modifier),
      field('type', $._c_type),
      field('declarator', $._c_declarator),
    ),

    _class_definition: $ => seq(
      repeat($.modifier),
      'class',
      field('name', $.dotted_name),
      optional(seq('as', field('alias', $.identifier))),
      optional(field('bases', $.argument_list)),
      optional(field('options', $.class_options)),
      choice(seq(':', field('body', $._suite)), seq(optional(';'), $._newline)),
    ),

    class_options: $ => seq('[', optional(seq(commaSep1($.class_option), trailingComma)), ']'),
    class_option: $ => seq(
      field('name', choice('object', 'type', 'check_size')), field('value', $.identifier),
    ),

    _struct_definition: $ => seq(
      repeat($.modifier),
      optional('packed'),
      field('kind', choice('struct', 'union')),
      field('name', $.identifier),
      optional(field('c_name', $.string)),
      choice(seq(':', field('body', $._c_suite)), seq(optional(';'), $._newline)),
    ),

    _enum_definition: $ => seq(
      repeat($.modifier),
      'enum',
      optional(field('scoped', choice('class', 'struct'))),
      optional(field('name', $.identifier)),
      optional(field('c_name', $.string)),
      optional(seq('(', field('underlying_type', $._c_type), ')')),
      ':',
      field('body', choice(
        seq($._indent, $.enum_block),
        alias($._enum_line, $.enum_block),
        alias($._newline, $.enum_block),
      )),
    ),

    enum_block: $ => seq(repeat($._enum_line), $._dedent),
    _enum_line: $ => seq(
      choice(
        seq(commaSep1($.enum_item), trailingComma),
        $.pass_statement,
        alias($._docstring, $.expression_statement),
      ),
      $._newline,
    ),
    enum_item: $ => seq(
      field('name', $.identifier),
      optional(field('c_name', $.string)),
      optional(seq('=', field('value', $.expression))),
    ),

    _fused_definition: $ => seq(
      repeat($.modifier),
      'fused',
      field('name', $.identifier),
      ':',
      field('body', seq($._indent, $.fused_block)),
    ),

    fused_block: $ => seq(
      repeat(seq(choice(field('type', $.c_type_name), $.pass_statement), optional(';'), $._newline)),
      $._dedent,
    ),

    _cppclass_definition: $ => seq(
      repeat($.modifier),
      'cppclass',
      field('name', $.identifier),
      optional(field('c_name', $.string)),
      optional(field('templates', $.template_parameters)),
      optional(seq('(', commaSep1(field('base', $._c_type)), ')')),
      optional('nogil'),
      choice(seq(':', field('body', $._c_suite)), seq(optional(';'), $._newline)),
    ),

    template_parameters: $ => seq('[', commaSep1($.template_parameter), ']'),
    template_parameter: $ => seq(field('name', $.identifier), optional(seq('=', '*'))),

    // C types

    _c_type: $ => choice(
      $.c_named_type,
      $._c_unmistakable_type,
    ),

    // Types that are more than one bare name: alone they can't be the name of a parameter.
    _c_unmistakable_type: $ => choice(
      $.c_dotted_type,
      $.c_integer_type,
      $.c_complex_type,
      $.c_qualified_type,
      $.c_memoryview_type,
      $.c_template_type,
      $.c_nested_type,
      $.c_tuple_type,
      $.c_parenthesized_type,
    ),

    c_named_type: $ => choice($.identifier, alias('complex', $.identifier)),
    c_dotted_type: $ => prec.left(seq($.identifier, repeat1(seq('.', $.identifier)))),

    c_integer_type: $ => prec.right(seq(
      repeat1(choice('unsigned', 'signed', 'long', 'short')),
      optional(choice('int', 'char', 'double', 'float')),
      optional('complex'),
    )),

    c_complex_type: $ => prec.dynamic(1, seq(field('base', $.identifier), 'complex')),

    // `const` binds closer than `[...]`: `const double[:]` is a view of const elements.
    c_qualified_type: $ => prec(PREC.qualifier, seq(
      field('qualifier', choice('const', 'volatile')), field('type', $._c_type),
    )),

    c_memoryview_type: $ => seq(
      field('base', $._c_type), '[', commaSep1(field('axis', $.slice)), trailingComma, ']',
    ),

    c_template_type: $ => seq(
      field('base', $._c_type),
      '[',
      optional(seq(commaSep1(field('argument', $._template_argument)), trailingComma)),
      ']',
    ),

    _template_argument: $ => choice(
      $.c_type_name,
      $.expression,
      $.template_keyword_argument,
    ),

    template_keyword_argument: $ => seq(
      field('name', $.identifier), '=', field('value', choice($.c_type_name, $.expression)),
    ),

    c_nested_type: $ => seq(
      field('base', choice($.c_template_type, $.c_nested_type)), '.', field('name', $.identifier),
    ),

    c_tuple_type: $ => seq(
      '(', $.c_type_name, choice(',', seq(repeat1(seq(',', $.c_type_name)), trailingComma)), ')',
    ),
    c_parenthesized_type: $ => seq('(', $.c_type_name, ')'),

    // A whole type without a name, as in a cast.
    c_type_name: $ => prec.dynamic(1, seq(
      field('type', $._c_type),
      optional(field('declarator', $._c_abstract_declarator)),
    )),

    // C declarators

    _c_declarator: $ => choice(
      $.c_name_declarator,
      $.c_operator_declarator,
      $.c_pointer_declarator,
      $.c_reference_declarator,
      $.c_array_declarator,
      $.c_function_declarator,
      $.c_parenthesized_declarator,
    ),

    c_name_declarator: $ => seq(
      optional($.calling_convention),
      field('name', choice(
        $.identifier,
        alias(choice('complex', 'as'), $.identifier),
        prec.dynamic(-1, alias('operator', $.identifier)),
      )),
      optional(field('c_name', $.string)),
    ),

    c_operator_declarator: $ => seq(
      'operator',
      field('operator', choice(
        '+', '-', '*', '/', '%', seq('+', '+'), seq('-', '-'), '~', '|', '&', '^', '<<', '>>', ',',
        '==', '!=', '>=', '>', '<=', '<', seq('[', ']'), seq('(', ')'), '!', '=', 'bool',
        '&&', '||', '+=', '-=', '*=', '/=', '%=', '|=', '&=', '^=', '<<=', '>>=',
      )),
      optional(field('c_name', $.string)),
    ),

    c_pointer_declarator: $ => prec(PREC.declarator_prefix, seq(
      $._pointer, field('declarator', $._c_declarator),
    )),
    _pointer: $ => seq(
      optional($.calling_convention),
      field('operator', choice('*', '**')),
      repeat(field('qualifier', choice('const', 'volatile', 'restrict'))),
    ),

    calling_convention: _ => choice('__stdcall', '__cdecl', '__fastcall'),

    c_reference_declarator: $ => prec(PREC.declarator_prefix, seq(
      field('operator', choice('&', '&&')), field('declarator', $._c_declarator),
    )),

    c_array_declarator: $ => prec(PREC.declarator_suffix, seq(
      field('declarator', $._c_declarator), $._array_size,
    )),
    _array_size: $ => seq('[', optional(seq(commaSep1(field('size', $.expression)), trailingComma)), ']'),

    c_function_declarator: $ => prec.right(PREC.declarator_suffix, seq(
      field('declarator', $._c_declarator), $._signature,
    )),
    _signature: $ => prec.right(seq(
      field('parameters', alias($.c_parameters, $.parameters)),
      repeat(choice('const', $.exception_clause, 'nogil', seq('with', 'gil'))),
    )),

    c_parenthesized_declarator: $ => seq(
      '(', optional($.calling_convention), field('declarator', $._c_declarator), ')',
    ),

    exception_clause: $ => prec.right(choice(
      'noexcept',
      seq('except', '*'),
      prec.dynamic(1, seq('except', '+', optional(field('handler', choice('*', $.identifier, $.c_dotted_type))))),
      seq('except', optional('?'), field('value', $.primary_expression)),
    )),

    _c_abstract_declarator: $ => choice(
      $.c_abstract_pointer_declarator,
      $.c_abstract_reference_declarator,
      $.c_abstract_array_declarator,
      $.c_abstract_function_declarator,
      $.c_abstract_parenthesized_declarator,
    ),

    c_abstract_pointer_declarator: $ => prec.right(PREC.declarator_prefix, seq(
      $._pointer,
      optional(field('declarator', choice(
        $._c_abstract_declarator,
        alias($._c_bare_array_declarator, $.c_abstract_array_declarator),
      ))),
    )),
    _c_bare_array_declarator: $ => seq(
      optional(field('declarator', alias($._c_bare_array_declarator, $.c_abstract_array_declarator))),
      $._array_size,
    ),
    c_abstract_reference_declarator: $ => prec.right(PREC.declarator_prefix, seq(
      field('operator', choice('&', '&&')), optional(field('declarator', $._c_abstract_declarator)),
    )),
    c_abstract_array_declarator: $ => prec(PREC.declarator_suffix, seq(
      field('declarator', $._c_abstract_declarator), $._array_size,
    )),
    c_abstract_function_declarator: $ => prec.right(PREC.declarator_suffix, seq(
      optional(field('declarator', $._c_abstract_declarator)), $._signature,
    )),
    c_abstract_parenthesized_declarator: $ => seq(
      '(', optional($.calling_convention), field('declarator', $._c_abstract_declarator), ')',
    ),

    // Parameters

    parameter: ($, original) => choice(original, $._type_word_identifier, $.c_parameter),

    c_parameters: $ => seq(
      '(',
      optional(seq(
        choice($.ellipsis, seq(commaSep1($._c_signature_parameter), optional(seq(',', $.ellipsis)))),
        trailingComma,
      )),
      ')',
    ),

    _c_signature_parameter: $ => choice(
      $.identifier,
      $._type_word_identifier,
      $.c_parameter,
      alias($._c_default_parameter, $.default_parameter),
      alias($._c_typed_parameter, $.typed_parameter),
      alias($._c_typed_default_parameter, $.typed_default_parameter),
    ),
    _c_default_parameter: $ => seq(
      field('name', choice($.identifier, $._type_word_identifier)), '=',
      field('value', choice($.expression, '*', '?')),
    ),
    _c_typed_parameter: $ => seq($.identifier, ':', field('type', $.type)),
    _c_typed_default_parameter: $ => seq(
      field('name', $.identifier), ':', field('type', $.type),
      '=', field('value', choice($.expression, '*', '?')),
    ),

    _type_word_identifier: $ => alias(choice(...TYPE_WORDS), $.identifier),

    c_parameter: $ => prec.dynamic(-1, choice(
      $._c_parameter_head,
      seq($._c_parameter_head, '=', field('value', choice($.expression, '*', '?'))),
      prec(-1, seq($._c_declared_parameter, ':', field('annotation', $.type))),
      prec(-1, seq(
        $._c_declared_parameter, ':', field('annotation', $.type),
        '=', field('value', choice($.expression, '*', '?')),
      )),
    )),

    _c_parameter_head: $ => choice(
      $._c_declared_parameter,
      seq(field('type', $._c_unmistakable_type), optional($._none_clause)),
      seq(field('declarator', $.c_name_declarator), $._none_clause),
    ),
    _c_declared_parameter: $ => seq(
      field('type', $._c_type),
      field('declarator', choice($._c_declarator, $._c_abstract_declarator)),
      optional($._none_clause),
    ),
    _none_clause: $ => seq(field('none', choice('not', 'or')), $.none),

    default_parameter: ($, original) => choice(
      original,
      seq(field('name', $._type_word_identifier), '=', field('value', $.expression)),
    ),

    typed_parameter: ($, original) => choice(
      original,
      prec(-1, seq($._type_word_identifier, ':', field('type', $.type))),
    ),

    typed_default_parameter: ($, original) => choice(
      original,
      prec(-1, seq(
        field('name', $._type_word_identifier), ':', field('type', $.type), '=', field('value', $.expression),
      )),
    ),

    list_splat_pattern: ($, original) => choice(original, prec.dynamic(-1, seq(
      '*', choice($.tuple_pattern, $.list_pattern),
    ))),

    type: ($, original) => choice(original, $.memoryview_annotation),

    // `x: double[:, ::1]`
    memoryview_annotation: $ => prec(1, seq(
      field('base', $.identifier), '[', commaSep1(field('axis', alias($._axis, $.slice))), trailingComma, ']',
    )),
    _axis: $ => seq(':', optional($.expression), optional(seq(':', optional($.expression)))),

    // Expressions

    // `*p` is an expression to tree-sitter-python. In `[*a.b()]` the whole of `a.b()` is unpacked; `*p` where nothing can be
    // unpacked remains, so that there is something to report.
    primary_expression: ($, original) => choice(
      ...original.members.map(member => member.type === 'ALIAS' ? prec.dynamic(-1, member) : member),
      $.cast_expression,
      $.sizeof_expression,
      $.new_expression,
      $.character,
    ),

    // `type(x).y = 1` is an assignment.
    type_alias_statement: ($, original) => prec.dynamic(-1, original.content),

    subscript: ($, original) => {
      const starred = field('subscript', $.list_splat);
      const wider = rule => rule.type === 'FIELD' && rule.name === 'subscript' ? choice(rule, starred)
        : rule.members ? { ...rule, members: rule.members.map(wider) }
        : rule.content ? { ...rule, content: wider(rule.content) }
        : rule;
      return wider(original);
    },

    expression_list: $ => {
      const item = choice($.expression, $.list_splat);
      return prec.right(seq(item, choice(',', seq(repeat1(seq(',', item)), optional(',')))));
    },

    // C has fields of this name.
    attribute: ($, original) => {
      const [name] = original.content.members.filter(member => member.name === 'attribute');
      const wider = { ...name, content: choice(name.content, alias('as', $.identifier)) };
      return { ...original, content: seq(...original.content.members.map(member => member === name ? wider : member)) };
    },

    keyword_identifier: ($, original) => choice(original, alias(choice(...SOFT_KEYWORDS), $.identifier)),

    unary_operator: ($, original) => choice(original, prec(PREC.unary, seq(
      field('operator', '&'), field('argument', $.primary_expression),
    ))),

    // tree-sitter-python lets `^` bind more tightly than `&`.
    binary_operator: (_, original) => {
      const operator = rule => rule.content.members[1].content.value;
      const precedence = Object.fromEntries(original.members.map(rule => [operator(rule), rule.value]));
      Object.assign(precedence, { '&': precedence['^'], '^': precedence['&'] });
      return choice(...original.members.map(rule => ({ ...rule, value: precedence[operator(rule)] })));
    },

    cast_expression: $ => prec(PREC.unary, seq(
      '<', field('type', $.c_type_name), optional(field('checked', '?')), '>',
      field('argument', $.primary_expression),
    )),

    // Only for operands that are not expressions; the others are calls.
    sizeof_expression: $ => prec.dynamic(-100, seq(
      field('operator', choice('sizeof', 'typeid')), '(', field('type', $.c_type_name), ')',
    )),

    new_expression: $ => prec.dynamic(-1, seq(
      'new',
      field('type', choice($.c_named_type, $.c_dotted_type, $.c_template_type, $.c_nested_type)),
      field('arguments', $.argument_list),
    )),

    character: _ => /[cC]('([^'\\\n]|\\.[^'\n]*)'|"([^"\\\n]|\\.[^"\n]*)")/,

    integer: (_, original) => token(choice(
      original.content,
      seq(
        choice(/0[xX](_?[0-9A-Fa-f])+/, /0[oO](_?[0-7])+/, /0[bB](_?[01])+/, /[0-9](_?[0-9])*/),
        choice(/[uU][lL]?[lL]?/, /[lL][lL]?[uU]?/),
      ),
    )),
  },
});
