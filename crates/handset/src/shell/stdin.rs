//! What a host sends to a running program.

use bytes::Bytes;
use phone_wire::Decoder;
use phone_wire::shell::{ShellPacket, ShellPackets};
use tokio::sync::Mutex;

use super::Framing;
use crate::adb::StreamReader;

/// Standard input of the programs of one stream. What nobody reads stays with the host.
pub(crate) struct Input(Option<Mutex<Source>>);

struct Source {
    reader: StreamReader,
    packets: Option<Decoder<ShellPackets>>,
    ended: bool,
}

impl Input {
    pub(crate) fn from_stream(reader: StreamReader, framing: Framing) -> Self {
        Self(Some(Mutex::new(Source {
            reader,
            packets: (framing == Framing::V2).then(Decoder::default),
            ended: false,
        })))
    }

    /// No input at all.
    pub(crate) const fn nothing() -> Self {
        Self(None)
    }

    /// The next bytes; `None` at the end of input.
    pub(crate) async fn read(&self) -> Option<Bytes> {
        let mut source = self.0.as_ref()?.lock().await;
        source.read().await
    }
}

impl Source {
    async fn read(&mut self) -> Option<Bytes> {
        loop {
            if let Some(packets) = &mut self.packets {
                match packets.pull() {
                    Ok(Some(ShellPacket::Stdin(data))) if !data.is_empty() => return Some(data),
                    Ok(Some(ShellPacket::CloseStdin)) | Err(_) => self.ended = true,
                    Ok(Some(_)) => continue,
                    Ok(None) => {}
                }
            }
            if self.ended {
                return None;
            }
            let Some(data) = self.reader.recv().await else {
                self.ended = true;
                continue;
            };
            match &mut self.packets {
                Some(packets) => packets.feed(&data),
                None => return Some(data),
            }
        }
    }
}
