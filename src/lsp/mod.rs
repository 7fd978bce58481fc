//! The language server: what offcy knows about a module, in an editor while it is written.
//!
//! One thread ([`server`]) reads what the client sends and keeps the texts of open documents ([`state`]). Another
//! ([`worker`]) checks them and answers questions about them, a third ([`quick`]) checks what has just been typed. They
//! always use the newest versions: results about an older one are not published. Every analysis comes from the pipeline
//! (`driver::study`) and every message from another stage; here they become the protocol's structures, which nothing
//! outside this folder names.

mod actions;
mod answers;
mod definition;
mod diagnostics;
mod facts;
mod folding;
mod hints;
mod hover;
mod names;
mod pages;
mod publisher;
mod quick;
mod server;
mod settings;
mod state;
mod studied;
mod symbols;
mod text;
mod tokens;
mod uri;
mod worker;
mod writing;

use std::path::PathBuf;

use lsp_server::Connection;

use crate::driver::Installed;

/// What the server needs to know about the machine.
pub struct Environment {
    /// The folders of the installed packages of a Python; if none is named, of the Python in the environment.
    pub installed: fn(Option<PathBuf>) -> Installed,
    /// Where pages about diagnostics can be put for the editor to open.
    pub pages: Option<PathBuf>,
}

/// Serves one client on the standard streams; returns whether it exited as it should.
pub fn serve(environment: Environment) -> bool {
    let (connection, threads) = Connection::stdio();
    let is_well = serve_on(connection, environment);
    // The threads end when the client closes its side; without that, there is no wait for them.
    if is_well {
        let _ = threads.join();
    }
    is_well
}

/// The same on a connection of any kind.
pub fn serve_on(connection: Connection, environment: Environment) -> bool {
    server::run(&connection, environment)
}
