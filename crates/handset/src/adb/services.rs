//! The services that a stream can ask for.

use std::sync::Arc;

use bytes::{Bytes, BytesMut};
use phone_wire::service::{Namespace, Service};
use phone_wire::shell::ShellPacket;
use tokio::sync::mpsc::OwnedPermit;

use super::{Stream, sync};
use crate::phone::Phone;
use crate::shell::{self, Framing, Output};

/// A service that can be had, so that the stream may be accepted.
pub(super) enum Ready {
    Shell { command: String, framing: Framing },
    Terminal { v2: bool, pty: bool },
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
        Service::Sync => Ready::Sync,
        Service::Local(Namespace::Abstract, name) => Ready::Socket(phone.sockets.connect(&name)?),
        Service::Source(count) => Ready::Source(count),
        Service::Sink(_) => Ready::Sink,
        Service::Root => Ready::Say("adbd cannot run as root in production builds\n"),
        Service::Unroot => Ready::Say("adbd not running as root\n"),
        Service::Local(..)
        | Service::Abb(_)
        | Service::AbbExec(_)
        | Service::Tcp(_)
        | Service::Reboot(_)
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
            let output = Output::to_stream(&stream.writer, framing);
            let code = tokio::select! {
                code = shell::run(&phone, &command, &output) => code,
                // The host hung up: what runs ends, as a child does on SIGHUP.
                () = stream.reader.drain() => return,
            };
            if framing == Framing::V2 {
                // Fails only when the host left without waiting for the code.
                let _ = stream.writer.send(ShellPacket::Exit(code).to_bytes()).await;
            }
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
