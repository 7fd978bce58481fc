//! Progress for waiting users: a changing line on a terminal, otherwise several lines.

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use crate::build::Step;

/// Work that takes less time than this is not reported.
const PATIENCE: Duration = Duration::from_millis(600);

const REDRAW: Duration = Duration::from_millis(100);

#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    Silent,
    /// A line each time something new begins.
    Lines,
    /// One line, drawn repeatedly.
    Status,
}

struct State {
    done: usize,
    total: usize,
    running: Vec<(PathBuf, Option<Step>)>,
    drawn: bool,
    ended: bool,
}

struct Shared {
    state: Mutex<State>,
    ended: Condvar,
}

/// The progress of a run over several files.
pub struct Progress {
    mode: Mode,
    shared: Arc<Shared>,
    drawer: Option<JoinHandle<()>>,
}

/// One file of the run, as long as it is being compiled.
pub struct Task<'a> {
    progress: &'a Progress,
    file: PathBuf,
}

impl Progress {
    /// `asked`: also if standard error is not a terminal.
    pub fn new(total: usize, asked: bool) -> Progress {
        let smart = io::stderr().is_terminal() && std::env::var_os("TERM").is_none_or(|term| term != "dumb");
        let mode = match (smart, asked) {
            (true, _) => Mode::Status,
            (false, true) => Mode::Lines,
            (false, false) => Mode::Silent,
        };
        let state = State { done: 0, total, running: Vec::new(), drawn: false, ended: false };
        let shared = Arc::new(Shared { state: Mutex::new(state), ended: Condvar::new() });
        let patience = if total > 1 || asked { Duration::ZERO } else { PATIENCE };
        let drawer = (mode == Mode::Status).then(|| {
            let shared = shared.clone();
            std::thread::spawn(move || draw_repeatedly(&shared, patience))
        });
        Progress { mode, shared, drawer }
    }

    pub fn start(&self, file: &Path) -> Task<'_> {
        self.shared.state().running.push((file.to_path_buf(), None));
        self.line(file, "compiling");
        Task { progress: self, file: file.to_path_buf() }
    }

    /// Runs `print` with the changing line removed.
    pub fn quietly(&self, print: impl FnOnce()) {
        let mut state = self.shared.state();
        state.clear();
        print();
    }

    pub fn finish(mut self) {
        self.end();
    }

    fn end(&mut self) {
        self.shared.state().ended = true;
        self.shared.ended.notify_all();
        if let Some(drawer) = self.drawer.take() {
            // A drawing thread that panicked has nothing more to print.
            let _ = drawer.join();
        }
        self.shared.state().clear();
    }

    fn line(&self, file: &Path, what: &str) {
        if self.mode == Mode::Lines {
            let state = self.shared.state();
            let place = (state.done + state.running.len()).min(state.total);
            say(&format!("[{place}/{}] {}: {what}\n", state.total, file.display()));
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.end();
    }
}

impl Task<'_> {
    pub fn step(&self, step: Step) {
        let mut state = self.progress.shared.state();
        for (_, current) in state.running.iter_mut().filter(|(file, _)| *file == self.file) {
            *current = Some(step);
        }
        drop(state);
        self.progress.line(&self.file, &step.to_string());
    }
}

impl Drop for Task<'_> {
    fn drop(&mut self) {
        let mut state = self.progress.shared.state();
        state.running.retain(|(file, _)| *file != self.file);
        state.done += 1;
    }
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn clear(&mut self) {
        if std::mem::take(&mut self.drawn) {
            say("\r\u{1b}[K");
        }
    }

    fn draw(&mut self) {
        let Some((file, step)) = self.running.first() else { return };
        let what = step.map_or_else(|| "compiling".to_string(), |step| step.to_string());
        let name = file.file_name().unwrap_or(file.as_os_str()).display();
        let others = match self.running.len() {
            0 | 1 => String::new(),
            count => format!(" and {} more", count - 1),
        };
        let line = format!("[{}/{}] {name}: {what}{others}", self.done, self.total);
        // Short enough for one line of any terminal.
        let line: String = line.chars().filter(|character| !character.is_control()).take(78).collect();
        say(&format!("\r{line}\u{1b}[K"));
        self.drawn = true;
    }
}

fn draw_repeatedly(shared: &Shared, patience: Duration) {
    let start = Instant::now();
    let mut state = shared.state();
    while !state.ended {
        if start.elapsed() >= patience {
            state.draw();
        }
        state = match shared.ended.wait_timeout(state, REDRAW) {
            Ok((state, _)) => state,
            Err(poisoned) => poisoned.into_inner().0,
        };
    }
}

/// A closed standard error is ignored.
fn say(text: &str) {
    let _ = io::stderr().lock().write_all(text.as_bytes());
}
