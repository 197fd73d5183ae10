//! The owner's list of links.

use std::collections::HashMap;

use diesel::prelude::*;

use super::phone_of;
use crate::Store;
use crate::among::among;
use crate::error::StoreError;
use crate::schema::{phones, sessions, share_links};
use crate::session::Actor;

/// A link as its owner sees it.
#[derive(Clone, PartialEq, Eq)]
pub struct Link {
    /// Id, by which the link is changed and ended.
    pub link_id: i64,
    /// Token of the address.
    pub token: String,
    /// Phone's id.
    pub phone_id: i64,
    /// The phone's name and id for people; none for a phone that left its owner.
    pub phone: Option<(String, String)>,
    /// Number of pages that may show the phone at the same time.
    pub viewers_max: i64,
    /// Whether a passcode is asked for.
    pub passcode: bool,
    /// How often the link was opened.
    pub opened: i64,
    /// Time of the request, Unix milliseconds.
    pub created_ms: i64,
    /// End, Unix milliseconds: of a link that was ended before, that moment.
    pub until_ms: i64,
    /// Whether the link opens.
    pub open: bool,
}

/// A page of links.
#[derive(Clone, PartialEq, Eq)]
pub struct LinkPage {
    /// The links, the newest first.
    pub links: Vec<Link>,
    /// Number of all links.
    pub total: i64,
}

type Row = (
    (i64, Option<String>, i64),
    (i64, i64),
    (Option<String>, Option<i64>, Option<i64>),
);

/// The member's links with those that ended, the newest first.
pub async fn links(
    store: &Store,
    actor: &Actor,
    (offset, limit): (i64, i64),
    now_ms: i64,
) -> Result<LinkPage, StoreError> {
    let (member_id, secret) = (actor.member_id(), store.secret().clone());
    store
        .run(move |conn| {
            let mine = || {
                share_links::table
                    .inner_join(sessions::table)
                    .filter(share_links::member_id.eq(member_id))
            };
            let total = mine().count().get_result(conn)?;
            let rows: Vec<Row> = mine()
                .order((share_links::created_ms.desc(), share_links::session_id))
                .offset(offset)
                .limit(limit)
                .select((
                    (
                        share_links::session_id,
                        share_links::passcode_hash,
                        share_links::viewers_max,
                    ),
                    (share_links::opened, share_links::created_ms),
                    (sessions::phones, sessions::until_ms, sessions::ended_ms),
                ))
                .load(conn)?;
            let ids = rows
                .iter()
                .map(|(_, _, (ids, _, _))| phone_of(ids.as_deref()))
                .collect::<Result<Vec<_>, _>>()?;
            let own: HashMap<i64, (String, String, i64)> = phones::table
                .filter(among(phones::id, &ids))
                .filter(phones::owner_id.eq(member_id))
                .select((phones::id, phones::alias, phones::owl_id, phones::expire_ms))
                .load::<(i64, String, String, i64)>(conn)?
                .into_iter()
                .map(|(id, alias, owl_id, expire_ms)| (id, (alias, owl_id, expire_ms)))
                .collect();
            let links = rows
                .into_iter()
                .zip(ids)
                .map(|(row, phone_id)| {
                    let (
                        (link_id, passcode_hash, viewers_max),
                        (opened, created_ms),
                        (_, until_ms, ended_ms),
                    ) = row;
                    let until_ms = until_ms.ok_or(StoreError::Corrupt("share link"))?;
                    let phone = own.get(&phone_id);
                    let rented = phone.is_some_and(|(_, _, expire_ms)| *expire_ms > now_ms);
                    Ok(Link {
                        link_id,
                        token: secret.link_token(link_id),
                        phone_id,
                        phone: phone.map(|(alias, owl_id, _)| (alias.clone(), owl_id.clone())),
                        viewers_max,
                        passcode: passcode_hash.is_some(),
                        opened,
                        created_ms,
                        until_ms: ended_ms.map_or(until_ms, |ended_ms| ended_ms.min(until_ms)),
                        open: ended_ms.is_none() && until_ms > now_ms && rented,
                    })
                })
                .collect::<Result<Vec<_>, StoreError>>()?;
            Ok(LinkPage { links, total })
        })
        .await
}
