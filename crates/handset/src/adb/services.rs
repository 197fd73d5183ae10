//! The services that a stream can ask for.

use std::sync::Arc;

use bytes::{Bytes, BytesMut};
use phone_wire::service::{Namespace, Service};
use phone_wire::shell::ShellPacket;
use tokio::sync::mpsc::OwnedPermit;

use super::{Stream, sync};
use crate::phone::{Phone, PowerWish};
use crate::shell::{self, Framing, Input, Output};

/// A service that can be had, so that the stream may be accepted.
pub(super) enum Ready {
    Shell {
        command: String,
        framing: Framing,
    },
    Command {
        words: Vec<String>,
        framing: Framing,
    },
    Reboot(String),
    Terminal {
        v2: bool,
        pty: bool,
    },
    Sync,
    Socket(OwnedPermit<Stream>),
    Source(u64),
    Sink,
    Say(&'static str),
}

/// What serves a request; `None` refuses the stream.
pub(super) fn find(phone: &Arc<Phone>, service: Service) -> Option<Ready> {
    Some(match service {
        Service::Shell(command) if command.is_empty() => Ready::Terminal {
            v2: false,
            pty: true,
        },
        Service::ShellV2 { command, pty, .. } if command.is_empty() => {
            Ready::Terminal { v2: true, pty }
        }
        Service::ShellV2 { command, .. } => Ready::Shell {
            command,
            framing: Framing::V2,
        },
        Service::Shell(command) | Service::Exec(command) => Ready::Shell {
            command,
            framing: Framing::Raw,
        },
        Service::Abb(words) => Ready::Command {
            words,
            framing: Framing::V2,
        },
        Service::AbbExec(words) => Ready::Command {
            words,
            framing: Framing::Raw,
        },
        Service::Reboot(how) => Ready::Reboot(how),
        Service::Sync => Ready::Sync,
        Service::Local(Namespace::Abstract, name) => Ready::Socket(phone.sockets.connect(&name)?),
        Service::Source(count) => Ready::Source(count),
        Service::Sink(_) => Ready::Sink,
        Service::Root => Ready::Say("adbd cannot run as root in production builds\n"),
        Service::Unroot => Ready::Say("adbd not running as root\n"),
        Service::Local(..)
        | Service::Tcp(_)
        | Service::Remount
        | Service::TcpIp(_)
        | Service::Reverse(_)
        | Service::Other(_) => return None,
    })
}

/// Serves a stream to its end.
pub(super) async fn run(phone: Arc<Phone>, ready: Ready, mut stream: Stream) {
    match ready {
        Ready::Shell { command, framing } => {
            program(stream, framing, async |input, output| {
                shell::run(&phone, &command, input, output).await
            })
            .await;
        }
        Ready::Command { words, framing } => {
            program(stream, framing, async |input, output| {
                shell::run_command(&phone, words, input, output).await
            })
            .await;
        }
        Ready::Reboot(how) => {
            tracing::debug!(how, "the host asks for a reboot");
            phone.ask_power(PowerWish::Reboot);
        }
        Ready::Terminal { v2, pty } => shell::terminal(&phone, stream, v2, pty).await,
        Ready::Sync => {
            if let Err(error) = sync::serve(&phone, &mut stream).await {
                tracing::debug!(%error, "sync ended");
            }
        }
        // A program that ended meanwhile drops the stream, which closes it.
        Ready::Socket(place) => {
            place.send(stream);
        }
        Ready::Source(count) => {
            let block = Bytes::from(BytesMut::zeroed(64 * 1024));
            let mut left = count;
            while left > 0 {
                let piece = block.slice(..(block.len() as u64).min(left) as usize);
                left -= piece.len() as u64;
                if stream.writer.send(piece).await.is_err() {
                    return;
                }
            }
        }
        Ready::Sink => stream.reader.drain().await,
        Ready::Say(text) => {
            let _ = stream
                .writer
                .send(Bytes::from_static(text.as_bytes()))
                .await;
        }
    }
}

/// Runs a program to its end, or to the host's hanging up: then it ends as a child does on SIGHUP.
async fn program(stream: Stream, framing: Framing, run: impl AsyncFnOnce(&Input, &Output) -> u8) {
    let Stream { reader, writer } = stream;
    let hangup = reader.hangup();
    let output = Output::to_stream(&writer, framing);
    let input = Input::from_stream(reader, framing);
    let code = tokio::select! {
        code = run(&input, &output) => code,
        () = hangup.wait() => return,
    };
    if framing == Framing::V2 {
        // Fails only when the host left without waiting for the code.
        let _ = writer.send(ShellPacket::Exit(code).to_bytes()).await;
    }
}
