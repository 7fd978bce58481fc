//! Writing statements as text.

use super::{Clause, Declaration, Function, Header, If, Label, Layout, Step, Stmt};
use crate::emit::c::{Doc, Expr, Type};
use crate::emit::writer::{WIDTH, Writer};

/// Writes a function.
pub fn print(function: &Function, out: &mut Writer) {
    out.line(function.head.clone());
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

/// A short statement.
fn statement(stmt: &Stmt) -> Doc {
    match stmt {
        Stmt::Expr(value) => Doc::from(value).text(";"),
        Stmt::Macro(value) => value.into(),
        Stmt::View(step) => Doc::from(step.call()).text(";"),
        Stmt::Unused(value) => Doc::from("(void)").add(value).text(";"),
        Stmt::Declare(declaration) => on_one_line(declaration),
        Stmt::Goto(label) => format!("goto {};", label.name).into(),
        Stmt::Labels(labels) => {
            Doc::from("__label__ ").list(labels.iter().map(|label| label.name.as_str())).text(";")
        }
        Stmt::Return(Some(value)) => Doc::from("return ").add(value).text(";"),
        Stmt::Return(None) => "return;".into(),
        Stmt::Break => "break;".into(),
        Stmt::Continue => "continue;".into(),
        Stmt::Step(step) => match step {
            Step::Check { line, value, .. } => {
                Doc::default().open("OFFCY_CHECK(").list([line, value]).close(");")
            }
            Step::Try { line, target, value, .. } => {
                let assigned = Doc::from(target).text(" = ").add(value);
                Doc::default().open("OFFCY_TRY(").add(line).comma(assigned).close(");")
            }
            Step::Fail { line, .. } => Doc::default().open("OFFCY_FAIL(").add(line).close(");"),
        },
        Stmt::Comment(text) => format!("/* {text} */").into(),
        _ => Doc::default(),
    }
}

fn print_stmt(stmt: &Stmt, out: &mut Writer) {
    match stmt {
        Stmt::Declare(declaration) => declare(declaration, out),
        Stmt::Packed { name, groups } => packed(name, groups, out),
        Stmt::If(branches) => print_if(branches, out),
        Stmt::For(header, block) => {
            nested(Doc::default().open("for (").add(for_header(header)).close(")"), block, out)
        }
        Stmt::While(condition, block) => nested(asked("while (", condition), block, out),
        Stmt::Forever(block) => nested("for (;;)", block, out),
        Stmt::Block(block) | Stmt::Protected(block) => nested("", block, out),
        Stmt::Switch(value, cases) => {
            out.line(asked("switch (", value).text(" {"));
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
            out.joined(statements.iter().map(statement).collect());
        }
        Stmt::Unroll(count) => out.line(format!("#pragma clang loop unroll_count({count})")),
        Stmt::Gap => out.gap(),
        Stmt::At(place) => out.place(place),
        Stmt::Label(label) => print_label(label, &[], out),
        stmt => out.line(statement(stmt)),
    }
}

fn nested(header: impl Into<Doc>, block: &[Stmt], out: &mut Writer) {
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
        let otherwise = branches.otherwise.iter().map(|block| (Doc::from("else"), block));
        for (head, block) in [(asked("if (", condition), block)].into_iter().chain(otherwise) {
            out.line(head);
            out.indent();
            print_block(block, out);
            out.dedent();
        }
        return;
    }
    for (at, (condition, block)) in branches.arms.iter().enumerate() {
        match at {
            0 => out.open(asked("if (", condition)),
            _ => out.reopen(asked("else if (", condition)),
        }
        print_block(block, out);
    }
    if let Some(block) = &branches.otherwise {
        out.reopen("else");
        print_block(block, out);
    }
    out.close();
}

/// What is asked, after a word and its bracket.
fn asked(word: &str, condition: &Expr) -> Doc {
    Doc::default().open(word).add(condition).close(")")
}

fn for_header(header: &Header) -> Doc {
    match header {
        Header::Counting { init, condition, advance } => {
            statement(init).text(" ").add(condition).text("; ").add(advance)
        }
        Header::Macro(value) => value.into(),
    }
}

/// A declaration's type, which several variables share, and the variables as commas divide them.
fn declarators(declaration: &Declaration) -> (String, Vec<Doc>) {
    let word = if declaration.is_static { "static " } else { "" };
    let (head, star) = match (&declaration.ty, declaration.variables.as_slice()) {
        // One name stands within its type.
        (ty, [(name, value)]) if declaration.layout == Layout::OneLine => {
            return (word.to_string(), vec![initialised(ty.declaring(name), value.as_ref())]);
        }
        (Type::Pointer(to), _) => (format!("{word}{to} "), "*"),
        (Type::Volatile(pointer), _) if let Type::Pointer(to) = &**pointer => {
            (format!("{word}{to} "), "*volatile ")
        }
        (ty, _) => (format!("{word}{ty} "), ""),
    };
    let variables = declaration.variables.iter();
    let items = variables.map(|(name, value)| initialised(Doc::from(star).text(name), value.as_ref()));
    (head, items.collect())
}

/// A declarator with its first value, if it has one.
fn initialised(declarator: Doc, value: Option<&Expr>) -> Doc {
    match value {
        Some(value) => declarator.value(value),
        None => declarator,
    }
}

fn on_one_line(declaration: &Declaration) -> Doc {
    let (head, items) = declarators(declaration);
    Doc::from(head).list(items).text(";")
}

fn declare(declaration: &Declaration, out: &mut Writer) {
    match declaration.layout {
        Layout::OneLine => out.line(on_one_line(declaration)),
        Layout::Several => several(declaration, out),
        Layout::Wrapped => {
            let (head, items) = declarators(declaration);
            out.line(Doc::listed(head, items, ";"));
        }
        Layout::Rows | Layout::Filled => rows(declaration, out),
    }
}

/// As many on a line as fit.
fn several(declaration: &Declaration, out: &mut Writer) {
    let (head, items) = declarators(declaration);
    let mut line = Doc::default();
    for item in items {
        if line.len() > 0 && out.column() + line.len() + item.len() + 3 <= WIDTH {
            line = line.comma(item);
            continue;
        }
        if line.len() > 0 {
            out.line(line.text(";"));
        }
        line = Doc::from(&head).add(item);
    }
    if line.len() > 0 {
        out.line(line.text(";"));
    }
}

fn rows(declaration: &Declaration, out: &mut Writer) {
    for (name, value) in &declaration.variables {
        let rows: Vec<Doc> = match value {
            Some(Expr::Braces(rows)) => rows.iter().map(|(_, row)| Doc::from(row).text(",")).collect(),
            _ => Vec::new(),
        };
        out.line(format!("{} = {{", declaration.ty.declare(name)));
        out.indent();
        match declaration.layout {
            Layout::Filled => out.joined(rows),
            _ => rows.into_iter().for_each(|row| out.line(row)),
        }
        out.dedent();
        out.line("};");
    }
}

fn packed(name: &str, groups: &[Vec<(Type, String, Expr)>], out: &mut Writer) {
    out.line("const struct {");
    out.indent();
    for members in groups {
        let declared = members.iter().map(|(ty, member, _)| format!("{};", ty.declare(member)).into());
        out.joined(declared.collect());
    }
    out.dedent();
    out.line(format!("}} {name} = {{"));
    out.indent();
    for members in groups {
        let values =
            members.iter().map(|(_, member, value)| Doc::from(format!(".{member}")).value(value).text(","));
        out.joined(values.collect());
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
    let text = out.finish().text;
    text.lines().map(|line| format!("{}\n", line.strip_prefix("    ").unwrap_or(line))).collect()
}
