//! First packets of a connection: CNXN, and AUTH where the phone wants it. Source: AOSP `adb.cpp`, `daemon/auth.cpp`.

use std::sync::Arc;
use std::time::Duration;

use bytes::{Bytes, BytesMut};
use phone_wire::Decoder;
use phone_wire::banner::{Banner, Features};
use phone_wire::packet::{Agreement, AuthKind, Command, Packet, Packets};
use tokio::io::AsyncWriteExt as _;
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};

use super::auth::{self, Policy};
use super::connection::{ConnectionError, next};
use crate::phone::Phone;

/// Longest time for a peer's next packet.
pub(super) const STEP_TIMEOUT: Duration = Duration::from_secs(10);

/// Reader and writer of a connection before it has streams.
pub(super) struct Ends<'a> {
    pub(super) input: &'a mut OwnedReadHalf,
    pub(super) output: &'a mut OwnedWriteHalf,
    pub(super) packets: &'a mut Decoder<Packets>,
}

/// Takes a host's CNXN and authenticates it; `None` if it left. Returns the agreed protocol and the host's features; the caller still has
/// to answer with CNXN.
pub(super) async fn meet(
    phone: &Arc<Phone>,
    ends: &mut Ends<'_>,
) -> Result<Option<(Agreement, Features)>, ConnectionError> {
    let Some(hello) = step(ends).await? else {
        return Ok(None);
    };
    if hello.command != Command::Connect {
        return Err(ConnectionError::NotConnected(hello.command));
    }
    let agreement =
        Agreement::with_peer(hello.arg0, hello.arg1).ok_or(ConnectionError::BadLimit)?;
    let policy = Policy::of(phone.system.property(auth::PROPERTY).as_deref());
    if policy != Policy::Off && !authenticate(phone, ends, policy).await? {
        return Ok(None);
    }
    ends.packets.grammar_mut().agree(agreement);
    // A host whose banner cannot be read is treated as one with the basic features only.
    let features = Banner::parse(&hello.payload).map_or(Features::of(&[]), |host| host.features);
    Ok(Some((agreement, features)))
}

async fn step(ends: &mut Ends<'_>) -> Result<Option<Packet>, ConnectionError> {
    tokio::time::timeout(STEP_TIMEOUT, next(ends.input, ends.packets))
        .await
        .map_err(|_| ConnectionError::Silent)?
}

/// Authenticates a host: true when it has proved that its key is known, or its key was allowed; false if it left.
async fn authenticate(
    phone: &Arc<Phone>,
    ends: &mut Ends<'_>,
    policy: Policy,
) -> Result<bool, ConnectionError> {
    for _ in 0..auth::TRIES_LIMIT {
        let token = auth::token();
        ask(ends, &token).await?;
        let Some(answer) = step(ends).await? else {
            return Ok(false);
        };
        if answer.command != Command::Auth {
            return Err(ConnectionError::NotConnected(answer.command));
        }
        if answer.arg0 == AuthKind::Signature as u32 {
            if phone.keys.verify(&token, &answer.payload) {
                return Ok(true);
            }
            continue;
        }
        if answer.arg0 != AuthKind::PublicKey as u32 {
            return Err(ConnectionError::NotAllowed);
        }
        let line = auth::line_of(&answer.payload).ok_or(ConnectionError::NotAllowed)?;
        return match policy {
            Policy::Off | Policy::Accept => {
                if phone.keys.remember(&line) {
                    Ok(true)
                } else {
                    Err(ConnectionError::NotAllowed)
                }
            }
            Policy::Wait => approval(phone, ends, line).await,
        };
    }
    Err(ConnectionError::NotAllowed)
}

async fn ask(ends: &mut Ends<'_>, token: &[u8]) -> Result<(), ConnectionError> {
    let kind = AuthKind::Token as u32;
    let packet = Packet::new(Command::Auth, kind, 0, Bytes::copy_from_slice(token));
    let mut bytes = BytesMut::new();
    // The agreed version does not apply yet, so the packet carries its checksum.
    packet.encode(true, &mut bytes);
    Ok(ends.output.write_all(&bytes).await?)
}

/// Waits, however long, until somebody allows the key or the host leaves.
async fn approval(
    phone: &Arc<Phone>,
    ends: &mut Ends<'_>,
    line: String,
) -> Result<bool, ConnectionError> {
    phone.keys.wait_for(line.clone());
    phone.log.info("AdbService", "A host waits to be allowed");
    loop {
        let allowed = phone.keys.allowed.notified();
        tokio::pin!(allowed);
        // The waiter is registered before the check, so that no permission is missed in between.
        allowed.as_mut().enable();
        if phone.keys.is_known(&line) {
            return Ok(true);
        }
        tokio::select! {
            () = allowed => {}
            packet = next(ends.input, ends.packets) => {
                return match packet? {
                    None => Ok(false),
                    Some(packet) => Err(ConnectionError::NotConnected(packet.command)),
                };
            }
        }
    }
}
