//! What must not be left when the user interrupts a build: files and running compilers.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, Once, PoisonError};
use std::thread;

use rustix::process::{Pid, Signal, kill_process_group};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;

#[derive(Default)]
struct Pending {
    groups: Vec<Pid>,
    paths: Vec<PathBuf>,
}

static PENDING: Mutex<Pending> = Mutex::new(Pending { groups: Vec::new(), paths: Vec::new() });

/// The lists stay valid whatever happens to a thread that holds them.
fn pending() -> MutexGuard<'static, Pending> {
    PENDING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// From here on SIGINT, SIGTERM and SIGHUP kill the registered process groups, remove the registered files,
/// and then end this process as they would have.
pub fn clean_up_on_signals() {
    static HANDLER: Once = Once::new();
    HANDLER.call_once(|| {
        // Without a handler, an interrupted build leaves its temporary files, which is no reason not to
        // build.
        let ignored = ignored_signals();
        let heeded = [SIGINT, SIGTERM, SIGHUP].into_iter().filter(|signal| !ignored.contains(signal));
        let Ok(mut signals) = Signals::new(heeded) else { return };
        let handle = move || {
            for signal in signals.forever() {
                let pending = pending();
                for group in &pending.groups {
                    let _ = kill_process_group(*group, Signal::KILL);
                }
                for path in &pending.paths {
                    let _ = if path.is_dir() {
                        std::fs::remove_dir_all(path)
                    } else {
                        std::fs::remove_file(path)
                    };
                }
                // The lock is held to the end: no thread can start or rename anything more.
                let _ = signal_hook::low_level::emulate_default_handler(signal);
            }
        };
        let _ = thread::Builder::new().name("signals".to_string()).spawn(handle);
    });
}

/// The signals that this process ignored when it was started (nohup, shells' background jobs).
fn ignored_signals() -> Vec<i32> {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0);
    (1..=64).filter(|signal| mask & (1 << (signal - 1)) != 0).collect()
}

/// A running process group, as long as the value lives.
pub struct Group(Pid);

impl Group {
    pub fn new(group: Pid) -> Group {
        pending().groups.push(group);
        Group(group)
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        pending().groups.retain(|group| *group != self.0);
    }
}

/// A file or folder that is removed on interruption, as long as the value lives.
pub struct Temporary(PathBuf);

impl Temporary {
    pub fn new(path: &Path) -> Temporary {
        pending().paths.push(path.to_path_buf());
        Temporary(path.to_path_buf())
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        pending().paths.retain(|path| *path != self.0);
    }
}
