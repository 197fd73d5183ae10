//! Services that a stream can ask for. Source: AOSP `SERVICES.TXT`, `daemon/services.cpp`.

use std::sync::Arc;

use bytes::{Bytes, BytesMut};
use causes::causes;
use phone_wire::service::{Namespace, Service};
use phone_wire::shell::ShellPacket;
use tokio::sync::mpsc::OwnedPermit;

use super::{Stream, sync};
use crate::phone::{Phone, PowerRequest};
use crate::shell::{self, Framing, Input, Output};

/// Service that is available, so that the stream may be accepted.
pub(super) enum Ready {
    /// Queue of a listening program; if the program ended meanwhile, the stream is dropped, which closes it.
    Socket(OwnedPermit<Stream>),
    AdbdService(AdbdService),
}

/// A service of adbd itself.
pub(super) enum AdbdService {
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
    Source(u64),
    Sink,
    Reverse(String),
    Say(&'static str),
}

/// Finds the service for a request; `None` refuses the stream.
pub(super) fn find(phone: &Arc<Phone>, service: Service) -> Option<Ready> {
    let own = match service {
        Service::Shell(command) if command.is_empty() => AdbdService::Terminal {
            v2: false,
            pty: true,
        },
        Service::ShellV2 { command, pty, .. } if command.is_empty() => {
            AdbdService::Terminal { v2: true, pty }
        }
        Service::ShellV2 { command, .. } => AdbdService::Shell {
            command,
            framing: Framing::V2,
        },
        Service::Shell(command) | Service::Exec(command) => AdbdService::Shell {
            command,
            framing: Framing::Raw,
        },
        Service::Abb(words) => AdbdService::Command {
            words,
            framing: Framing::V2,
        },
        Service::AbbExec(words) => AdbdService::Command {
            words,
            framing: Framing::Raw,
        },
        Service::Reboot(how) => AdbdService::Reboot(how),
        Service::Sync => AdbdService::Sync,
        Service::Local(Namespace::Abstract, name) => {
            return phone.sockets.connect(&name).map(Ready::Socket);
        }
        Service::Source(count) => AdbdService::Source(count),
        Service::Sink(_) => AdbdService::Sink,
        Service::Reverse(request) => AdbdService::Reverse(request),
        Service::Root => AdbdService::Say("adbd cannot run as root in production builds\n"),
        Service::Unroot => AdbdService::Say("adbd not running as root\n"),
        Service::Local(..)
        | Service::Tcp(_)
        | Service::Remount
        | Service::TcpIp(_)
        | Service::Other(_) => return None,
    };
    Some(Ready::AdbdService(own))
}

/// Serves a stream to its end.
pub(super) async fn run(phone: Arc<Phone>, own: AdbdService, mut stream: Stream) {
    match own {
        AdbdService::Shell { command, framing } => {
            program(stream, framing, async |input, output| {
                shell::run(&phone, &command, input, output).await
            })
            .await;
        }
        AdbdService::Command { words, framing } => {
            program(stream, framing, async |input, output| {
                shell::run_command(&phone, words, input, output).await
            })
            .await;
        }
        AdbdService::Reboot(how) => {
            tracing::debug!(how, "reboot requested by host");
            phone.ask_power(PowerRequest::Reboot);
        }
        AdbdService::Terminal { v2, pty } => shell::terminal(&phone, stream, v2, pty).await,
        AdbdService::Sync => {
            if let Err(error) = sync::serve(&phone, &mut stream).await {
                tracing::debug!(error = %causes(&error), "sync service ended");
            }
        }
        AdbdService::Source(count) => {
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
        AdbdService::Sink => stream.reader.drain().await,
        AdbdService::Reverse(request) => {
            let answer = phone.reverses.answer(&request, stream.link());
            let _ = stream.writer.send(answer.into()).await;
        }
        AdbdService::Say(text) => {
            let _ = stream
                .writer
                .send(Bytes::from_static(text.as_bytes()))
                .await;
        }
    }
}

/// Runs a program to its end, or to the host's hanging up, which ends it as SIGHUP ends a child.
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
        // Sending fails only when the host left without waiting for the code.
        let _ = writer.send(ShellPacket::Exit(code).to_bytes()).await;
    }
}
