//! Where names are declared.

use lsp_types::Location;

use super::facts::name_at;
use super::state::Shared;
use super::studied::Studied;

/// The declaration of the name at a byte of a document.
pub fn definition(studied: &Studied, at: u32, shared: &Shared) -> Option<Location> {
    let name = name_at(studied.parse()?, at)?;
    let declared = studied.facts()?.get(name.span())?.declared?;
    studied.location(declared, shared)
}
