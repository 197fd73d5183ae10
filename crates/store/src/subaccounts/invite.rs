//! Invitations: a number that is to agree within a day, with the phones and permissions that it gets when it does.
//!
//! An invitation proves nothing and tells nothing: the number agrees by the code that it receives, and whether it has an account is not said.

use diesel::prelude::*;
use domain::access::DelegatedPermissions;
use domain::auth::PhoneNumber;
use domain::codes;
use domain::subaccounts::{INVITATION_LIFE_MS, Situation, SubName, check};

use super::allot::{put, refusal};
use super::{SubAccountError, children, list, parent_of};
use crate::access::{self, Own};
use crate::db::conn::AnyConn;
use crate::db::schema::{sub_invitation_phones, sub_invitations};
use crate::error::StoreError;
use crate::secrets::new_id;
use crate::session::Actor;
use crate::{Store, audit, member, phones};

/// An invitation to write.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewInvitation {
    /// Number that is invited.
    pub number: PhoneNumber,
    /// The parent's name for it.
    pub name: SubName,
    /// Phones of the parent that it gets.
    pub phone_ids: Vec<i64>,
    /// Permissions that it gets for each of them.
    pub permissions: DelegatedPermissions,
}

/// An invitation that is open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Invited {
    /// Invitation's id.
    pub id: i64,
    /// End of the invitation, Unix milliseconds.
    pub expire_ms: i64,
}

/// Invites a number. Another invitation of the same number is replaced; one phone that cannot be given refuses all.
pub async fn invite(
    store: &Store,
    actor: &Actor,
    new: NewInvitation,
    now_ms: i64,
) -> Result<Invited, SubAccountError> {
    let actor = actor.clone();
    store
        .write(move |tx| Ok(invite_in(tx, &actor, &new, now_ms)?.0))
        .await
}

/// [`invite`] within the caller's transaction; whether another invitation was replaced, too.
pub(super) fn invite_in(
    tx: &mut AnyConn,
    actor: &Actor,
    new: &NewInvitation,
    now_ms: i64,
) -> Result<(Invited, bool), SubAccountError> {
    let me = actor.member_id();
    let claims = access::claim_each::<Own>(tx, actor, &new.phone_ids, now_ms)?;
    for claim in claims {
        match claim {
            Ok(phone) if phone.recycled_ms.is_some() => {
                return Err(SubAccountError::Phone(codes::SHARE_RECYCLED));
            }
            Ok(_) => {}
            Err(why) => return Err(SubAccountError::Phone(refusal(why)?)),
        }
    }
    member::lock(tx, me)?;
    let replaced = forget(tx, me, new.number.as_str())?;
    let situation = Situation {
        asker_has_parent: parent_of(tx, me)?.is_some(),
        sub_accounts: children(tx, me)? + open(tx, me, now_ms)?,
        own: member::number_of(tx, me)?.as_ref() == Some(&new.number),
        ..Situation::default()
    };
    check(situation).map_err(SubAccountError::Refused)?;
    let invited = write(tx, me, new, now_ms)?;
    let object = format!("invitation:{}", invited.id);
    let entry = audit::Entry::by(actor, "subaccounts.invite", &object, now_ms);
    audit::record(tx, &entry)?;
    Ok((invited, replaced))
}

fn write(
    tx: &mut AnyConn,
    parent_id: i64,
    new: &NewInvitation,
    now_ms: i64,
) -> Result<Invited, StoreError> {
    let invited = Invited {
        id: new_id(),
        expire_ms: now_ms + INVITATION_LIFE_MS,
    };
    diesel::insert_into(sub_invitations::table)
        .values((
            sub_invitations::id.eq(invited.id),
            sub_invitations::parent_id.eq(parent_id),
            sub_invitations::number.eq(new.number.as_str()),
            sub_invitations::name.eq(new.name.as_str()),
            sub_invitations::ticks.eq(new.permissions.stored()),
            sub_invitations::created_ms.eq(now_ms),
            sub_invitations::expire_ms.eq(invited.expire_ms),
        ))
        .execute(tx)?;
    for phone_id in &new.phone_ids {
        diesel::insert_into(sub_invitation_phones::table)
            .values((
                sub_invitation_phones::invitation_id.eq(invited.id),
                sub_invitation_phones::phone_id.eq(*phone_id),
            ))
            .execute(tx)?;
    }
    Ok(invited)
}

/// Withdraws an invitation of the actor.
pub async fn withdraw(store: &Store, actor: &Actor, id: i64) -> Result<(), SubAccountError> {
    let me = actor.member_id();
    store
        .write(move |tx| {
            // The phones of the invitation go with it.
            let gone = diesel::delete(
                sub_invitations::table
                    .find(id)
                    .filter(sub_invitations::parent_id.eq(me)),
            )
            .execute(tx)?;
            if gone == 0 {
                return Err(SubAccountError::Unknown);
            }
            Ok(())
        })
        .await
}

/// Drops invitations whose day is over; answers their number. Called now and then by the engine.
pub async fn sweep(store: &Store, now_ms: i64) -> Result<usize, StoreError> {
    store
        .write(move |tx| {
            let over = sub_invitations::table.filter(sub_invitations::expire_ms.le(now_ms));
            Ok::<_, StoreError>(diesel::delete(over).execute(tx)?)
        })
        .await
}

/// Number of a member's invitations that are open.
fn open(tx: &mut AnyConn, parent_id: i64, now_ms: i64) -> Result<i64, StoreError> {
    Ok(sub_invitations::table
        .filter(sub_invitations::parent_id.eq(parent_id))
        .filter(sub_invitations::expire_ms.gt(now_ms))
        .count()
        .get_result(tx)?)
}

/// Ends a number's invitation; whether there was one.
fn forget(tx: &mut AnyConn, parent_id: i64, number: &str) -> Result<bool, StoreError> {
    let gone = diesel::delete(
        sub_invitations::table
            .filter(sub_invitations::parent_id.eq(parent_id))
            .filter(sub_invitations::number.eq(number)),
    )
    .execute(tx)?;
    Ok(gone > 0)
}

/// Phones and name that an invitation promised to a number that agrees.
pub(super) struct Promise {
    pub(super) name: String,
    phone_ids: Vec<i64>,
    permissions: DelegatedPermissions,
}

/// Ends the invitation of a number that agrees; none when it was not invited, or a day ago.
pub(super) fn accept(
    tx: &mut AnyConn,
    parent_id: i64,
    number: &PhoneNumber,
    now_ms: i64,
) -> Result<Option<Promise>, StoreError> {
    let found: Option<(i64, String, i16)> = sub_invitations::table
        .filter(sub_invitations::parent_id.eq(parent_id))
        .filter(sub_invitations::number.eq(number.as_str()))
        .filter(sub_invitations::expire_ms.gt(now_ms))
        .select((
            sub_invitations::id,
            sub_invitations::name,
            sub_invitations::ticks,
        ))
        .first(tx)
        .optional()?;
    let Some((id, name, stored)) = found else {
        return Ok(None);
    };
    let phone_ids = sub_invitation_phones::table
        .filter(sub_invitation_phones::invitation_id.eq(id))
        .order(sub_invitation_phones::phone_id)
        .select(sub_invitation_phones::phone_id)
        .load(tx)?;
    forget(tx, parent_id, number.as_str())?;
    Ok(Some(Promise {
        name,
        phone_ids,
        permissions: list::permissions(stored)?,
    }))
}

impl Promise {
    /// Gives the phones to the new sub-account; one that is no longer the parent's stays away.
    pub(super) fn give_phones(
        &self,
        tx: &mut AnyConn,
        actor: &Actor,
        member_id: i64,
        now_ms: i64,
    ) -> Result<(), StoreError> {
        phones::lock(tx, &self.phone_ids)?;
        let claims = access::claim_each::<Own>(tx, actor, &self.phone_ids, now_ms)?;
        for phone in claims.into_iter().flatten() {
            if phone.recycled_ms.is_none() {
                put(tx, actor, (phone.id, member_id), self.permissions, now_ms)?;
            }
        }
        Ok(())
    }
}

/// Ends every invitation of a member: it became a sub-account, or its account is deleted.
pub(crate) fn forget_all(tx: &mut AnyConn, parent_id: i64) -> Result<(), StoreError> {
    diesel::delete(sub_invitations::table.filter(sub_invitations::parent_id.eq(parent_id)))
        .execute(tx)?;
    Ok(())
}
