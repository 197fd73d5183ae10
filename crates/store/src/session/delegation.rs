//! A delegated session: limited to some scopes, a level, perhaps some phones, and a time. It never counts among the member's own sessions.

use std::net::IpAddr;

use diesel::prelude::*;
use domain::access::Level;
use domain::live::SessionEnd;
use domain::session::Scopes;

use super::minute_of;
use crate::db::among::among;
use crate::db::conn::AnyConn;
use crate::db::schema::{access_tokens, sessions};
use crate::error::StoreError;
use crate::secrets::new_id;

/// Terminal, scopes, level, phones, end, maker; scopes and the rest are none for a member's own session.
pub(crate) type StoredDelegation = (
    String,
    Option<i16>,
    Option<i16>,
    Option<String>,
    Option<i64>,
    Option<i64>,
);

/// Limits of a delegated session: scopes, level, phones and end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Delegation {
    terminal: String,
    scopes: Scopes,
    level: Option<Level>,
    phones: Option<Vec<i64>>,
    until_ms: i64,
    made_by: Option<i64>,
}

impl Delegation {
    /// The terminal of an embedded player's session.
    pub(crate) const EMBED: &str = "EMBED";
    /// The terminal of a program with a token.
    pub(crate) const TOKEN: &str = "TOKEN";
    /// The terminal of an owner's link, which no token opens: the pages behind it have sessions made by it.
    pub(crate) const LINK: &str = "LINK";
    /// The terminal of a page that an owner's link opened.
    pub(crate) const VIEWER: &str = "VIEWER";
    /// The terminal of the page of a trial, which an owner's link opened: it may hold the seat of its phone, and else does what a viewer does.
    pub(crate) const TRIAL: &str = "TRIAL";
    /// The terminal of an operator who sees the console as the member sees it.
    pub(crate) const VIEW_AS: &str = "VIEW_AS";

    pub(super) fn from_stored(
        (terminal, scopes, level, phones, until_ms, made_by): StoredDelegation,
    ) -> Result<Option<Self>, StoreError> {
        let Some(scopes) = scopes else {
            return Ok(None);
        };
        let corrupt = || StoreError::Corrupt("delegation");
        Ok(Some(Self {
            terminal,
            scopes: Scopes::from_stored(scopes).ok_or_else(corrupt)?,
            level: level
                .map(|level| level_from_stored(level).ok_or_else(corrupt))
                .transpose()?,
            phones: phones
                .map(|ids| read_ids(&ids).ok_or_else(corrupt))
                .transpose()?,
            until_ms: until_ms.ok_or_else(corrupt)?,
            made_by,
        }))
    }

    /// Scopes of the session.
    pub fn scopes(&self) -> Scopes {
        self.scopes
    }

    /// The only phones that the session reaches; none: every phone of its member.
    pub fn phones(&self) -> Option<&[i64]> {
        self.phones.as_deref()
    }

    /// End of the session, Unix milliseconds.
    pub fn until_ms(&self) -> i64 {
        self.until_ms
    }

    /// The highest level on a phone that the session allows; none when it does not reach the phone.
    pub fn level_of(&self, phone_id: i64) -> Option<Level> {
        let reaches = (self.phones.as_ref()).is_none_or(|phones| phones.contains(&phone_id));
        self.level.filter(|_| reaches)
    }

    /// Whether the session belongs to an embedded player, to a page behind a link, or to an operator's view: none of them may delegate further.
    pub(crate) fn is_embedded(&self) -> bool {
        self.terminal == Self::EMBED || self.is_of_link() || self.is_view_as()
    }

    /// Whether the session is of an operator who sees the console as the member sees it.
    pub fn is_view_as(&self) -> bool {
        self.terminal == Self::VIEW_AS
    }

    fn is_of_link(&self) -> bool {
        self.terminal == Self::VIEWER || self.is_trial()
    }

    /// Whether the session is of the page of a trial.
    pub fn is_trial(&self) -> bool {
        self.terminal == Self::TRIAL
    }

    /// The operator's session behind a view; none for other sessions.
    pub(super) fn viewed_by(&self) -> Option<i64> {
        self.made_by.filter(|_| self.is_view_as())
    }

    /// The owner's link that opened the page of this session; none for other sessions.
    pub fn link_id(&self) -> Option<i64> {
        self.made_by.filter(|_| self.is_of_link())
    }
}

/// Reads the level of a session or a ticket as it is stored.
pub(crate) const fn level_from_stored(level: i16) -> Option<Level> {
    match level {
        1 => Some(Level::View),
        2 => Some(Level::Operate),
        3 => Some(Level::Owner),
        _ => None,
    }
}

/// Ids joined into one text for storage.
pub(crate) fn written_ids(ids: &[i64]) -> String {
    let ids: Vec<String> = ids.iter().map(ToString::to_string).collect();
    ids.join(",")
}

/// Reads stored ids.
pub(crate) fn read_ids(text: &str) -> Option<Vec<i64>> {
    text.split(',')
        .filter(|id| !id.is_empty())
        .map(|id| id.parse().ok())
        .collect()
}

/// A delegated session to be made.
pub(crate) struct NewDelegation<'a> {
    pub(crate) member_id: i64,
    pub(crate) terminal: &'static str,
    /// Name for people; may be empty.
    pub(crate) name: &'a str,
    pub(crate) scopes: Scopes,
    pub(crate) level: Option<Level>,
    pub(crate) phones: Option<&'a [i64]>,
    pub(crate) until_ms: i64,
    /// Id of the session whose holder asks for this one: a delegated one, or an operator's.
    pub(crate) made_by: Option<i64>,
}

/// Makes a delegated session; answers its id. It has no token yet.
pub(crate) fn delegate(
    tx: &mut AnyConn,
    delegation: &NewDelegation<'_>,
    now_ms: i64,
) -> Result<i64, StoreError> {
    let id = new_id();
    diesel::insert_into(sessions::table)
        .values((
            (
                sessions::id.eq(id),
                sessions::member_id.eq(delegation.member_id),
                sessions::terminal.eq(delegation.terminal),
                sessions::generation.eq(0),
                sessions::created_ms.eq(now_ms),
                sessions::address.eq(""),
                sessions::device.eq(delegation.name),
                sessions::seen_ms.eq(0),
            ),
            (
                sessions::scopes.eq(delegation.scopes.stored()),
                sessions::level.eq(delegation.level.map(|level| level as i16)),
                sessions::phones.eq(delegation.phones.map(written_ids)),
                sessions::until_ms.eq(delegation.until_ms),
                sessions::made_by.eq(delegation.made_by),
            ),
        ))
        .execute(tx)?;
    Ok(id)
}

/// Lets tokens and embedded players of these members that reach a phone reach the one that took its place.
pub(crate) fn follow_phone(
    tx: &mut AnyConn,
    member_ids: &[i64],
    old_id: i64,
    new_id: i64,
) -> Result<(), StoreError> {
    let limited: Vec<(i64, Option<String>)> = sessions::table
        .filter(among(sessions::member_id, member_ids))
        .filter(sessions::ended_ms.is_null())
        .filter(sessions::phones.is_not_null())
        .select((sessions::id, sessions::phones))
        .load(tx)?;
    for (session_id, phones) in limited {
        let mut ids = phones
            .as_deref()
            .and_then(read_ids)
            .ok_or(StoreError::Corrupt("session"))?;
        let Some(id) = ids.iter_mut().find(|id| **id == old_id) else {
            continue;
        };
        *id = new_id;
        diesel::update(sessions::table.find(session_id))
            .set(sessions::phones.eq(written_ids(&ids)))
            .execute(tx)?;
    }
    Ok(())
}

/// Gives a delegated session a bearer token, stored as its hash.
pub(crate) fn hand_out(
    tx: &mut AnyConn,
    session_id: i64,
    hash: &str,
    until_ms: i64,
) -> Result<(), StoreError> {
    diesel::insert_into(access_tokens::table)
        .values((
            access_tokens::hash.eq(hash),
            access_tokens::session_id.eq(session_id),
            access_tokens::expires_ms.eq(until_ms),
        ))
        .execute(tx)?;
    Ok(())
}

/// Notes address and device of a delegated session's use.
pub(crate) fn used_at(
    tx: &mut AnyConn,
    session_id: i64,
    address: Option<IpAddr>,
    now_ms: i64,
) -> Result<(), StoreError> {
    let address = address.map_or_else(String::new, |address| address.to_string());
    diesel::update(sessions::table.find(session_id))
        .set((
            sessions::address.eq(address),
            sessions::seen_ms.eq(minute_of(now_ms)),
        ))
        .execute(tx)?;
    Ok(())
}

/// Ends a delegated session of a member, and those that its holder delegated further; answers whether it was live. `made_by` restricts it
/// to a session that this delegation's holder made.
pub(crate) fn end_with(
    tx: &mut AnyConn,
    (member_id, terminal): (i64, &'static str),
    session_id: i64,
    made_by: Option<i64>,
    now_ms: i64,
) -> Result<bool, StoreError> {
    let ending = (
        sessions::ended_ms.eq(now_ms),
        sessions::end_reason.eq(SessionEnd::Ended as i16),
    );
    let mut named = diesel::update(sessions::table)
        .filter(sessions::id.eq(session_id))
        .filter(sessions::member_id.eq(member_id))
        .filter(sessions::terminal.eq(terminal))
        .filter(sessions::scopes.is_not_null())
        .filter(sessions::until_ms.gt(now_ms))
        .filter(sessions::ended_ms.is_null())
        .set(ending)
        .into_boxed::<crate::db::conn::Backend>();
    if let Some(made_by) = made_by {
        named = named.filter(sessions::made_by.eq(made_by));
    }
    let ended = named.execute(tx)?;
    if ended == 1 {
        diesel::update(
            sessions::table
                .filter(sessions::made_by.eq(session_id))
                .filter(sessions::ended_ms.is_null()),
        )
        .set(ending)
        .execute(tx)?;
    }
    Ok(ended == 1)
}
