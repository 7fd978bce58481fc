//! What offcy knows of the functions of C's headers, for modules that declare them themselves.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::declare::Marks;
use super::string_text;
use crate::hir::{ExternKind, Header, Include, library};
use crate::source::{SourceFile, SourceMap};
use crate::syntax::{self, ast};

/// Those that have functions for devices.
const MODULES: &[&str] = &["libc.complex", "libc.math", "libc.stdlib", "libc.string", "libc.time"];

/// By header, `math.h`, and the name in C.
static KNOWN: LazyLock<HashMap<(String, String), Marks>> = LazyLock::new(|| {
    let mut known = HashMap::new();
    for module in MODULES {
        let text = library(module).unwrap_or_default();
        let file = SourceMap::default().add(SourceFile::new("library.pxd", text));
        let parse = syntax::parse_own(file, text);
        for statement in parse.module().statements() {
            if let ast::Statement::ExternBlock(block) = statement
                && let Some(header) = block.header().and_then(string_text)
            {
                declarations(block, header.trim_matches(['<', '>']), &mut known);
            }
        }
    }
    known
});

fn declarations(block: ast::ExternBlock<'_>, header: &str, known: &mut HashMap<(String, String), Marks>) {
    for statement in block.body().map(ast::Block::statements).unwrap_or_default() {
        let ast::Statement::CDeclaration(declaration) = statement else { continue };
        let decorators = declaration.decorators();
        let has =
            |name: &str| decorators.iter().any(|one| one.expression().is_some_and(|is| is.text() == name));
        let marks = Marks { on_device: has("cython.device"), is_pure: has("offcy.pure") };
        for name in declaration.declarators().iter().filter_map(|declarator| declarator.name()) {
            known.insert((header.to_string(), name.text().to_string()), marks);
        }
    }
}

/// The marks of a function of C's library that a module declares itself.
pub fn marks(include: &Include, kind: &ExternKind, c_name: &str) -> Option<Marks> {
    let (Header::System(header) | Header::User(header)) = include.header.as_ref()?;
    let is_known = matches!(kind, ExternKind::Function { .. }) && !include.is_library;
    is_known.then(|| KNOWN.get(&(header.to_string(), c_name.to_string())).copied()).flatten()
}
