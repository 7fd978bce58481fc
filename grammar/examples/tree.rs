//! Prints the tree of standard input.
use std::io::Read;

fn main() {
    let mut text = String::new();
    if let Err(error) = std::io::stdin().read_to_string(&mut text) {
        eprintln!("tree: {error}");
        std::process::exit(2);
    }
    let mut parser = tree_sitter::Parser::new();
    if parser.set_language(&tree_sitter_offcy::LANGUAGE.into()).is_err() {
        std::process::exit(2);
    }
    let Some(tree) = parser.parse(&text, None) else { std::process::exit(2) };
    let mut cursor = tree.walk();
    let mut depth = 0usize;
    loop {
        let node = cursor.node();
        if node.is_named() || cursor.field_name().is_some() {
            let field = cursor.field_name().map(|name| format!("{name}: ")).unwrap_or_default();
            let words = if node.child_count() == 0 { &text[node.byte_range()] } else { "" };
            println!(
                "{}{field}{}{} {words}",
                "  ".repeat(depth),
                node.kind(),
                if node.is_missing() { " MISSING" } else { "" }
            );
        }
        if cursor.goto_first_child() {
            depth += 1;
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return;
            }
            depth -= 1;
        }
    }
}
