//! The first packets: what both sides are and can do. Keys and TLS are answered with a typed error.

use phone_wire::Decoder;
use phone_wire::banner::{Banner, Feature, Features};
use phone_wire::packet::{Agreement, Command, PAYLOAD_MAX_BYTES, Packet, Packets, VERSION};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};

use crate::error::LinkError;

/// What this crate can do. Never more: `delayed_ack` for one changes the wire at once.
const OURS: Features = Features::of(&[
    Feature::ShellV2,
    Feature::Cmd,
    Feature::StatV2,
    Feature::LsV2,
    Feature::FixedPushMkdir,
    Feature::AbbExec,
]);

/// What came of it; the decoder may already hold packets that follow.
pub(crate) struct Greeting {
    pub agreement: Agreement,
    pub banner: Banner,
    pub decoder: Decoder<Packets>,
}

pub(crate) async fn greet<R, W>(read: &mut R, write: &mut W) -> Result<Greeting, LinkError>
where
    R: AsyncRead + Unpin,
    W: AsyncWrite + Unpin,
{
    let hello = Packet::connect(VERSION, PAYLOAD_MAX_BYTES, &Banner::host(OURS));
    let mut bytes = bytes::BytesMut::new();
    hello.encode(true, &mut bytes);
    write.write_all(&bytes).await.map_err(LinkError::io)?;
    write.flush().await.map_err(LinkError::io)?;

    let mut decoder = Decoder::new(Packets::handshake());
    let answer = loop {
        if let Some(packet) = decoder.pull()? {
            break packet;
        }
        let count = read
            .read_buf(decoder.buffer_mut())
            .await
            .map_err(LinkError::io)?;
        if count == 0 {
            return Err(LinkError::HungUp);
        }
    };
    match answer.command {
        Command::Connect => {}
        Command::Auth => return Err(LinkError::AuthRequired),
        Command::Tls => return Err(LinkError::TlsRequired),
        other => return Err(LinkError::Unexpected(other)),
    }
    let agreement = Agreement::with_peer(answer.arg0, answer.arg1)
        .ok_or(LinkError::PayloadLimit(answer.arg1))?;
    let mut banner = Banner::parse(&answer.payload)?;
    banner.features = banner.features.shared_with(OURS);
    decoder.grammar_mut().agree(agreement);
    Ok(Greeting {
        agreement,
        banner,
        decoder,
    })
}
