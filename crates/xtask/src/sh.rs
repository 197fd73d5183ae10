//! Running other programs, from the root of the checkout.

use std::cell::RefCell;
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};
use std::{fmt, io, thread};

use crate::scratch;

/// Interval at which a program with a time limit is polled for its end.
const LOOK_EVERY: Duration = Duration::from_millis(50);

/// Reason why a command of xtask failed.
#[derive(Debug)]
pub struct Failure(pub String);

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl From<std::io::Error> for Failure {
    fn from(error: std::io::Error) -> Self {
        Self(error.to_string())
    }
}

/// Root of the checkout.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .ancestors()
        .nth(2)
        .map_or_else(PathBuf::new, Path::to_path_buf)
}

/// Folder in which cargo builds.
pub fn target_dir() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from)
}

thread_local! {
    /// File for the output of the programs that this thread starts; without one they print to xtask's own output.
    static OUTPUT: RefCell<Option<File>> = const { RefCell::new(None) };
}

/// Runs parts at the same time, each in a thread of its own that has the same output as this one. Returns the first failure after all have ended.
pub fn beside_each_other<F>(parts: impl IntoIterator<Item = F>) -> Result<(), Failure>
where
    F: FnOnce() -> Result<(), Failure> + Send,
{
    thread::scope(|scope| {
        let mut threads = Vec::new();
        for part in parts {
            let output = output()?;
            threads.push(scope.spawn(move || {
                OUTPUT.set(output);
                part()
            }));
        }
        let ended: Vec<Result<(), Failure>> = threads
            .into_iter()
            .map(|thread| {
                thread
                    .join()
                    .unwrap_or_else(|_| Err(Failure("a part panicked".into())))
            })
            .collect();
        ended.into_iter().collect()
    })
}

/// Runs `part`; the programs that it starts print into `file`.
pub fn printing_into<T>(file: File, part: impl FnOnce() -> T) -> T {
    let before = OUTPUT.replace(Some(file));
    let outcome = part();
    OUTPUT.set(before);
    outcome
}

/// File for the output of the programs that this thread starts; `None` for xtask's own output.
fn output() -> io::Result<Option<File>> {
    OUTPUT.with_borrow(|file| file.as_ref().map(File::try_clone).transpose())
}

/// Program to run.
pub struct Step {
    command: Command,
    name: String,
    longest: Option<Duration>,
    quiet: bool,
}

impl Step {
    /// Makes a step that runs a program in the root of the checkout. Its temporary files lie in the folder in memory, if there is one.
    pub fn new(program: impl AsRef<OsStr>) -> Self {
        let name = Path::new(program.as_ref())
            .file_name()
            .unwrap_or(program.as_ref())
            .to_string_lossy()
            .into_owned();
        let mut command = Command::new(program);
        command.current_dir(root());
        if let Some(folder) = scratch::folder() {
            command.env("TMPDIR", folder);
        }
        Self {
            command,
            name,
            longest: None,
            quiet: false,
        }
    }

    /// Adds an argument.
    pub fn arg(mut self, arg: impl AsRef<OsStr>) -> Self {
        self.command.arg(arg);
        self
    }

    /// Adds several arguments.
    pub fn args<A: AsRef<OsStr>>(mut self, args: impl IntoIterator<Item = A>) -> Self {
        self.command.args(args);
        self
    }

    /// Sets an environment variable of the program.
    pub fn env(mut self, key: &str, value: impl Into<OsString>) -> Self {
        self.command.env(key, value.into());
        self
    }

    /// Makes cargo compile the workspace's crates by clippy-driver, as `cargo clippy` does, with every warning an error. So one compilation also
    /// lints, and dependencies are shared with other builds.
    pub fn linted(self) -> Self {
        self.env("RUSTC_WORKSPACE_WRAPPER", "clippy-driver").env(
            "CLIPPY_ARGS",
            "-D__CLIPPY_HACKERY__warnings__CLIPPY_HACKERY__",
        )
    }

    /// Sets the program's working directory, a folder of the checkout.
    pub fn inside(mut self, folder: impl AsRef<Path>) -> Self {
        self.command.current_dir(root().join(folder));
        self
    }

    /// Sets a time limit: when the program takes longer, `run` ends it and fails.
    pub fn within_minutes(mut self, minutes: u64) -> Self {
        self.longest = Some(Duration::from_secs(60 * minutes));
        self
    }

    /// Discards the program's standard output.
    pub fn quiet(mut self) -> Self {
        self.quiet = true;
        self
    }

    /// Runs the program to its end. If it fails, the failure names it.
    pub fn run(mut self) -> Result<(), Failure> {
        if let Some(file) = output()? {
            self.command.stderr(file.try_clone()?).stdout(file);
        }
        if self.quiet {
            self.command.stdout(Stdio::null());
        }
        let status = match self.longest {
            None => self.command.status(),
            Some(longest) => status_within(&mut self.command, longest),
        }
        .map_err(|e| Failure(format!("{}: {e}", self.name)))?;
        if status.success() {
            Ok(())
        } else {
            Err(Failure(format!("{} failed ({status})", self.name)))
        }
    }

    /// Runs the program and discards its output; returns whether it was found and succeeded.
    pub fn succeeds(mut self) -> bool {
        self.command
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status()
            .is_ok_and(|s| s.success())
    }

    /// Runs the program; returns its standard output.
    pub fn output(mut self) -> Result<String, Failure> {
        let output = self
            .command
            .stderr(Stdio::inherit())
            .output()
            .map_err(|e| Failure(format!("{}: {e}", self.name)))?;
        if output.status.success() {
            Ok(String::from_utf8_lossy(&output.stdout).into_owned())
        } else {
            Err(Failure(format!("{} failed ({})", self.name, output.status)))
        }
    }

    /// Runs the program to its end; returns whether it succeeded, and its standard error.
    pub fn status_and_stderr(mut self) -> Result<(bool, String), Failure> {
        let output = self
            .command
            .stdout(Stdio::null())
            .output()
            .map_err(|e| Failure(format!("{}: {e}", self.name)))?;
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        Ok((output.status.success(), said))
    }

    /// Starts the program in the background; dropping the handle ends it.
    pub fn start(mut self) -> Result<Running, Failure> {
        let child = self
            .command
            .spawn()
            .map_err(|e| Failure(format!("{}: {e}", self.name)))?;
        Ok(Running(child))
    }

    /// Replaces this process with the program (`exec`), so that the program gets the signals and sets the exit code. Returns only on a failure.
    pub fn replace(mut self) -> Result<(), Failure> {
        use std::os::unix::process::CommandExt;
        Err(Failure(format!("{}: {}", self.name, self.command.exec())))
    }
}

/// Runs a program to its end, and kills it when it takes longer than `longest`; returns its exit status.
fn status_within(command: &mut Command, longest: Duration) -> io::Result<ExitStatus> {
    let mut child = command.spawn()?;
    let until = Instant::now() + longest;
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(status);
        }
        if Instant::now() > until {
            child.kill()?;
            return child.wait();
        }
        thread::sleep(LOOK_EVERY);
    }
}

/// A program that runs in the background.
pub struct Running(Child);

impl Running {
    /// Ends the program.
    pub fn stop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.stop();
    }
}
