//! Commands on the phone, with limits of time and output; and the few that every phone is asked.
//! Source: AOSP `shell_protocol.h`, `daemon/shell_service.cpp`.

use std::collections::BTreeMap;
use std::time::Duration;

use bytes::Bytes;
use phone_wire::Decoder;
use phone_wire::banner::Feature;
use phone_wire::service::Service;
use phone_wire::shell::{ArgumentError, CommandLine, ShellPacket, ShellPackets};
use tokio::time::timeout;

use crate::error::ShellError;
use crate::link::Link;
use crate::stream::{Priority, Stream};

/// Limits of a command that does not set its own.
const TIME_MAX: Duration = Duration::from_secs(20);
const OUTPUT_MAX_BYTES: usize = 1024 * 1024;
/// Output limit in bytes of a command that prints a word at most: a hostile phone can make us keep no more than this at each of the
/// frequent calls.
const WORD_MAX_BYTES: usize = 4 * 1024;

/// Command line and its limits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShellCommand {
    line: CommandLine,
    time_max: Duration,
    output_max_bytes: usize,
}

impl ShellCommand {
    /// Command of a program, or a whole line without any foreign text; 20 seconds, 1 MiB of output.
    pub fn new(program: &'static str) -> Self {
        Self {
            line: CommandLine::new(program),
            time_max: TIME_MAX,
            output_max_bytes: OUTPUT_MAX_BYTES,
        }
    }

    /// Adds a word that is a constant of our source.
    #[must_use]
    pub fn word(mut self, word: &'static str) -> Self {
        self.line = self.line.word(word);
        self
    }

    /// Adds text of any origin as one quoted argument.
    pub fn argument(mut self, text: &str) -> Result<Self, ArgumentError> {
        self.line = self.line.argument(text)?;
        Ok(self)
    }

    /// Shell v2 service that runs this command.
    pub(crate) fn service(&self) -> Service {
        Service::shell_v2(self.line.to_string())
    }

    /// Sets the time limit of this command.
    #[must_use]
    pub const fn within(mut self, time: Duration) -> Self {
        self.time_max = time;
        self
    }

    /// Sets the output limit of this command in bytes, standard output and error together.
    #[must_use]
    pub const fn at_most(mut self, bytes: usize) -> Self {
        self.output_max_bytes = bytes;
        self
    }
}

/// Result of a command.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ShellOutput {
    /// Standard output.
    pub stdout: Vec<u8>,
    /// Standard error.
    pub stderr: Vec<u8>,
    /// Exit code, or 128 and the signal.
    pub exit: u8,
}

impl ShellOutput {
    /// Standard output as text without white space around it.
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.stdout).trim().to_owned()
    }
}

impl Link {
    /// Runs a command without input and waits for its end.
    pub async fn shell(&self, command: &ShellCommand) -> Result<ShellOutput, ShellError> {
        if !self.has(Feature::ShellV2) {
            return Err(ShellError::Unsupported);
        }
        let service = command.service();
        let run = async {
            let stream = self.open(&service, Priority::Interactive).await?;
            collect(stream, command.output_max_bytes).await
        };
        in_time(command.time_max, run).await
    }

    /// Runs a command and returns its raw standard output; there is no exit code.
    pub async fn exec(&self, command: &ShellCommand) -> Result<Bytes, ShellError> {
        let service = Service::Exec(command.line.to_string());
        let limit = command.output_max_bytes;
        let run = async {
            let mut stream = self.open(&service, Priority::Interactive).await?;
            let mut output = Vec::new();
            while let Some(chunk) = stream.chunk().await? {
                append(&mut output, &chunk, 0, limit)?;
            }
            Ok(Bytes::from(output))
        };
        in_time(command.time_max, run).await
    }

    /// System properties.
    pub async fn properties(&self) -> Result<BTreeMap<String, String>, ShellError> {
        let output = self.shell(&ShellCommand::new("getprop")).await?;
        Ok(parse_properties(&String::from_utf8_lossy(&output.stdout)))
    }

    /// Whether the phone has finished starting.
    pub async fn is_booted(&self) -> Result<bool, ShellError> {
        let command = ShellCommand::new("getprop")
            .word("sys.boot_completed")
            .at_most(WORD_MAX_BYTES);
        Ok(self.shell(&command).await?.text() == "1")
    }

    /// Whether the phone still answers: runs `true` within [`crate::LinkOptions::probe_timeout`].
    pub async fn probe(&self) -> Result<(), ShellError> {
        let command = ShellCommand::new("true")
            .within(self.options.probe_timeout)
            .at_most(WORD_MAX_BYTES);
        match self.shell(&command).await?.exit {
            0 => Ok(()),
            _ => Err(ShellError::Cut),
        }
    }
}

async fn in_time<T>(
    limit: Duration,
    run: impl Future<Output = Result<T, ShellError>>,
) -> Result<T, ShellError> {
    match timeout(limit, run).await {
        Ok(result) => result,
        Err(_) => Err(ShellError::Timeout(limit.as_millis())),
    }
}

async fn collect(mut stream: Stream, limit: usize) -> Result<ShellOutput, ShellError> {
    let mut decoder = Decoder::new(ShellPackets);
    let mut output = ShellOutput::default();
    while let Some(chunk) = stream.chunk().await? {
        decoder.feed(&chunk);
        while let Some(packet) = decoder.pull()? {
            match packet {
                ShellPacket::Stdout(data) => {
                    append(&mut output.stdout, &data, output.stderr.len(), limit)?;
                }
                ShellPacket::Stderr(data) => {
                    append(&mut output.stderr, &data, output.stdout.len(), limit)?;
                }
                ShellPacket::Exit(code) => {
                    output.exit = code;
                    return Ok(output);
                }
                ShellPacket::Stdin(_)
                | ShellPacket::CloseStdin
                | ShellPacket::WindowSize { .. } => {}
            }
        }
    }
    Err(ShellError::Cut)
}

fn append(to: &mut Vec<u8>, data: &[u8], others: usize, limit: usize) -> Result<(), ShellError> {
    if to.len() + others + data.len() > limit {
        return Err(ShellError::TooMuchOutput(limit));
    }
    to.extend_from_slice(data);
    Ok(())
}

/// Parses lines `[key]: [value]`; a value may go over several lines.
fn parse_properties(text: &str) -> BTreeMap<String, String> {
    let mut properties = BTreeMap::new();
    let mut open: Option<(String, String)> = None;
    for line in text.lines() {
        let (key, mut value) = match open.take() {
            Some((key, value)) => (key, format!("{value}\n{line}")),
            None => match line
                .strip_prefix('[')
                .and_then(|rest| rest.split_once("]: ["))
            {
                Some((key, value)) => (key.to_owned(), value.to_owned()),
                None => continue,
            },
        };
        if value.ends_with(']') {
            value.pop();
            properties.insert(key, value);
        } else {
            open = Some((key, value));
        }
    }
    properties
}
