//! Runs the programs that make APKs.

use std::process::Stdio;

use tokio::process::Command;

/// A program of this machine.
pub fn program(name: &str) -> Command {
    let mut command = Command::new(name);
    command.kill_on_drop(true).stdin(Stdio::null());
    command
}

/// Standard output of a program that must succeed.
pub async fn must(command: &mut Command) -> String {
    let output = command.output().await;
    let output = output.unwrap_or_else(|error| panic!("{error} (cargo xtask test installs it)"));
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert!(output.status.success(), "{}", text(&output.stderr));
    text(&output.stdout)
}
