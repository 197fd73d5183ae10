//! The owner's list of links.

use std::collections::HashMap;

use diesel::prelude::*;
use domain::sharing::links::LinkKind;

use super::target::{StoredTarget, TARGET_COLUMNS, TargetRow};
use super::trial::Trial;
use crate::Store;
use crate::db::among::among;
use crate::db::schema::{phones, sessions, share_links};
use crate::error::StoreError;
use crate::session::Actor;

/// A link as its owner sees it.
#[derive(Clone, PartialEq, Eq)]
pub struct Link {
    /// Id, by which the link is changed and ended.
    pub link_id: i64,
    /// Token of the address.
    pub token: String,
    /// Phone or clip that it shows.
    pub shows: LinkShows,
    /// Number of pages that it lets in at the same time.
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

/// Phone or clip of a link, as its owner knows it.
#[derive(Clone, PartialEq, Eq)]
pub enum LinkShows {
    /// A phone, live.
    Live {
        phone_id: i64,
        /// The phone's name and id for people; none for a phone that left its owner.
        phone: Option<(String, String)>,
    },
    Clip {
        /// Name of the file, as it was when the link was made.
        file_name: String,
    },
    /// Trials of an app.
    Trial {
        /// The app, its phone, and the minutes.
        trial: Trial,
        /// The phone's name and id for people; none for a phone that left its owner.
        phone: Option<(String, String)>,
    },
}

impl LinkShows {
    /// Kind of the link.
    pub const fn kind(&self) -> LinkKind {
        match self {
            Self::Live { .. } => LinkKind::Live,
            Self::Clip { .. } => LinkKind::Clip,
            Self::Trial { .. } => LinkKind::Trial,
        }
    }
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
    (TargetRow, Option<i64>, Option<i64>),
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
                    (TARGET_COLUMNS, sessions::until_ms, sessions::ended_ms),
                ))
                .load(conn)?;
            let shown = rows
                .iter()
                .map(|(_, _, (row, _, _))| StoredTarget::stored(row.clone()))
                .collect::<Result<Vec<_>, _>>()?;
            let ids: Vec<i64> = shown.iter().flat_map(|shown| shown.reach().1).collect();
            let own: HashMap<i64, (String, String, i64)> = phones::table
                .filter(among(phones::id, &ids))
                .filter(phones::owner_id.eq(member_id))
                .select((phones::id, phones::alias, phones::owl_id, phones::expire_ms))
                .load::<(i64, String, String, i64)>(conn)?
                .into_iter()
                .map(|(id, alias, owl_id, expire_ms)| (id, (alias, owl_id, expire_ms)))
                .collect();
            let of_phone = |phone_id: i64| {
                let phone = own.get(&phone_id);
                let rented = phone.is_some_and(|(_, _, ends)| *ends > now_ms);
                let named = phone.map(|(alias, owl_id, _)| (alias.clone(), owl_id.clone()));
                (named, rented)
            };
            let links = rows
                .into_iter()
                .zip(shown)
                .map(|(row, shown)| {
                    let (
                        (link_id, passcode_hash, viewers_max),
                        (opened, created_ms),
                        (_, until_ms, ended_ms),
                    ) = row;
                    let until_ms = until_ms.ok_or(StoreError::Corrupt("share link"))?;
                    let (shows, there) = match shown {
                        StoredTarget::Live { phone_id } => {
                            let (phone, rented) = of_phone(phone_id);
                            (LinkShows::Live { phone_id, phone }, rented)
                        }
                        StoredTarget::Trial(trial) => {
                            let (phone, rented) = of_phone(trial.phone_id);
                            (LinkShows::Trial { trial, phone }, rented)
                        }
                        // A file stays as long as the link.
                        StoredTarget::Clip { file_name, .. } => {
                            (LinkShows::Clip { file_name }, true)
                        }
                    };
                    Ok(Link {
                        link_id,
                        token: secret.link_token(link_id),
                        shows,
                        viewers_max,
                        passcode: passcode_hash.is_some(),
                        opened,
                        created_ms,
                        until_ms: ended_ms.map_or(until_ms, |ended_ms| ended_ms.min(until_ms)),
                        open: ended_ms.is_none() && until_ms > now_ms && there,
                    })
                })
                .collect::<Result<Vec<_>, StoreError>>()?;
            Ok(LinkPage { links, total })
        })
        .await
}
