//! One file shows every stage of a case: `tests/pipeline/NAME.md` holds the source, what is reported,
//! the typed IR, the maps, the effects of regions, the statements of C functions and the C.
//! `BLESS=1 cargo test --test pipeline` rewrites all but the source: read the difference before you commit it.

use std::fs;
use std::path::{Path, PathBuf};

use offcy::diag::Diagnostic;
use offcy::driver::{self, Options};
use offcy::source::SourceMap;

fn cases() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pipeline");
    let entries = fs::read_dir(folder).expect("tests/pipeline").flatten().map(|entry| entry.path());
    let mut paths: Vec<PathBuf> =
        entries.filter(|path| path.extension().is_some_and(|extension| extension == "md")).collect();
    paths.sort();
    paths
}

/// The text before the first generated section, and the source in it.
fn source_of(text: &str) -> (&str, &str) {
    let intro = text.split("\n## Diagnostics").next().unwrap_or(text);
    let source = intro.split("```cython\n").nth(1).and_then(|rest| rest.split("```").next());
    (intro.trim_end(), source.expect("a ```cython block"))
}

fn diagnostics(sources: &SourceMap, list: &[Diagnostic]) -> String {
    let line = |diagnostic: &Diagnostic| match &diagnostic.primary {
        Some(label) => {
            let place = sources.line_column(label.span);
            format!("{}:{}: {} {}\n", place.line, place.column, diagnostic.code, diagnostic.message)
        }
        None => format!("{} {}\n", diagnostic.code, diagnostic.message),
    };
    list.iter().map(line).collect()
}

fn section(title: &str, language: &str, body: &str) -> String {
    format!("\n## {title}\n\n```{language}\n{}\n```\n", body.trim_end())
}

fn generate(name: &str, intro: &str, source: &str) -> String {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("pipeline");
    fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join(format!("{name}.pyx"));
    fs::write(&path, source).expect("it can be written");
    let options = Options::default();
    let tir = driver::tir(&path, &options);
    let mut text = format!("{intro}\n");
    text += &section("Diagnostics", "text", &diagnostics(&tir.sources, &tir.diagnostics));
    if let Some(tir) = tir.value {
        text += &section("TIR", "text", &tir);
    }
    if let Some(maps) = driver::maps(&path, &options, false).value {
        text += &section("Maps", "text", &maps.replace(&path.display().to_string(), &format!("{name}.pyx")));
    }
    if let Some(effects) = driver::effects(&path, &options).value {
        let effects = effects.replace(&path.display().to_string(), &format!("{name}.pyx"));
        text += &section("Effects", "text", &effects);
    }
    if let Some(lir) = driver::lir(&path, &options).value {
        text += &section("LIR", "text", &lir);
    }
    if let Some(emitted) = driver::compile(&path, &options).value {
        for file in emitted.files {
            let body = file.text.replace(&path.display().to_string(), &format!("{name}.pyx"));
            text += &section(&file.name, "c", &body);
        }
    }
    text
}

#[test]
fn every_stage_is_as_shown() {
    let bless = std::env::var_os("BLESS").is_some();
    let mut wrong = Vec::new();
    for path in cases() {
        let text = fs::read_to_string(&path).expect("it is text");
        let name = path.file_stem().and_then(|stem| stem.to_str()).expect("a name").to_string();
        let (intro, source) = source_of(&text);
        let now = generate(&name, intro, source);
        if bless {
            fs::write(&path, &now).expect("it can be written");
        } else if now != text {
            let line = now.lines().zip(text.lines()).position(|(new, old)| new != old);
            let line = line.unwrap_or(now.lines().count().min(text.lines().count()));
            let (new, old) = (now.lines().nth(line), text.lines().nth(line));
            wrong.push(format!("{}:{}:\n  is    {new:?}\n  shown {old:?}", path.display(), line + 1));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
