//! A module as one C file, with the part of the runtime that it needs: for build systems that compile one file per
//! module with their own compiler.
//!
//! Everything that other modules cannot see is `static` in it (`OFFCY_ONE_FILE`), so that compilers leave out what is
//! not used. The private names of a file of the runtime are made unique here.

use std::collections::HashSet;
use std::fmt::Write;

use super::c_text::{Word, names, words};
use super::merged::with_own_names;
use super::runtime::{FILES, RuntimeFile};
use crate::emit::{Emitted, EmittedFile};

/// Data of the runtime that macros define.
const ALWAYS: &str = "src/py_dtype.c";

/// Precedes everything. If a clang compiles without devices, no device will report that it has the module's code
/// (`rt_device.c`), and the host version of each region runs.
const HEAD: &str = r#"#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#define OFFCY_ONE_FILE
#if defined(__clang__) && defined(_OPENMP) && !defined(OFFCY_OFFLOAD)
#define OFFCY_OFFLOAD KEY
#endif
#ifdef __NVPTX__ /* glibc's headers declare a type that it does not have, but not for this compiler */
#define __INTEL_LLVM_COMPILER 1
#define SYCL_LANGUAGE_VERSION 1
#endif
#pragma GCC diagnostic ignored "-Wunknown-pragmas"
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wunused-const-variable"
#pragma GCC diagnostic ignored "-Wunused-variable"
#if defined(__clang__) && defined(__has_warning)
#if __has_warning("-Wunneeded-internal-declaration")
#pragma GCC diagnostic ignored "-Wunneeded-internal-declaration"
#endif
#endif
"#;

/// The text of the file. `line_directives`: whether the module's C has `#line`, so that the runtime's C also needs
/// it.
pub fn amalgamation(emitted: &Emitted, source: &str, line_directives: bool) -> String {
    // The module's headers, its kernels, its glue; foreign C for the host only is left to the build system.
    let is_part = |file: &&EmittedFile| !file.name.ends_with(".h") && !is_host_source(file);
    let parts: Vec<&EmittedFile> = emitted.files.iter().filter(is_part).collect();
    let mut file = OneFile { text: String::new(), included: HashSet::new(), emitted, line_directives };
    let version = env!("CARGO_PKG_VERSION");
    let _ =
        writeln!(file.text, "/* {source} with the runtime that it needs, written by offcy {version}. */\n");
    file.text.push_str(&HEAD.replace("KEY", &key(emitted).to_string()));
    // Python.h first, as it requires; the module last, because its foreign C may define anything.
    file.add("the runtime", "#include <offcy_py.h>\n");
    for part in needed(&parts) {
        file.add(part.name, &with_own_names(part));
    }
    for part in &parts {
        file.add(&part.name, &part.text);
    }
    file.text
}

/// `m.tools.c`, which includes a C source that the module's comments name; `m.tools.kernels.c` is also for
/// devices.
fn is_host_source(file: &EmittedFile) -> bool {
    let inner = file.name.trim_end_matches(".c").trim_end_matches(".kernels");
    inner.contains('.') && !file.name.ends_with(".kernels.c")
}

/// A number of this module, not 0: the build system does not say for which devices it builds.
fn key(emitted: &Emitted) -> u32 {
    let bytes = emitted.files.iter().flat_map(|file| file.text.bytes());
    let hash = bytes.fold(0x811c_9dc5_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    (hash & 0x7fff_ffff).max(1)
}

struct OneFile<'a> {
    text: String,
    /// offcy's headers that are already in it.
    included: HashSet<String>,
    emitted: &'a Emitted,
    line_directives: bool,
}

impl OneFile<'_> {
    /// Adds a file, with each of offcy's headers where it is first included.
    fn add(&mut self, name: &str, text: &str) {
        let _ = writeln!(self.text, "\n/* ---- {} ---- */", name.trim_start_matches("src/"));
        self.locate(name);
        for line in text.lines() {
            match self.header(line) {
                Some((header, text)) if self.included.insert(header.clone()) => {
                    self.add(&header, &text);
                    self.locate(name);
                }
                Some(_) => {}
                None => {
                    self.text.push_str(line);
                    self.text.push('\n');
                }
            }
        }
    }

    /// The following code belongs to no line of the .pyx.
    fn locate(&mut self, name: &str) {
        if self.line_directives {
            let line = self.text.lines().count() + 2;
            let _ = writeln!(self.text, "#line {line} \"{}\"", name.trim_start_matches("src/"));
        }
    }

    /// The name and text of offcy's header that a line includes.
    fn header(&self, line: &str) -> Option<(String, String)> {
        let name = line.strip_prefix("#include ")?.split(['"', '<', '>']).nth(1)?;
        let of_module = self.emitted.files.iter().find(|file| file.name == name && name.ends_with(".h"));
        let of_runtime =
            || FILES.iter().find(|file| !file.is_source() && file.name.rsplit('/').next() == Some(name));
        let text =
            of_module.map(|file| file.text.clone()).or_else(|| Some(of_runtime()?.text.to_string()))?;
        Some((name.to_string(), text))
    }
}

/// The runtime's sources that define what the module uses, and what those use in turn.
fn needed(parts: &[&EmittedFile]) -> Vec<&'static RuntimeFile> {
    let mut used: HashSet<String> = HashSet::new();
    let mut note = |text: &str, wanted: fn(&Word<'_>) -> bool| {
        used.extend(words(text).iter().filter(|word| wanted(word)).map(|word| word.text.to_string()));
    };
    parts.iter().for_each(|part| note(&part.text, |_| true));
    for header in FILES.iter().filter(|file| !file.is_source()) {
        // Declarations use nothing; inline functions and macros do.
        note(header.text, |word| word.depth > 0 || word.is_directive);
    }
    let sources = FILES.iter().filter(|file| file.is_source());
    let mut rest: Vec<_> = sources.map(|file| (file, names(file.text).shared)).collect();
    let mut found: Vec<&'static RuntimeFile> = Vec::new();
    while let Some(at) =
        rest.iter().position(|(file, shared)| file.name == ALWAYS || !shared.is_disjoint(&used))
    {
        let (file, _) = rest.swap_remove(at);
        used.extend(words(file.text).iter().map(|word| word.text.to_string()));
        found.push(file);
    }
    found.sort_by_key(|file| file.name);
    found
}
