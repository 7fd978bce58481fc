//! Runs other programs so that none of them can hang, flood or outlive a build.

use std::io::{self, Read};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process_group};

use super::interrupt;

/// How much of a stream is kept; a compiler that prints more repeats itself.
const MOST_OUTPUT: usize = 1 << 20;

/// How long a stream may stay open after its program has ended (a child of it may hold it).
const GRACE: Duration = Duration::from_secs(2);

/// A program that has ended.
#[derive(Debug)]
pub struct Finished {
    pub status: ExitStatus,
    pub stdout: String,
    pub stderr: String,
    /// It was killed because it took longer than allowed.
    pub timed_out: bool,
}

impl Finished {
    pub fn succeeded(&self) -> bool {
        self.status.success() && !self.timed_out
    }

    /// How it ended, in words.
    pub fn ending(&self) -> String {
        match (self.timed_out, self.status.code(), self.status.signal()) {
            (true, ..) => "did not end in time".to_string(),
            (false, Some(code), _) => format!("ended with status {code}"),
            (false, None, Some(signal)) => format!("was ended by signal {signal}"),
            (false, None, None) => "ended".to_string(),
        }
    }

    /// The first informative line of standard error, otherwise how the program ended.
    pub fn complaint(&self) -> String {
        // What clang adds to the linker's message contains no information. After a crash, it prints the
        // addresses of the active functions.
        let is_echo =
            |line: &str| line.is_empty() || line.starts_with('#') || line.contains("linker command failed");
        let lines = || self.stderr.lines().map(str::trim).filter(|line| !is_echo(line));
        let telling =
            lines().find(|line| line.contains("error") || line.contains("ERROR") || line.contains("cannot"));
        telling.or(lines().next()).map_or_else(|| self.ending(), str::to_string)
    }
}

/// Runs `command` to its end, or to `limit`. It prints English, reads nothing, and leads a process group that
/// is killed with it.
pub fn run(command: &mut Command, limit: Duration) -> io::Result<Finished> {
    command.env("LC_ALL", "C").process_group(0);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = spawn(command)?;
    let group = Pid::from_child(&child);
    let _registered = interrupt::Group::new(group);
    let stdout = child.stdout.take().map(collect);
    let stderr = child.stderr.take().map(collect);
    let (status, timed_out) = wait(&mut child, group, limit)?;
    let text = |stream: Option<Receiver<Vec<u8>>>| {
        let bytes = stream.and_then(|stream| stream.recv_timeout(GRACE).ok()).unwrap_or_default();
        String::from_utf8_lossy(&bytes).into_owned()
    };
    Ok(Finished { status, stdout: text(stdout), stderr: text(stderr), timed_out })
}

/// A program that was written a moment ago may still be open in a child that another thread is just starting
/// ("text file busy"); that is temporary.
fn spawn(command: &mut Command) -> io::Result<Child> {
    for _ in 0..50 {
        match command.spawn() {
            Err(error) if error.kind() == io::ErrorKind::ExecutableFileBusy => {
                thread::sleep(Duration::from_millis(10));
            }
            result => return result,
        }
    }
    command.spawn()
}

fn wait(child: &mut Child, group: Pid, limit: Duration) -> io::Result<(ExitStatus, bool)> {
    let start = Instant::now();
    let mut pause = Duration::from_millis(1);
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok((status, false));
        }
        if start.elapsed() >= limit {
            // It may have ended by itself in the meantime.
            let _ = kill_process_group(group, Signal::KILL);
            return Ok((child.wait()?, true));
        }
        thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(8));
    }
}

/// Reads a stream to its end, in a thread.
fn collect(mut stream: impl Read + Send + 'static) -> Receiver<Vec<u8>> {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let mut kept = Vec::new();
        let mut block = [0; 8192];
        while let Ok(count @ 1..) = stream.read(&mut block) {
            let room = MOST_OUTPUT.saturating_sub(kept.len());
            kept.extend_from_slice(&block[..count.min(room)]);
        }
        // Nobody may be waiting any more.
        let _ = sender.send(kept);
    });
    receiver
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &str, limit: Duration) -> Finished {
        run(Command::new("sh").args(["-c", script]), limit).expect("there is a shell")
    }

    #[test]
    fn ends_are_distinguished() {
        let second = Duration::from_secs(20);
        let fine = shell("echo out; echo err >&2", second);
        assert!(fine.succeeded());
        assert_eq!((fine.stdout.as_str(), fine.stderr.as_str()), ("out\n", "err\n"));
        assert_eq!(shell("exit 7", second).ending(), "ended with status 7");
        assert_eq!(shell("kill -11 $$", second).ending(), "was ended by signal 11");
        assert_eq!(
            shell("echo warning >&2; echo 'x: error: y' >&2; exit 1", second).complaint(),
            "x: error: y"
        );
    }

    #[test]
    fn nothing_hangs() {
        let start = Instant::now();
        let late = shell("sleep 100 & sleep 100", Duration::from_millis(100));
        assert!(late.timed_out && !late.succeeded());
        let flood = shell("yes", Duration::from_millis(200));
        assert!(flood.stdout.len() <= MOST_OUTPUT);
        let orphan = shell("sleep 30 & exit 0", Duration::from_secs(10));
        assert!(orphan.succeeded());
        assert!(start.elapsed() < Duration::from_secs(15));
    }
}
