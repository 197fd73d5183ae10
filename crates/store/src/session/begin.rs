//! The one beginning of a session, whatever proved the member: password, code or social account.

use std::net::IpAddr;

use diesel::prelude::*;
use domain::agreements::EntryVersions;
use domain::live::SessionEnd;
use domain::notices::Alert;
use domain::session::SessionRules;

use super::{Terminal, Tokens, insert_tokens, tokens_of};
use crate::agreements;
use crate::db::conn::AnyConn;
use crate::db::schema::{members, sessions};
use crate::error::StoreError;
use crate::secrets::{Secret, new_id, new_token};
use crate::{audit, notices};

/// Client of a new session: terminal, address and device, and the agreements that were accepted there.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Arrival {
    /// Terminal; a member has one live session for each kind.
    pub terminal: Terminal,
    /// The client's address.
    pub address: Option<IpAddr>,
    /// The device in a few words: [`domain::device::device_of`].
    pub device: String,
    /// Versions of the agreements that were shown and accepted.
    pub agreed: EntryVersions,
    /// Rules of sessions in force.
    pub rules: SessionRules,
}

impl From<Terminal> for Arrival {
    fn from(terminal: Terminal) -> Self {
        Self {
            terminal,
            ..Self::default()
        }
    }
}

impl Arrival {
    pub(crate) fn address_text(&self) -> String {
        self.address.map_or_else(String::new, |a| a.to_string())
    }
}

/// Proof by which a member begins a session.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ProvenBy {
    /// The password, which counts as proof for money and rights.
    Password,
    /// A code or a social account.
    Other,
}

/// Begins a session and ends the member's other one on the same kind of terminal. None when the account is disabled.
pub(crate) fn begin(
    tx: &mut AnyConn,
    secret: &Secret,
    member_id: i64,
    arrival: &Arrival,
    by: ProvenBy,
    now_ms: i64,
) -> Result<Option<Tokens>, StoreError> {
    // The member's row is the lock: two sign-ins at once take turns, and the later one stays live.
    let enabled = diesel::update(
        members::table
            .find(member_id)
            .filter(members::disabled.eq(false)),
    )
    .set(members::signed_in_ms.eq(now_ms))
    .execute(tx)?;
    if enabled == 0 {
        return Ok(None);
    }
    // Each kind of sign-in has asked for the agreements before.
    agreements::accept_entry(tx, member_id, arrival.agreed, now_ms)?;
    let strange = is_strange(tx, member_id, arrival)?;
    diesel::update(
        sessions::table
            .filter(sessions::member_id.eq(member_id))
            .filter(sessions::terminal.eq(arrival.terminal.into_str()))
            .filter(sessions::scopes.is_null())
            .filter(sessions::ended_ms.is_null()),
    )
    .set((
        sessions::ended_ms.eq(now_ms),
        sessions::end_reason.eq(SessionEnd::Elsewhere as i16),
    ))
    .execute(tx)?;
    let session_id = new_id();
    diesel::insert_into(sessions::table)
        .values((
            sessions::id.eq(session_id),
            sessions::member_id.eq(member_id),
            sessions::terminal.eq(arrival.terminal.into_str()),
            sessions::generation.eq(0),
            sessions::created_ms.eq(now_ms),
            sessions::address.eq(arrival.address_text()),
            sessions::device.eq(&arrival.device),
            sessions::seen_ms.eq(super::minute_of(now_ms)),
            sessions::proved_ms.eq((by == ProvenBy::Password).then_some(now_ms)),
        ))
        .execute(tx)?;
    let tokens = tokens_of(secret, member_id, new_token(), arrival.rules, now_ms);
    insert_tokens(tx, session_id, 0, &tokens)?;
    audit::record(
        tx,
        &audit::Entry {
            kind: "session.begin",
            member_id: Some(member_id),
            session_id: Some(session_id),
            object: &format!("session:{session_id}"),
            address: arrival.address,
            detail: &arrival.device,
            now_ms,
        },
    )?;
    if strange {
        let params = [arrival.device.clone(), arrival.address_text()];
        notices::alert(tx, member_id, Alert::NewDevice, &params, now_ms)?;
    }
    Ok(Some(tokens))
}

/// Whether the member signed in before, but never from such a device.
fn is_strange(
    tx: &mut AnyConn,
    member_id: i64,
    arrival: &Arrival,
) -> Result<bool, diesel::result::Error> {
    let (all, same): (i64, i64) = (
        sessions::table
            .filter(sessions::member_id.eq(member_id))
            .filter(sessions::scopes.is_null())
            .count()
            .get_result(tx)?,
        sessions::table
            .filter(sessions::member_id.eq(member_id))
            .filter(sessions::device.eq(&arrival.device))
            .filter(sessions::scopes.is_null())
            .count()
            .get_result(tx)?,
    );
    Ok(all > 0 && same == 0)
}
