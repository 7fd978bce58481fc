//! The page: lines in sections, with what belongs to each in between.

use std::fmt::Write;

use super::c_lines::CRun;
use super::cost::Cost;
use super::html::{escaped, hash_source};
use super::{Facts, counts, panels};
use crate::diag::{Diagnostic, Severity};
use crate::source::{SourceFile, SourceMap};
use crate::syntax::Token;

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// The complete `m.html`.
pub fn page(facts: &Facts, sources: &SourceMap, diagnostics: &[Diagnostic]) -> String {
    let file = sources.file(facts.file);
    Page { facts, sources, diagnostics, file, out: String::new() }.written()
}

struct Page<'a> {
    facts: &'a Facts,
    sources: &'a SourceMap,
    diagnostics: &'a [Diagnostic],
    file: &'a SourceFile,
    out: String,
}

/// Lines that belong together.
struct Section {
    class: &'static str,
    first: u32,
    last: u32,
}

macro_rules! put {
    ($page:expr, $($text:tt)*) => { let _ = write!($page.out, $($text)*); };
}

impl Page<'_> {
    fn written(mut self) -> String {
        self.head();
        self.summary();
        // Room for the numbers.
        let digits = self.last_line().to_string().len().clamp(3, 6);
        put!(self, "<main class=n{digits} aria-label=\"Source\">\n");
        let sections = self.sections();
        let mut waiting = sections.iter().peekable();
        let mut open: Vec<u32> = Vec::new();
        let mut shown = 0;
        for line in 1..=self.last_line() {
            while let Some(section) = waiting.next_if(|section| section.first <= line) {
                self.open(section);
                open.push(section.last);
            }
            if line > shown {
                shown = self.facts.signatures.get(&line).copied().unwrap_or(line);
                self.line(line, shown);
            }
            while open.last().is_some_and(|last| *last <= line) {
                open.pop();
                put!(self, "</section>\n");
            }
        }
        open.iter().for_each(|_| self.out.push_str("</section>\n"));
        put!(self, "</main>\n");
        self.foot();
        self.out
    }

    /// A text that ends with a line end has no further line.
    fn last_line(&self) -> u32 {
        let count = self.file.line_count();
        if self.file.text().ends_with('\n') { count - 1 } else { count }
    }

    fn head(&mut self) {
        let path = escaped(&self.file.path().display().to_string());
        let name = self.file.path().file_name().unwrap_or_default().to_string_lossy().into_owned();
        let (name, version) = (escaped(&name), env!("CARGO_PKG_VERSION"));
        let (style, script) = (hash_source(STYLE), hash_source(SCRIPT));
        put!(
            self,
            "<!doctype html>\n<!-- written by offcy {version} -->\n<html lang=en>\n<meta charset=utf-8>\n"
        );
        put!(self, "<meta name=viewport content=\"width=device-width\">\n");
        put!(
            self,
            "<meta http-equiv=Content-Security-Policy content=\"default-src 'none'; style-src {style}; \
             script-src {script}\">\n"
        );
        put!(
            self,
            "<title>{name} \u{2013} offcy</title>\n<style>{STYLE}</style>\n<header>\n<h1>{path}</h1>\n"
        );
        put!(self, "<div class=o>");
        for (id, title) in [("c", "Show all C"), ("m", "Hide maps"), ("t", "Dark or light")] {
            put!(self, "<button id={id} type=button hidden>{title}</button>");
        }
        put!(self, "</div>\n");
    }

    /// What is on the page, with links; and what has no line.
    fn summary(&mut self) {
        let mut said: Vec<String> = Vec::new();
        for (severity, one, many) in [
            (Severity::Error, "error", "errors"),
            (Severity::Warning, "warning", "warnings"),
            (Severity::Advice, "piece of advice", "pieces of advice"),
        ] {
            let count = self.diagnostics.iter().filter(|one| one.severity == severity).count();
            if count > 0 {
                said.push(format!("{count} {}", if count == 1 { one } else { many }));
            }
        }
        match &self.facts.maps {
            Some(maps) if maps.regions.is_empty() && maps.contexts.is_empty() => {
                said.push("no offload regions".to_string());
            }
            _ => {}
        }
        if self.facts.c.is_none() {
            said.push("no C is written for a module with errors".to_string());
        }
        put!(self, "<p>{}</p>\n", said.join(" \u{b7} "));
        let links: Vec<(u32, &str, String)> = self.links();
        if !links.is_empty() {
            put!(self, "<nav aria-label=\"Regions, data contexts and diagnostics\"><ul>\n");
            for (line, class, title) in links {
                put!(self, "<li class={class}><a href=\"#L{line}\"><b>{line}</b> {}</a>\n", escaped(&title));
            }
            put!(self, "</ul></nav>\n");
        }
        put!(self, "</header>\n");
        let (facts, sources) = (self.facts, self.sources);
        for diagnostic in self.diagnostics {
            if self.line_of(diagnostic).is_none() {
                panels::diagnostic(diagnostic, facts, sources, &mut self.out);
            }
        }
    }

    fn links(&self) -> Vec<(u32, &'static str, String)> {
        let mut links = Vec::new();
        if let Some(maps) = &self.facts.maps {
            let own = self.own_path();
            let regions = maps.regions.iter().filter(|one| one.file == own);
            links.extend(regions.map(|one| (one.line, "r", format!("region in {}", one.within))));
            let contexts = maps.contexts.iter().filter(|one| one.file == own);
            links.extend(contexts.map(|one| (one.line, "k", format!("data context in {}", one.within))));
        }
        for diagnostic in self.diagnostics {
            let Some(line) = self.line_of(diagnostic) else { continue };
            let severity = panels::severity(diagnostic);
            links.push((line, severity, format!("{severity}: {}", diagnostic.message.replace('`', ""))));
        }
        links.sort();
        links
    }

    fn own_path(&self) -> String {
        self.file.path().display().to_string()
    }

    fn line_of(&self, diagnostic: &Diagnostic) -> Option<u32> {
        let label = diagnostic.primary.as_ref().filter(|label| label.span.file == self.facts.file)?;
        Some(self.sources.line(label.span).min(self.last_line().max(1)))
    }

    /// Those that begin first come first; among equals, the longest. None ends after one that contains it.
    fn sections(&self) -> Vec<Section> {
        let frames = &self.facts.frames;
        let of = |class| move |(first, last): (&u32, &u32)| Section { class, first: *first, last: *last };
        let contexts = frames.contexts.iter().map(of("k"));
        let mut sections: Vec<Section> = contexts.chain(frames.regions.iter().map(of("r"))).collect();
        sections.sort_by_key(|section| (section.first, std::cmp::Reverse(section.last)));
        let mut open: Vec<u32> = Vec::new();
        for section in &mut sections {
            open.retain(|last| *last >= section.first);
            section.last = open.iter().fold(section.last, |last, around| last.min(*around));
            open.push(section.last);
        }
        sections
    }

    fn open(&mut self, section: &Section) {
        let Section { class, first, last } = section;
        let what = if *class == "r" { "Region" } else { "Data context" };
        put!(self, "<section class={class} aria-label=\"{what}, lines {first} to {last}\">\n");
        let Some(maps) = &self.facts.maps else { return };
        let own = self.own_path();
        if *class == "r" {
            let here = maps.regions.iter().filter(|one| one.file == own && one.line == *first);
            here.for_each(|region| panels::region(region, &mut self.out));
        } else {
            let here = maps.contexts.iter().filter(|one| one.file == own && one.line == *first);
            here.for_each(|context| panels::context(context, &mut self.out));
        }
        let here = self
            .facts
            .counts
            .iter()
            .filter(|counts| counts.line == *first && counts.heads.is_empty() == (*class == "k"));
        here.for_each(|counted| counts::panel(counted, *last, &mut self.out));
    }

    /// A line, or the lines of a signature, which open together.
    fn line(&mut self, line: u32, last: u32) {
        let (facts, sources) = (self.facts, self.sources);
        let cost = facts.costs.range(line..=last).map(|(_, cost)| *cost).sum::<Cost>();
        let tint = match cost.tint() {
            0 => String::new(),
            tint => format!(" class=t{tint}"),
        };
        let title = if tint.is_empty() { String::new() } else { format!(" title=\"{}\"", cost.text()) };
        let c = facts.c.iter().flat_map(|c| c.range(line..=last));
        let runs: Vec<&CRun> = c.flat_map(|(_, runs)| runs).collect();
        let mut content = format!("<i>{line}</i><code>{}</code>", self.code(line));
        for more in line + 1..=last {
            content.push_str(&format!("<i id=L{more}>{more}</i><code>{}</code>", self.code(more)));
        }
        if runs.is_empty() {
            put!(self, "<div id=L{line}{tint}{title}>{content}</div>\n");
        } else {
            put!(self, "<details id=L{line}{tint}><summary{title}>{content}</summary><div>");
            if tint.is_empty() {
                put!(self, "<p>C alone</p>");
            } else {
                put!(self, "<p>{}</p>", cost.text());
            }
            panels::c(&runs, &mut self.out);
            put!(self, "</div></details>\n");
        }
        let is_here = |one: u32| (line..=last).contains(&one);
        if let Some(maps) = &facts.maps {
            let own = self.own_path();
            let called = maps.functions.iter().filter(|one| one.file == own && is_here(one.line));
            called.for_each(|function| panels::function(function, &mut self.out));
        }
        for diagnostic in self.diagnostics {
            if self.line_of(diagnostic).is_some_and(is_here) {
                panels::diagnostic(diagnostic, facts, sources, &mut self.out);
            }
        }
    }

    /// The text of a line with its words coloured, and the places of diagnostics marked.
    fn code(&self, line: u32) -> String {
        let Some(range) = self.file.line_range(line as usize - 1) else { return String::new() };
        let text = self.file.line_text(line);
        let (start, end) = (range.start as u32, (range.start + text.len()) as u32);
        let words = &self.facts.words;
        let first = words.partition_point(|(span, _)| span.end <= start);
        let words: Vec<_> = words[first..].iter().take_while(|(span, _)| span.start < end).collect();
        let own = self.diagnostics.iter().filter(|one| self.line_of(one).is_some());
        let marks: Vec<(&str, (u32, u32))> = own
            .filter_map(|one| Some((panels::severity(one), one.primary.as_ref()?.span)))
            .map(|(severity, span)| (severity, (span.start.max(start), span.end.min(end))))
            .filter(|(_, (from, to))| from < to)
            .collect();
        let mut cuts = vec![start, end];
        cuts.extend(words.iter().flat_map(|(span, _)| [span.start.max(start), span.end.min(end)]));
        cuts.extend(marks.iter().flat_map(|(_, (from, to))| [*from, *to]));
        cuts.sort_unstable();
        cuts.dedup();
        let mut shown = String::new();
        for pair in cuts.windows(2) {
            let [from, to] = [pair[0], pair[1]];
            let piece = escaped(self.file.text().get(from as usize..to as usize).unwrap_or(""));
            let word = words.iter().find(|(span, _)| span.start <= from && to <= span.end);
            let mark = marks.iter().find(|(_, (start, end))| *start <= from && to <= *end);
            let classes = [word.map(|(_, token)| class(*token)), mark.map(|(severity, _)| *severity)];
            let classes: Vec<&str> = classes.into_iter().flatten().collect();
            match classes.as_slice() {
                [] => shown.push_str(&piece),
                [one] => shown.push_str(&format!("<span class={one}>{piece}</span>")),
                both => shown.push_str(&format!("<span class=\"{}\">{piece}</span>", both.join(" "))),
            }
        }
        shown
    }

    fn foot(&mut self) {
        put!(self, "<footer>\n<p>Tints: ");
        for (tint, title) in
            [(0, "C alone"), (2, "can raise, or needs the GIL"), (5, "runs Python"), (8, "much")]
        {
            put!(self, "<span class=t{tint}>{title}</span> ");
        }
        put!(self, "\u{b7} a frame is a region, a bar a data context\n");
        put!(self, "<p>A line opens to its C. Keys: ");
        let keys = [
            ("j k", "lines"),
            ("n p", "regions and diagnostics"),
            ("Enter", "its C"),
            ("c", "all C"),
            ("m", "maps"),
        ];
        for (key, title) in keys {
            put!(self, "<kbd>{key}</kbd> {title}, ");
        }
        put!(self, "<kbd>t</kbd> dark or light\n<p>offcy {}\n</footer>\n", env!("CARGO_PKG_VERSION"));
        put!(self, "<script>{SCRIPT}</script>\n");
    }
}

fn class(token: Token) -> &'static str {
    match token {
        Token::Comment => "co",
        Token::String => "st",
        Token::Number => "nu",
        Token::Keyword => "kw",
        Token::Constant => "cn",
        Token::Type => "ty",
        Token::Definition => "df",
        Token::Decorator => "de",
    }
}
