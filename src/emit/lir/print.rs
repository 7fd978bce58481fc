//! Writing statements as text.

use super::{Clause, Declaration, Function, Header, If, Label, Layout, Step, Stmt};
use crate::emit::c::{Expr, Type};
use crate::emit::writer::{WIDTH, Writer};

/// Writes a function.
pub fn print(function: &Function, out: &mut Writer) {
    function.head.iter().for_each(|line| out.line(line));
    nested("", &function.body, out);
}

/// Writes statements at the writer's depth.
fn print_block(block: &[Stmt], out: &mut Writer) {
    for (at, stmt) in block.iter().enumerate() {
        match stmt {
            Stmt::Label(label) => print_label(label, &block[at + 1..], out),
            stmt => print_stmt(stmt, out),
        }
    }
}

/// A short statement as one line.
fn statement(stmt: &Stmt) -> String {
    match stmt {
        Stmt::Expr(value) => format!("{value};"),
        Stmt::Macro(value) => value.to_string(),
        Stmt::View(step) => format!("{};", step.call()),
        Stmt::Unused(value) => format!("(void){value};"),
        Stmt::Declare(declaration) => on_one_line(declaration),
        Stmt::Goto(label) => format!("goto {};", label.name),
        Stmt::Labels(labels) => {
            let names: Vec<&str> = labels.iter().map(|label| label.name.as_str()).collect();
            format!("__label__ {};", names.join(", "))
        }
        Stmt::Return(Some(value)) => format!("return {value};"),
        Stmt::Return(None) => "return;".to_string(),
        Stmt::Break => "break;".to_string(),
        Stmt::Continue => "continue;".to_string(),
        Stmt::Step(step) => match step {
            Step::Check { line, value, .. } => format!("OFFCY_CHECK({line}, {value});"),
            Step::Try { line, target, value, .. } => format!("OFFCY_TRY({line}, {target} = {value});"),
            Step::Fail { line, .. } => format!("OFFCY_FAIL({line});"),
        },
        Stmt::Comment(text) => format!("/* {text} */"),
        _ => String::new(),
    }
}

fn print_stmt(stmt: &Stmt, out: &mut Writer) {
    match stmt {
        Stmt::Declare(declaration) => declare(declaration, out),
        Stmt::Packed { name, groups } => packed(name, groups, out),
        Stmt::If(branches) => print_if(branches, out),
        Stmt::For(header, block) => nested(&format!("for ({})", for_header(header)), block, out),
        Stmt::While(condition, block) => nested(&format!("while ({condition})"), block, out),
        Stmt::Forever(block) => nested("for (;;)", block, out),
        Stmt::Block(block) | Stmt::Protected(block) => nested("", block, out),
        Stmt::Switch(value, cases) => {
            out.line(format!("switch ({value}) {{"));
            cases.iter().for_each(|(number, label)| {
                out.line(format!("    case {number}: goto {};", label.name));
            });
            out.line("}");
        }
        Stmt::Pragma(clauses) => {
            out.pragma(&clauses.iter().map(pieces).collect::<Vec<_>>());
        }
        Stmt::Select { name, then, otherwise } => {
            out.margin(format!("#ifdef {name}"));
            print_block(then, out);
            out.margin("#else");
            print_block(otherwise, out);
            out.margin("#endif");
        }
        Stmt::Joined(statements) => {
            out.joined(&statements.iter().map(statement).collect::<Vec<_>>());
        }
        Stmt::Unroll(count) => out.line(format!("#pragma clang loop unroll_count({count})")),
        Stmt::Gap => out.gap(),
        Stmt::At(place) => out.place(place),
        Stmt::Label(label) => print_label(label, &[], out),
        stmt => out.line(statement(stmt)),
    }
}

fn nested(header: &str, block: &[Stmt], out: &mut Writer) {
    out.open(header);
    print_block(block, out);
    out.close();
}

/// A label stands before a statement: an empty one, if none follows.
fn print_label(label: &Label, following: &[Stmt], out: &mut Writer) {
    let next = following.iter().find(|stmt| !matches!(stmt, Stmt::At(_) | Stmt::Gap));
    let is_statement = match next {
        None => false,
        Some(
            Stmt::Declare(_) | Stmt::Packed { .. } | Stmt::Macro(_) | Stmt::Pragma(_) | Stmt::Select { .. },
        ) => false,
        Some(Stmt::Joined(statements)) => !matches!(statements.first(), Some(Stmt::Declare(_)) | None),
        Some(_) => true,
    };
    out.dedent();
    out.line(format!("{}:{}", label.name, if is_statement { "" } else { ";" }));
    out.indent();
}

fn print_if(branches: &If, out: &mut Writer) {
    if let (true, [(condition, block)]) = (branches.is_bare, branches.arms.as_slice()) {
        let otherwise = branches.otherwise.iter().map(|block| ("else".to_string(), block));
        for (head, block) in [(format!("if ({condition})"), block)].into_iter().chain(otherwise) {
            out.line(head);
            out.indent();
            print_block(block, out);
            out.dedent();
        }
        return;
    }
    for (at, (condition, block)) in branches.arms.iter().enumerate() {
        match at {
            0 => out.open(format!("if ({condition})")),
            _ => out.reopen(&format!("else if ({condition})")),
        }
        print_block(block, out);
    }
    if let Some(block) = &branches.otherwise {
        out.reopen("else");
        print_block(block, out);
    }
    out.close();
}

fn for_header(header: &Header) -> String {
    match header {
        Header::Counting { init, condition, advance } => {
            format!("{} {condition}; {advance}", statement(init))
        }
        Header::Macro(value) => value.to_string(),
    }
}

/// A declaration's type, which several variables share, and the variables as commas divide them.
fn declarators(declaration: &Declaration) -> (String, Vec<String>) {
    let word = if declaration.is_static { "static " } else { "" };
    let (head, star) = match (&declaration.ty, declaration.variables.as_slice()) {
        // One name stands within its type.
        (ty, [(name, value)]) if declaration.layout == Layout::OneLine => {
            return (word.to_string(), vec![initialised(&ty.declare(name), value.as_ref())]);
        }
        (Type::Pointer(to), _) => (format!("{word}{to} "), "*"),
        (ty, _) => (format!("{word}{ty} "), ""),
    };
    let variables = declaration.variables.iter();
    let items = variables.map(|(name, value)| initialised(&format!("{star}{name}"), value.as_ref()));
    (head, items.collect())
}

/// A declarator with its first value, if it has one.
fn initialised(declarator: &str, value: Option<&Expr>) -> String {
    value.map_or(declarator.to_string(), |value| format!("{declarator} = {value}"))
}

fn on_one_line(declaration: &Declaration) -> String {
    let (head, items) = declarators(declaration);
    format!("{head}{};", items.join(", "))
}

fn declare(declaration: &Declaration, out: &mut Writer) {
    match declaration.layout {
        Layout::OneLine => out.line(on_one_line(declaration)),
        Layout::Several => several(declaration, out),
        Layout::Wrapped => {
            let (head, items) = declarators(declaration);
            out.wrapped(&head, &items, ";");
        }
        Layout::Rows | Layout::Filled => rows(declaration, out),
    }
}

/// As many on a line as fit.
fn several(declaration: &Declaration, out: &mut Writer) {
    let (head, items) = declarators(declaration);
    let mut line = String::new();
    for item in items {
        if !line.is_empty() && out.column() + line.len() + item.len() + 3 <= WIDTH {
            line.push_str(&format!(", {item}"));
            continue;
        }
        if !line.is_empty() {
            out.line(format!("{line};"));
        }
        line = format!("{head}{item}");
    }
    if !line.is_empty() {
        out.line(format!("{line};"));
    }
}

fn rows(declaration: &Declaration, out: &mut Writer) {
    for (name, value) in &declaration.variables {
        let rows: Vec<String> = match value {
            Some(Expr::Braces(rows)) => rows.iter().map(|(_, row)| format!("{row},")).collect(),
            _ => Vec::new(),
        };
        out.line(format!("{} = {{", declaration.ty.declare(name)));
        out.indent();
        match declaration.layout {
            Layout::Filled => out.joined(&rows),
            _ => rows.iter().for_each(|row| out.line(row)),
        }
        out.dedent();
        out.line("};");
    }
}

fn packed(name: &str, groups: &[Vec<(Type, String, Expr)>], out: &mut Writer) {
    out.line("const struct {");
    out.indent();
    for members in groups {
        let declared = members.iter().map(|(ty, member, _)| format!("{};", ty.declare(member)));
        out.joined(&declared.collect::<Vec<_>>());
    }
    out.dedent();
    out.line(format!("}} {name} = {{"));
    out.indent();
    for members in groups {
        let values = members.iter().map(|(_, member, value)| format!(".{member} = {value},"));
        out.joined(&values.collect::<Vec<_>>());
    }
    out.dedent();
    out.line("};");
}

/// A clause as the pieces between which a line may be broken.
fn pieces(clause: &Clause) -> Vec<String> {
    let Clause::List { word, before, names } = clause else { return vec![clause.to_string()] };
    let Some((last, rest)) = names.split_last() else { return vec![clause.to_string()] };
    let mut pieces: Vec<String> = rest.iter().map(|name| format!("{name},")).collect();
    pieces.push(format!("{last})"));
    pieces[0].insert_str(0, &format!("{word}({before}"));
    pieces
}

impl std::fmt::Display for Clause {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let list = |items: &[Expr]| items.iter().map(Expr::to_string).collect::<Vec<_>>().join(", ");
        match self {
            Clause::Words(words) => f.write_str(words),
            Clause::List { word, before, names } => write!(f, "{word}({before}{})", list(names)),
            Clause::Value(word, values) => write!(f, "{word}({})", list(values)),
            Clause::Section { word, before, array, first, count } => {
                let first = first.as_ref().map_or(String::new(), Expr::to_string);
                write!(f, "{word}({before}{array}[{first}:{count}])")
            }
        }
    }
}

/// Statements as text, for tests.
#[cfg(test)]
pub(super) fn shown(block: &[Stmt]) -> String {
    let mut out = Writer::new("", false);
    out.indent();
    print_block(block, &mut out);
    let text = out.finish().0;
    text.lines().map(|line| format!("{}\n", line.strip_prefix("    ").unwrap_or(line))).collect()
}
