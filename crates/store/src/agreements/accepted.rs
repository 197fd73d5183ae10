//! Acceptances: which member accepted which version of an agreement, and when.

use std::collections::HashMap;

use diesel::prelude::*;
use diesel::result::Error as DieselError;
use domain::agreements::{EntryVersions, Kind};

use super::{AgreementError, Row, Version};
use crate::Store;
use crate::db::conn::{AnyConn, Backend, each};
use crate::db::schema::{agreement_acceptances, agreements, members};
use crate::error::StoreError;
use crate::member::masked;
use crate::session::Actor;

/// The version that a page showed is not in force any more: nothing is accepted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Outdated;

/// Records that a member accepts the version in force, in the transaction that needs the acceptance. An earlier acceptance keeps its time.
/// Answers the version's id; none before the first one. Another version that was shown is refused.
pub(crate) fn accept(
    tx: &mut AnyConn,
    member_id: i64,
    (kind, shown): (Kind, Option<i64>),
    now_ms: i64,
) -> Result<Result<Option<i64>, Outdated>, DieselError> {
    let in_force = published_id(tx, kind, None)?;
    if shown.is_some() && shown != in_force.map(|(_, version)| version) {
        return Ok(Err(Outdated));
    }
    let id = in_force.map(|(id, _)| id);
    if let Some(id) = id {
        mark(tx, member_id, id, now_ms)?;
    }
    Ok(Ok(id))
}

/// Refuses versions that are not in force. The check comes before a code or a password is tried, so that a page that is out of date costs no
/// try.
pub(crate) async fn check_entry(
    store: &Store,
    shown: EntryVersions,
) -> Result<Result<(), Outdated>, StoreError> {
    if shown == EntryVersions::default() {
        return Ok(Ok(()));
    }
    let in_force = in_force(store).await?;
    let outdated = shown
        .each()
        .into_iter()
        .zip(in_force.each())
        .any(|((_, shown), (_, version))| shown.is_some() && shown != version);
    Ok(if outdated { Err(Outdated) } else { Ok(()) })
}

/// Records that a member accepts the agreements of a sign-in: the versions that were shown, which [`check_entry`] has seen in force, else the newest.
pub(crate) fn accept_entry(
    tx: &mut AnyConn,
    member_id: i64,
    shown: EntryVersions,
    now_ms: i64,
) -> Result<(), DieselError> {
    for (kind, version) in shown.each() {
        if let Some((id, _)) = published_id(tx, kind, version)? {
            mark(tx, member_id, id, now_ms)?;
        }
    }
    Ok(())
}

/// The versions in force of the agreements of a sign-in.
pub async fn in_force(store: &Store) -> Result<EntryVersions, StoreError> {
    store
        .run(move |conn| {
            let mut number = |kind| published_id(conn, kind, None).map(|found| found.map(|v| v.1));
            Ok(EntryVersions {
                terms: number(Kind::Terms)?,
                privacy: number(Kind::Privacy)?,
            })
        })
        .await
}

/// Id and number of a published version: the named one, else the newest.
fn published_id(
    tx: &mut AnyConn,
    kind: Kind,
    version: Option<i64>,
) -> Result<Option<(i64, i64)>, DieselError> {
    let mut found = agreements::table
        .filter(agreements::kind.eq(kind as i16))
        .filter(agreements::published_ms.is_not_null())
        .order(agreements::version.desc())
        .select((agreements::id, agreements::version))
        .into_boxed::<Backend>();
    if let Some(version) = version {
        found = found.filter(agreements::version.eq(version));
    }
    found.first(tx).optional()
}

fn mark(tx: &mut AnyConn, member_id: i64, id: i64, now_ms: i64) -> Result<(), DieselError> {
    let new = (
        agreement_acceptances::agreement_id.eq(id),
        agreement_acceptances::member_id.eq(member_id),
        agreement_acceptances::accepted_ms.eq(now_ms),
    );
    each!(tx, |c| diesel::insert_into(agreement_acceptances::table)
        .values(new)
        .on_conflict_do_nothing()
        .execute(c))?;
    Ok(())
}

/// The newest version of an agreement that a member accepted.
pub(crate) fn accepted_version(
    tx: &mut AnyConn,
    member_id: i64,
    kind: Kind,
) -> Result<Option<i64>, DieselError> {
    agreement_acceptances::table
        .inner_join(agreements::table)
        .filter(agreement_acceptances::member_id.eq(member_id))
        .filter(agreements::kind.eq(kind as i16))
        .order(agreements::version.desc())
        .select(agreements::id)
        .first(tx)
        .optional()
}

/// An agreement from the view of one member.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MemberAgreement {
    /// The version in force.
    pub current: Version,
    /// The newest version that the member accepted and when, Unix milliseconds.
    pub accepted: Option<(i64, i64)>,
}

/// The agreements in force, in the order in which they are shown, and which versions the member accepted.
pub async fn own(store: &Store, actor: &Actor) -> Result<Vec<MemberAgreement>, StoreError> {
    let member_id = actor.member_id();
    store
        .run(move |conn| {
            let newest: Vec<(i16, Option<i64>)> = agreements::table
                .filter(agreements::published_ms.is_not_null())
                .group_by(agreements::kind)
                .order(agreements::kind)
                .select((agreements::kind, diesel::dsl::max(agreements::version)))
                .load(conn)?;
            let accepted: HashMap<i16, (i64, i64)> = agreement_acceptances::table
                .inner_join(agreements::table)
                .filter(agreement_acceptances::member_id.eq(member_id))
                .order(agreements::version)
                .select((
                    agreements::kind,
                    (agreements::version, agreement_acceptances::accepted_ms),
                ))
                .load::<(i16, (i64, i64))>(conn)?
                .into_iter()
                .collect();
            let mut all = Vec::with_capacity(newest.len());
            for (kind, version) in newest {
                let row: Row = agreements::table
                    .filter(agreements::kind.eq(kind))
                    .filter(agreements::version.eq(version.unwrap_or_default()))
                    .select(Row::as_select())
                    .first(conn)?;
                all.push(MemberAgreement {
                    current: row.try_into()?,
                    accepted: accepted.get(&kind).copied(),
                });
            }
            Ok(all)
        })
        .await
}

/// Acceptance of a version by a member.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Acceptance {
    pub member_id: i64,
    /// The masked number; empty when there is none.
    pub phone: String,
    pub nickname: String,
    /// Time of the first acceptance, Unix milliseconds.
    pub accepted_ms: i64,
}

/// A page of a version's acceptances.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Acceptances {
    /// Acceptances, the last one first.
    pub list: Vec<Acceptance>,
    /// Total number of acceptances.
    pub total: i64,
}

/// A version's acceptances; `limit` rows after `offset`.
pub async fn acceptances(
    store: &Store,
    id: i64,
    (offset, limit): (i64, i64),
) -> Result<Acceptances, AgreementError> {
    store
        .run(move |conn| {
            let known: i64 = agreements::table.find(id).count().get_result(conn)?;
            if known == 0 {
                return Err(AgreementError::Unknown);
            }
            let of_version =
                agreement_acceptances::table.filter(agreement_acceptances::agreement_id.eq(id));
            let rows: Vec<(i64, Option<String>, String, i64)> = of_version
                .inner_join(members::table)
                .order((
                    agreement_acceptances::accepted_ms.desc(),
                    agreement_acceptances::member_id.desc(),
                ))
                .offset(offset)
                .limit(limit)
                .select((
                    members::id,
                    members::phone,
                    members::nickname,
                    agreement_acceptances::accepted_ms,
                ))
                .load(conn)?;
            Ok(Acceptances {
                total: of_version.count().get_result(conn)?,
                list: rows
                    .into_iter()
                    .map(|(member_id, phone, nickname, accepted_ms)| Acceptance {
                        member_id,
                        phone: phone.as_deref().map_or_else(String::new, masked),
                        nickname,
                        accepted_ms,
                    })
                    .collect(),
            })
        })
        .await
}
