//! The relation of parent and sub-account: begun by consent, switched off and on by the parent, ended by either side.

use std::net::IpAddr;

use diesel::prelude::*;
use domain::auth::{Account, DEFAULT_CHANNEL_CODE, PhoneNumber, Purpose, Target};
use domain::member::HIDDEN_NAME;
use domain::notices::Alert;
use domain::subaccounts::{Situation, SubName, check};

use super::{SubAccountError, children, invite, of_parent, parent_of};
use crate::auth::verification::{self, TypedCode};
use crate::db::conn::AnyConn;
use crate::db::schema::{allotments, members};
use crate::error::StoreError;
use crate::member::{self, MemberError, NewAccount, Role};
use crate::session::{Actor, guess};
use crate::{Store, audit, branding, notices};

/// Consent of a number: the code that it received when the actor asked for one.
pub struct Consent {
    /// Number that agrees.
    pub number: PhoneNumber,
    /// The typed code.
    pub typed: TypedCode,
    /// Client's address, for the limit of guesses.
    pub address: Option<IpAddr>,
}

/// Makes the account of a number a sub-account of the actor; a number without an account gets one, which signs in by code. It gets what its
/// invitation promised, if there is one. Answers its id.
pub async fn add(
    store: &Store,
    actor: &Actor,
    consent: Consent,
    name: SubName,
    now_ms: i64,
) -> Result<i64, SubAccountError> {
    let open = branding::current(store).await?.registers();
    let (actor, secret) = (actor.clone(), store.secret().clone());
    store
        .write(
            move |tx| -> Result<Result<i64, SubAccountError>, SubAccountError> {
                let Consent {
                    number,
                    typed,
                    address,
                } = consent;
                let counted = guess::count_code(tx, &secret, address, now_ms)?;
                let target = Target::Phone(number.clone());
                let shown = typed.shown(target, &[Purpose::SubAccount], actor.member_id());
                // The counted try is committed with the refusal; what the account is, is told only to whom it gave its code.
                if !verification::prove(tx, &secret, &shown, now_ms)? {
                    return Ok(Err(SubAccountError::Code));
                }
                counted.give_back(tx)?;
                let member_id = match account(tx, &actor, &number, open, now_ms) {
                    Ok(member_id) => member_id,
                    Err(SubAccountError::Fault(fault)) => return Err(fault.into()),
                    // The code is spent all the same.
                    Err(refusal) => return Ok(Err(refusal)),
                };
                let promise = invite::accept(tx, actor.member_id(), &number, now_ms)?;
                let name = match &promise {
                    Some(promise) if name.as_str().is_empty() => promise.name.as_str(),
                    _ => name.as_str(),
                };
                diesel::update(members::table.find(member_id))
                    .set((
                        members::parent_id.eq(actor.member_id()),
                        members::sub_name.eq(name),
                        members::sub_since_ms.eq(now_ms),
                        members::sub_off_ms.eq(None::<i64>),
                    ))
                    .execute(tx)?;
                // A sub-account invites nobody.
                invite::forget_all(tx, member_id)?;
                if let Some(promise) = promise {
                    promise.give_phones(tx, &actor, member_id, now_ms)?;
                }
                record(tx, &actor, "subaccounts.add", member_id, now_ms)?;
                alert(
                    tx,
                    member_id,
                    Alert::SubAccountJoined,
                    actor.member_id(),
                    now_ms,
                )?;
                Ok(Ok(member_id))
            },
        )
        .await?
}

/// Account of the number, which may become a sub-account; made where there is none.
fn account(
    tx: &mut AnyConn,
    actor: &Actor,
    number: &PhoneNumber,
    registers: bool,
    now_ms: i64,
) -> Result<i64, SubAccountError> {
    let me = actor.member_id();
    let wanted = Account::Phone(number.clone());
    let found = member::find(tx, &wanted)?.map(|account| account.id);
    // Locked in the order of their ids: two members that add each other take turns.
    let mut ids: Vec<i64> = found.into_iter().chain([me]).collect();
    ids.sort_unstable();
    ids.dedup();
    for id in ids {
        member::lock(tx, id)?;
    }
    let mut situation = Situation {
        asker_has_parent: parent_of(tx, me)?.is_some(),
        sub_accounts: children(tx, me)?,
        own: found == Some(me),
        ..Situation::default()
    };
    if let Some(id) = found {
        let (parent, role, disabled): (Option<i64>, i16, bool) = members::table
            .find(id)
            .select((members::parent_id, members::role, members::disabled))
            .first(tx)?;
        situation.mine = parent == Some(me);
        situation.of_another = parent.is_some_and(|parent| parent != me);
        situation.has_sub_accounts = children(tx, id)? > 0;
        situation.barred = disabled || Role::from_stored(role)? != Role::Member;
    }
    check(situation).map_err(SubAccountError::Refused)?;
    if let Some(id) = found {
        return Ok(id);
    }
    if !registers {
        return Err(SubAccountError::Closed);
    }
    let new = NewAccount {
        account: wanted,
        password_hash: String::new(),
        nickname: number.masked(),
        role: Role::Member,
        permissions: Vec::new(),
        channel_code: DEFAULT_CHANNEL_CODE.to_owned(),
    };
    member::create(tx, &new, now_ms).map_err(|error| match error {
        MemberError::Fault(fault) => SubAccountError::Fault(fault),
        MemberError::Exists | MemberError::Unknown => {
            SubAccountError::Fault(StoreError::Corrupt("the number was free"))
        }
    })
}

fn record(
    tx: &mut AnyConn,
    actor: &Actor,
    kind: &'static str,
    member_id: i64,
    now_ms: i64,
) -> Result<(), StoreError> {
    let object = format!("member:{member_id}");
    audit::record(tx, &audit::Entry::by(actor, kind, &object, now_ms))?;
    Ok(())
}

/// A message about the member `other` to a reader.
fn alert(
    tx: &mut AnyConn,
    reader: i64,
    alert: Alert,
    other: i64,
    now_ms: i64,
) -> Result<(), StoreError> {
    let number = member::number_of(tx, other)?;
    let who = number.map_or_else(|| HIDDEN_NAME.to_owned(), |number| number.masked());
    notices::alert(tx, reader, alert, &[who], now_ms)?;
    Ok(())
}

/// Switches a sub-account of the actor on or off: while it is off, nothing that its parent gave counts. The account itself goes on.
pub async fn set_enabled(
    store: &Store,
    actor: &Actor,
    member_id: i64,
    enabled: bool,
    now_ms: i64,
) -> Result<(), SubAccountError> {
    let actor = actor.clone();
    store
        .write(move |tx| {
            of_parent(tx, actor.member_id(), member_id)?;
            let own = members::table
                .find(member_id)
                .filter(members::parent_id.eq(actor.member_id()));
            let changed = if enabled {
                diesel::update(own.filter(members::sub_off_ms.is_not_null()))
                    .set(members::sub_off_ms.eq(None::<i64>))
                    .execute(tx)?
            } else {
                diesel::update(own.filter(members::sub_off_ms.is_null()))
                    .set(members::sub_off_ms.eq(now_ms))
                    .execute(tx)?
            };
            if changed == 1 {
                let kind = if enabled {
                    "subaccounts.on"
                } else {
                    "subaccounts.off"
                };
                record(tx, &actor, kind, member_id, now_ms)?;
            }
            Ok(())
        })
        .await
}

/// Ends the relation: of the actor and a sub-account of its own, or, without one named, of the actor and its parent. What was given is taken
/// back. Answers both members.
pub async fn remove(
    store: &Store,
    actor: &Actor,
    sub_account: Option<i64>,
    now_ms: i64,
) -> Result<[i64; 2], SubAccountError> {
    let actor = actor.clone();
    store
        .write(move |tx| {
            let me = actor.member_id();
            let (parent_id, member_id) = match sub_account {
                Some(id) => (me, id),
                None => (parent_of(tx, me)?.ok_or(SubAccountError::Unknown)?, me),
            };
            // Conditional: of two calls at once one ends the relation and tells of it.
            let ended = diesel::update(
                members::table
                    .find(member_id)
                    .filter(members::parent_id.eq(parent_id)),
            )
            .set((
                members::parent_id.eq(None::<i64>),
                members::sub_name.eq(""),
                members::sub_since_ms.eq(None::<i64>),
                members::sub_off_ms.eq(None::<i64>),
            ))
            .execute(tx)?;
            if ended == 0 {
                return Err(SubAccountError::Unknown);
            }
            diesel::update(
                allotments::table
                    .filter(allotments::member_id.eq(member_id))
                    .filter(allotments::ended_ms.is_null()),
            )
            .set(allotments::ended_ms.eq(now_ms))
            .execute(tx)?;
            let other = if me == parent_id {
                member_id
            } else {
                parent_id
            };
            record(tx, &actor, "subaccounts.remove", other, now_ms)?;
            alert(tx, other, Alert::SubAccountEnded, me, now_ms)?;
            Ok([parent_id, member_id])
        })
        .await
}
