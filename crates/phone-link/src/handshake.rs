//! First packets of a link: roles and features of both sides, and the key by which the phone knows us.
//! Source: AOSP `adb.cpp`, `daemon/auth.cpp`, `client/auth.cpp`.

use phone_wire::Decoder;
use phone_wire::auth::Auth;
use phone_wire::banner::{Banner, Feature, Features};
use phone_wire::packet::{Agreement, Command, PAYLOAD_MAX_BYTES, Packet, Packets, VERSION};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::sync::watch;
use tokio::time::timeout;

use crate::error::LinkError;
use crate::key::KeyPair;
use crate::options::{ConnectStage, LinkOptions};

/// Features that are always announced. Delayed acknowledgement is announced only when the options say so, for it changes the wire at
/// once.
const OURS: &[Feature] = &[
    Feature::ShellV2,
    Feature::Cmd,
    Feature::StatV2,
    Feature::LsV2,
    Feature::FixedPushMkdir,
    Feature::AbbExec,
];

/// Name of the key on the phone's screen.
const KEY_COMMENT: &str = "owldeck@owldeck";

/// Result of the handshake; the decoder may already hold packets that follow.
pub(crate) struct Greeting {
    pub agreement: Agreement,
    pub banner: Banner,
    pub decoder: Decoder<Packets>,
}

pub(crate) async fn handshake<R, W>(
    read: &mut R,
    write: &mut W,
    options: &LinkOptions,
    stage: &watch::Sender<ConnectStage>,
) -> Result<Greeting, LinkError>
where
    R: AsyncRead + Unpin,
    W: AsyncWrite + Unpin,
{
    let ours = features(options);
    let mut handshake = Handshake {
        read,
        write,
        decoder: Decoder::new(Packets::handshake()),
    };
    let first = timeout(options.handshake_timeout, handshake.probe(ours, options))
        .await
        .map_err(|_| LinkError::HandshakeTimeout)??;
    let answer = match first {
        Some(answer) => answer,
        None => handshake.wait_for_approval(options, stage).await?,
    };
    if answer.command != Command::Connect {
        return Err(LinkError::Unexpected(answer.command));
    }
    let agreement = Agreement::with_peer(answer.arg0, answer.arg1)
        .ok_or(LinkError::PayloadLimit(answer.arg1))?;
    let mut banner = Banner::parse(&answer.payload)?;
    banner.features = banner.features.shared_with(ours);
    handshake.decoder.grammar_mut().agree(agreement);
    Ok(Greeting {
        agreement,
        banner,
        decoder: handshake.decoder,
    })
}

fn features(options: &LinkOptions) -> Features {
    let mut ours = OURS.to_vec();
    if options.delayed_ack {
        ours.push(Feature::DelayedAck);
    }
    Features::of(&ours)
}

struct Handshake<'a, R, W> {
    read: &'a mut R,
    write: &'a mut W,
    decoder: Decoder<Packets>,
}

impl<R, W> Handshake<'_, R, W>
where
    R: AsyncRead + Unpin,
    W: AsyncWrite + Unpin,
{
    /// Sends our banner and returns the phone's; `None` when the phone was given our public key and asks its owner now.
    async fn probe(
        &mut self,
        ours: Features,
        options: &LinkOptions,
    ) -> Result<Option<Packet>, LinkError> {
        let hello = Packet::connect(VERSION, PAYLOAD_MAX_BYTES, &Banner::host(ours));
        self.send(&hello).await?;
        let mut signed = false;
        loop {
            let answer = self.packet().await?;
            match answer.command {
                Command::Connect => return Ok(Some(answer)),
                Command::Tls => return Err(LinkError::TlsRequired),
                Command::Auth => {}
                other => return Err(LinkError::Unexpected(other)),
            }
            let Some(key) = &options.key else {
                return Err(LinkError::AuthRequired);
            };
            let Ok(Auth::Token(token)) = Auth::parse(&answer) else {
                return Err(LinkError::Unexpected(Command::Auth));
            };
            if signed {
                // A second token means that the phone does not know the key.
                self.offer(key).await?;
                return Ok(None);
            }
            let signature = key.sign(&token).ok_or(LinkError::AuthRequired)?;
            self.send(&Auth::Signature(signature).to_packet()).await?;
            signed = true;
        }
    }

    async fn offer(&mut self, key: &KeyPair) -> Result<(), LinkError> {
        let offer = Auth::PublicKey {
            key: Box::new(key.public().clone()),
            comment: KEY_COMMENT.to_owned(),
        };
        self.send(&offer.to_packet()).await
    }

    async fn wait_for_approval(
        &mut self,
        options: &LinkOptions,
        stage: &watch::Sender<ConnectStage>,
    ) -> Result<Packet, LinkError> {
        stage.send_replace(ConnectStage::WaitingForApproval);
        match timeout(options.approval_timeout, self.packet()).await {
            // Some phones hang up, some ask for another signature.
            Err(_) | Ok(Err(LinkError::HungUp)) => Err(LinkError::NotApproved),
            Ok(Ok(answer)) if answer.command == Command::Auth => Err(LinkError::NotApproved),
            Ok(answer) => answer,
        }
    }

    /// Sends a packet with its checksum: the phone's version is not known yet.
    async fn send(&mut self, packet: &Packet) -> Result<(), LinkError> {
        let mut bytes = bytes::BytesMut::new();
        packet.encode(true, &mut bytes);
        self.write.write_all(&bytes).await.map_err(LinkError::io)?;
        self.write.flush().await.map_err(LinkError::io)
    }

    async fn packet(&mut self) -> Result<Packet, LinkError> {
        loop {
            if let Some(packet) = self.decoder.pull()? {
                return Ok(packet);
            }
            let count = self
                .read
                .read_buf(self.decoder.buffer_mut())
                .await
                .map_err(LinkError::io)?;
            if count == 0 {
                return Err(LinkError::HungUp);
            }
        }
    }
}
