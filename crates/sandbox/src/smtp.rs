//! A small mail server (RFC 5321) on this machine: it takes any mail into the outbox and passes none on.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use causes::causes;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::task::JoinHandle;

use crate::{Entry, Sandbox};

mod mail;

/// Most conversations at once; further ones wait.
const AT_ONCE: usize = 16;
/// Longest line in bytes: a text line has 1000 bytes with its end (RFC 5321, 4.5.3.1.6).
const LINE_MAX_BYTES: usize = 1000;
/// Largest mail, in bytes.
const MAIL_MAX_BYTES: usize = 256 * 1024;
/// Most recipients of one mail.
const RECIPIENTS_MAX: usize = 10;
/// Most commands of one conversation.
const COMMANDS_MAX: usize = 1000;
/// Timeout for the client's next line.
const TIMEOUT: Duration = Duration::from_mins(1);

/// A running mail server; dropping it stops it.
pub struct Smtp {
    address: SocketAddr,
    task: JoinHandle<()>,
}

impl Drop for Smtp {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl Smtp {
    pub(crate) async fn start(address: SocketAddr, sandbox: Sandbox) -> io::Result<Self> {
        let listener = TcpListener::bind(address).await?;
        let address = listener.local_addr()?;
        let task = tokio::spawn(listen(listener, sandbox));
        Ok(Self { address, task })
    }

    /// Address of the server.
    pub fn address(&self) -> SocketAddr {
        self.address
    }
}

async fn listen(listener: TcpListener, sandbox: Sandbox) {
    let places = Arc::new(Semaphore::new(AT_ONCE));
    loop {
        let Ok(place) = Arc::clone(&places).acquire_owned().await else {
            return;
        };
        let Ok((stream, _)) = listener.accept().await else {
            // Accepting fails mostly for lack of file descriptors: others may close theirs meanwhile.
            tokio::time::sleep(Duration::from_millis(100)).await;
            continue;
        };
        let sandbox = sandbox.clone();
        tokio::spawn(async move {
            let _place = place;
            if let Err(error) = Conversation::new(stream).run(&sandbox).await {
                tracing::debug!(error = %causes(&error), "serve mail connection failed");
            }
        });
    }
}

/// Mail that is being handed over.
#[derive(Default)]
struct Envelope {
    from: bool,
    to: Vec<String>,
}

struct Conversation {
    stream: BufReader<TcpStream>,
    envelope: Envelope,
}

impl Conversation {
    fn new(stream: TcpStream) -> Self {
        Self {
            stream: BufReader::new(stream),
            envelope: Envelope::default(),
        }
    }

    async fn run(mut self, sandbox: &Sandbox) -> io::Result<()> {
        self.say("220 sandbox ESMTP").await?;
        for _ in 0..COMMANDS_MAX {
            let Some(line) = self.line().await? else {
                return Ok(());
            };
            let line = String::from_utf8_lossy(&line).into_owned();
            let verb = line
                .split(' ')
                .next()
                .unwrap_or_default()
                .to_ascii_uppercase();
            let answer = match verb.as_str() {
                "EHLO" => {
                    self.envelope = Envelope::default();
                    "250-sandbox\r\n250-8BITMIME\r\n250-SMTPUTF8\r\n250 SIZE 262144"
                }
                "HELO" | "RSET" => {
                    self.envelope = Envelope::default();
                    "250 sandbox"
                }
                "MAIL" => {
                    self.envelope = Envelope {
                        from: path(&line, "MAIL FROM:").is_some(),
                        to: Vec::new(),
                    };
                    if self.envelope.from {
                        "250 ok"
                    } else {
                        "501 MAIL FROM:<address>"
                    }
                }
                "RCPT" => self.recipient(&line),
                "DATA" if self.envelope.to.is_empty() => "503 MAIL and RCPT first",
                "DATA" => {
                    self.say("354 end with a line of one dot").await?;
                    self.take(sandbox).await?
                }
                "NOOP" => "250 ok",
                "QUIT" => return self.say("221 bye").await,
                _ => "502 not known here",
            };
            self.say(answer).await?;
        }
        self.say("421 enough").await
    }

    fn recipient(&mut self, line: &str) -> &'static str {
        match path(line, "RCPT TO:") {
            _ if !self.envelope.from => "503 MAIL first",
            _ if self.envelope.to.len() == RECIPIENTS_MAX => "452 too many recipients",
            Some(address) if address.contains('@') => {
                self.envelope.to.push(address.to_owned());
                "250 ok"
            }
            _ => "501 RCPT TO:<address>",
        }
    }

    /// Reads a mail to its dot and puts it into the outbox.
    async fn take(&mut self, sandbox: &Sandbox) -> io::Result<&'static str> {
        let envelope = std::mem::take(&mut self.envelope);
        let mut mail = Vec::new();
        let mut fits = true;
        loop {
            let line = self.line().await?.ok_or(io::ErrorKind::UnexpectedEof)?;
            if line == b"." {
                break;
            }
            // A dot at the start of a line was doubled on its way (RFC 5321, 4.5.2).
            let line = line.strip_prefix(b".").unwrap_or(&line);
            fits &= mail.len() + line.len() + 2 <= MAIL_MAX_BYTES;
            if fits {
                mail.extend_from_slice(line);
                mail.extend_from_slice(b"\r\n");
            }
        }
        if !fits {
            return Ok("552 larger than 262144 bytes");
        }
        let Some(read) = mail::read(&mail) else {
            return Ok("554 no plain text that can be read");
        };
        for to in envelope.to {
            let entry = Entry {
                at: sandbox.now_ms(),
                channel: "mail".to_owned(),
                to,
                purpose: read.purpose.clone(),
                text: read.text.clone(),
                code: read.code.clone(),
            };
            if let Err(error) = sandbox.0.outbox.add(entry) {
                tracing::error!(channel = "mail", error = %causes(&error), "write outbox failed");
                return Ok("451 the outbox cannot be written");
            }
        }
        Ok("250 in the outbox")
    }

    /// Next line without its end; none when the client is gone.
    async fn line(&mut self) -> io::Result<Option<Vec<u8>>> {
        let mut line = Vec::new();
        let mut bounded = (&mut self.stream).take(LINE_MAX_BYTES as u64);
        tokio::time::timeout(TIMEOUT, bounded.read_until(b'\n', &mut line)).await??;
        if line.is_empty() {
            return Ok(None);
        }
        // Only CRLF ends a line: a bare LF could smuggle a second mail.
        if line.strip_suffix(b"\r\n").is_none() {
            return Err(io::Error::new(
                io::ErrorKind::InvalidData,
                "a line that is too long or ends without CRLF",
            ));
        }
        line.truncate(line.len() - 2);
        Ok(Some(line))
    }

    async fn say(&mut self, text: &str) -> io::Result<()> {
        let writing = async {
            self.stream.write_all(text.as_bytes()).await?;
            self.stream.write_all(b"\r\n").await?;
            self.stream.flush().await
        };
        tokio::time::timeout(TIMEOUT, writing).await?
    }
}

/// Address between the angle brackets of a command.
fn path<'a>(line: &'a str, command: &str) -> Option<&'a str> {
    let (begin, rest) = line.split_at_checked(command.len())?;
    if !begin.eq_ignore_ascii_case(command) {
        return None;
    }
    let (address, _) = rest.trim_start().strip_prefix('<')?.split_once('>')?;
    Some(address)
}
