//! Pages of `offcy annotate`: their structure, that a text stays a text, and what is refused.
//! `scripts/test-annotate` opens them in a browser.

mod common;

use std::fs;
use std::path::{Path, PathBuf};

use common::{folder, names, run, write};
use offcy::driver::{self, Options};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn page(path: &Path) -> String {
    driver::annotate(path, &Options::default(), &[])
        .value
        .unwrap_or_else(|| panic!("a page of {}", path.display()))
}

fn page_of(text: &str) -> String {
    let folder = folder();
    page(&write(folder.path(), "m.pyx", text))
}

/// What is between two texts, the first time.
fn between<'a>(text: &'a str, start: &str, end: &str) -> &'a str {
    let from = text.find(start).unwrap_or_else(|| panic!("{start}")) + start.len();
    &text[from..from + text[from..].find(end).unwrap_or_else(|| panic!("{end}"))]
}

/// A part of the page as a reader sees it.
fn shown(html: &str) -> String {
    let mut text = String::new();
    let mut rest = html;
    while let Some(at) = rest.find('<') {
        text.push_str(&rest[..at]);
        rest = rest[at..].find('>').map_or("", |end| &rest[at + end + 1..]);
    }
    text.push_str(rest);
    let text = text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&#39;", "'");
    text.replace("&amp;", "&")
}

/// The block of a line, with its C.
fn line(page: &str, number: u32) -> &str {
    let rest = between(page, &format!(" id=L{number}"), "</main>");
    let end = |text: &str| rest.find(text).unwrap_or(rest.len());
    &rest[..end("</details>\n").min(end("</code></div>\n"))]
}

/// The lines as the page shows them.
fn lines(page: &str) -> Vec<String> {
    let source = between(page, "<main", "</main>");
    let codes = source.split("</i><code>").skip(1);
    codes.map(|rest| shown(&rest[..rest.find("</code>").expect("it ends")])).collect()
}

/// Elements that must be closed are, in the right order.
fn check_nesting(page: &str, of: &Path) {
    let start = page.find("</style>").expect("a style");
    let end = page.rfind("<script>").expect("a script");
    let mut open: Vec<&str> = Vec::new();
    for tag in page[start + 8..end].split('<').skip(1) {
        let name: &str = tag.split(['>', ' ', '\n']).next().expect("a name");
        let inner = &tag[..tag.find('>').expect("the tag ends")];
        assert!(!inner.contains('\n'), "{}: {inner}", of.display());
        match name.strip_prefix('/') {
            None if ["p", "li", "tr", "td", "th", "br"].contains(&name) => {}
            Some("p") => {}
            Some(name) => assert_eq!(open.pop(), Some(name), "{}: {tag}", of.display()),
            None => open.push(name),
        }
    }
    assert!(open.is_empty(), "{}: {open:?}", of.display());
}

#[test]
fn the_page_of_the_example() {
    let path = root().join("examples/pairwise.pyx");
    let page = page(&path);
    let source = fs::read_to_string(&path).expect("it can be read");
    assert_eq!(lines(&page), source.lines().collect::<Vec<_>>());
    // Each region and context is a section with its maps, in the words of `offcy maps`.
    assert_eq!(page.matches("<section class=r ").count(), 5);
    assert_eq!(page.matches("<section class=k ").count(), 2);
    let region = between(&page, "<section class=r aria-label=\"Region, lines 39 to 46\">", "</section>");
    let region = shown(region);
    for words in
        ["2 loops spread together, from line 40", "X[0:M, 0:N]", "a new array with nothing in it yet"]
    {
        assert!(region.contains(words), "{words}: {region}");
    }
    let context = between(&page, "<section class=k aria-label=\"Data context, lines 97 to 106\">", "id=L107");
    assert!(shown(context).contains("on the device since line 97: nothing moves here"), "{context}");
    // Advice stands at its line.
    let advice = between(&page, "id=L77", "id=L78");
    assert!(
        shown(advice).contains("help[OFC1001] X is sent to the device in every iteration of a loop"),
        "{advice}"
    );
    // C of the glue, of both versions of a kernel, of a wrapper.
    let multiplied = shown(line(&page, 45));
    assert_eq!(multiplied.matches("d += tmp * tmp;").count(), 2, "{multiplied}");
    assert!(shown(line(&page, 29)).contains("offcy_names.asarray"), "{page}");
    assert!(shown(line(&page, 14)).contains("offcy_parse_arguments"), "{page}");
    assert!(line(&page, 22).contains("#pragma omp parallel for"), "{page}");
    // What touches Python is tinted, deeper where it is more.
    let tint =
        |number| line(&page, number).strip_prefix(" class=t").map_or(0, |rest| rest.as_bytes()[0] - b'0');
    assert!(tint(19) > tint(29) && tint(29) > tint(21) && tint(21) > 0, "{}", line(&page, 19));
    assert_eq!([16, 27, 45, 116].map(tint), [0; 4]);
    assert!(
        line(&page, 29).contains("2 operations may run Python code, 1 needs the GIL"),
        "{}",
        line(&page, 29)
    );
    assert!(page.len() < 100_000, "{} bytes", page.len());
}

#[test]
fn nothing_is_fetched_and_nothing_else_runs() {
    let page = page_of("x = 1\n");
    let policy = between(&page, "Content-Security-Policy content=\"", "\"");
    assert!(policy.starts_with("default-src 'none'; style-src 'sha256-"), "{policy}");
    assert!(!policy.contains("unsafe"), "{policy}");
    for word in ["http:", "https:", "src=", "url(", "@import", "style=", "onclick"] {
        assert!(!page.replace(policy, "").contains(word), "{word}");
    }
    assert_eq!(page.matches("<script").count(), 1);
}

#[test]
fn any_text_stays_text() {
    let nasty = "# </code></style><script>alert(1)</script> &lt; <!-- \u{202e}\u{1b}[31m ]]>\n\
                 cdef str s = \"</details></section></main><img src=x onerror='alert(1)'>\"\n\
                 def f(double[:] \u{e4}):\n\treturn \u{e4}[0], '&amp;', f'{s!r:>{3}}<'\r\n\n\u{e9} = '''<b>\n</b>'''";
    let page = page_of(nasty);
    check_nesting(&page, Path::new("nasty"));
    assert_eq!(page.matches("<script").count(), 1);
    assert!(!page.contains("<img") && !page.contains("<b>\n"));
    let expected = nasty.replace('\u{202e}', "\u{fffd}").replace('\u{1b}', "?");
    assert_eq!(lines(&page), expected.lines().collect::<Vec<_>>());
}

#[test]
fn a_signature_of_several_lines_opens_as_one() {
    let text =
        "def f(\n    double[::1] x,  # first\n    int n=3,\n):\n    # no part of it\n    return x[n]\n";
    let page = page_of(text);
    check_nesting(&page, Path::new("m.pyx"));
    assert_eq!(lines(&page), text.lines().collect::<Vec<_>>());
    let head = between(&page, "<details id=L1", "</summary>");
    for number in 2..=4 {
        assert!(head.contains(&format!("<i id=L{number}>{number}</i>")), "{head}");
    }
    assert!(shown(line(&page, 1)).contains("offcy_parse_arguments"), "{page}");
    assert!(page.contains("<div id=L5>") && page.contains("<details id=L6"), "{page}");
}

#[test]
fn broken_modules_have_a_page_as_far_as_they_go() {
    let text = "from cython.parallel import prange\n\
                def f(double[::1] a):\n    for i in prange(a.shape[0], nogil=True, device={}):\n        a[i] = 2\n\
                \n\
                def g(double[::1] a, int n):\n    return undeclared + a.nothing(n +\n";
    let page = page_of(text);
    check_nesting(&page, Path::new("broken"));
    assert_eq!(lines(&page), text.lines().collect::<Vec<_>>());
    assert!(page.contains("class=\"d error\"") && page.contains("no C is written"), "{page}");
    assert!(page.contains("<section class=r aria-label=\"Region, lines 3 to 4\">"), "{page}");
    for text in ["", "\n", "\0", "def", "x = 1", "((((", "with device(): pass"] {
        let page = page_of(text);
        check_nesting(&page, Path::new(text));
        assert_eq!(lines(&page).len(), text.lines().count().max(1), "{text:?}");
    }
}

/// Every program and every wrong use: pages are whole, hold the text, and come out the same.
#[test]
fn pages_of_all_programs_are_whole() {
    let mut paths: Vec<PathBuf> = Vec::new();
    for folder in ["tests/ui", "tests/maps", "tests/run"] {
        let entries = fs::read_dir(root().join(folder)).expect("it is there").flatten();
        let mut here: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
        here.retain(|path| path.extension().is_some_and(|extension| extension == "pyx"));
        here.sort();
        // Some of each: a page takes as long as a compilation.
        paths.extend(here.into_iter().step_by(3));
    }
    assert!(paths.len() > 30, "{}", paths.len());
    let mut with_c = 0;
    for (at, path) in paths.iter().enumerate() {
        let Some(first) = driver::annotate(path, &Options::default(), &[]).value else { continue };
        check_nesting(&first, path);
        let text = String::from_utf8_lossy(&fs::read(path).expect("it can be read")).into_owned();
        if text.is_ascii() && !text.contains(|c: char| c.is_control() && !"\n\t\r".contains(c)) {
            assert_eq!(lines(&first), text.lines().collect::<Vec<_>>(), "{}", path.display());
        }
        with_c += usize::from(first.contains("<pre "));
        if at % 8 == 0 {
            assert!(first == page(path), "{}: another page the second time", path.display());
        }
    }
    assert!(with_c > 20, "{with_c}");
}

/// Each line of C has one origin, as `#line` says where that is written.
#[test]
fn lines_of_c_have_an_origin() {
    for name in ["pairwise", "inside_polygon"] {
        let path = root().join("examples").join(name).with_extension("pyx");
        for line_directives in [false, true] {
            let options = Options { line_directives, ..Options::default() };
            let emitted = driver::compile(&path, &options).value.expect("C");
            for file in &emitted.files {
                assert_eq!(file.origins.len(), file.text.lines().count(), "{}", file.name);
                for (text, origin) in file.text.lines().zip(&file.origins) {
                    let Some(rest) = text.strip_prefix("#line ").filter(|rest| rest.ends_with(".pyx\""))
                    else {
                        continue;
                    };
                    let line: u32 = rest.split(' ').next().expect("a number").parse().expect("a number");
                    assert_eq!(origin.map(|origin| origin.line), Some(line), "{text}");
                }
            }
        }
    }
}

#[test]
fn the_command_line() {
    let folder = folder();
    let at = folder.path();
    write(at, "a.pyx", "x = 1\n");
    write(at, "b.pyx", "def f(:\n");
    let ran = run(at, &["annotate", "a.pyx"]);
    assert_eq!((ran.code, ran.out.as_str(), ran.err.as_str()), (Some(0), "a.html\n", ""));
    let ran = run(at, &["annotate", "a.pyx", "-o", "page.html"]);
    assert_eq!((ran.code, ran.out.as_str()), (Some(0), "page.html\n"));
    assert_eq!(
        fs::read(at.join("a.html")).expect("written"),
        fs::read(at.join("page.html")).expect("written")
    );
    // A broken one has its page, and its diagnostics are printed all the same.
    let ran = run(at, &["annotate", "--out-dir", "pages", "--message-format", "short", "a.pyx", "b.pyx"]);
    assert_eq!((ran.code, ran.out.as_str()), (Some(1), "pages/a.html\npages/b.html\n"), "{ran:?}");
    assert!(ran.err.contains("b.pyx:1:"), "{ran:?}");
    assert_eq!(names(&at.join("pages")), ["a.html", "b.html"]);
    // Nothing of the user's is written over.
    write(at, "mine.html", "<p>mine");
    let ran = run(at, &["annotate", "a.pyx", "-o", "mine.html"]);
    assert_eq!(ran.code, Some(3), "{ran:?}");
    assert!(ran.err.contains("there is a file of this name that offcy did not write"), "{ran:?}");
    for wrong in [
        &["annotate", "a.pyx", "b.pyx", "-o", "x.html"][..],
        &["annotate", "a.pyx", "-o", "x.html", "--out-dir", "y"],
        &["annotate", "a.pyx", "a.pyx"],
        &["annotate", "a.pyx", "-o", "a.pyx"],
        &["annotate"],
    ] {
        assert_eq!(run(at, wrong).code, Some(2), "{wrong:?}");
    }
    let ran = run(at, &["annotate", "missing.pyx"]);
    assert_eq!((ran.code, ran.out.as_str()), (Some(1), ""), "{ran:?}");
    assert!(!at.join("missing.html").exists());
}
