fn main() {
    let folder = std::path::Path::new("src");
    let mut build = cc::Build::new();
    // Tables, not loops: optimising the parser takes long and gains little.
    build.std("c11").include(folder).opt_level(1).warnings(false);
    for name in ["parser.c", "scanner.c"] {
        let file = folder.join(name);
        println!("cargo:rerun-if-changed={}", file.display());
        build.file(file);
    }
    build.compile("tree-sitter-offcy");
}
