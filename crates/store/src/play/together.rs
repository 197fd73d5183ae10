//! Several people at one phone: control passes from one open page to another, and pages learn whom they may know.

use std::collections::HashMap;

use diesel::prelude::*;
use domain::access::Level;
use domain::member::masked_name;
use domain::phones::{Action, Refusal};
use domain::play::together::Relation;

use super::seat::{self, Replaces};
use super::{CONTROLLED, StartError, situation};
use crate::Store;
use crate::access::{Operate, View, claim_one};
use crate::audit;
use crate::db::among::among;
use crate::db::conn::AnyConn;
use crate::db::schema::{members, phones};
use crate::error::StoreError;
use crate::member::masked;
use crate::session::Actor;

/// Control that an open page has taken.
#[derive(Clone)]
pub struct Controlling {
    /// Epoch, carried by every input.
    pub epoch: u32,
    /// Resume token for [`super::start`] after a cut.
    pub resume: String,
    /// The member's level.
    pub level: Level,
}

/// Takes the seat for a page that shows the phone already: when it is free, the member's own, the actor's phone, or `offered` by the
/// controller with that epoch.
pub async fn take_control(
    store: &Store,
    actor: &Actor,
    phone_id: i64,
    offered: Option<u32>,
    now_ms: i64,
) -> Result<Controlling, StartError> {
    let actor = actor.clone();
    store
        .write(move |tx| {
            let phone = claim_one::<View>(tx, &actor, phone_id, now_ms)?;
            let level = phone.level();
            (Action::Play.check(situation(&phone, now_ms))).map_err(StartError::Refused)?;
            let phone = phone
                .stronger::<Operate>()
                .map_err(|_| StartError::Refused(Refusal::Right))?;
            let over = match offered {
                _ if level == Level::Owner => Replaces::Anybody,
                Some(epoch) => Replaces::Epoch(epoch.into()),
                None => Replaces::Nobody,
            };
            let (epoch, resume) = seat::take_at_once(tx, &phone, &actor, over, now_ms)?
                .ok_or(StartError::Occupied)?;
            seat::played(tx, phone_id, now_ms)?;
            if level != Level::Owner {
                let object = format!("phone:{phone_id}");
                audit::record(tx, &audit::Entry::by(&actor, CONTROLLED, &object, now_ms))?;
            }
            Ok(Controlling {
                epoch: seat::wire_epoch(epoch)?,
                resume,
                level,
            })
        })
        .await
}

/// A member at a phone, as the phone's owner knows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KnownMember {
    /// Relation to the phone.
    pub relation: Relation,
    /// The name that a parent gave its sub-account, or the masked number, else the masked name, of anybody else.
    pub name: String,
}

/// A member, its parent, number and name, and the name that its parent gave it.
type PersonRow = (i64, Option<i64>, Option<String>, String, String);

/// The named members' relation to a phone and their names, by member.
pub async fn people(
    store: &Store,
    phone_id: i64,
    member_ids: Vec<i64>,
) -> Result<HashMap<i64, KnownMember>, StoreError> {
    store
        .run(move |conn| {
            let owner: Option<Option<i64>> = (phones::table.find(phone_id))
                .select(phones::owner_id)
                .first(conn)
                .optional()?;
            known_to(conn, owner.flatten(), &member_ids)
        })
        .await
}

/// The named members' relation to the phones of an owner and their names, by member.
pub(crate) fn known_to(
    conn: &mut AnyConn,
    owner: Option<i64>,
    member_ids: &[i64],
) -> Result<HashMap<i64, KnownMember>, StoreError> {
    let rows: Vec<PersonRow> = members::table
        .filter(among(members::id, member_ids))
        .select((
            members::id,
            members::parent_id,
            members::phone,
            members::nickname,
            members::sub_name,
        ))
        .load(conn)?;
    let known = |(id, parent, number, nickname, sub_name): PersonRow| {
        let relation = if Some(id) == owner {
            Relation::Owner
        } else if parent.is_some() && parent == owner {
            Relation::SubAccount
        } else {
            Relation::Guest
        };
        let number = number.as_deref().map(masked).filter(|n| !n.is_empty());
        let name = match (relation, number) {
            (Relation::SubAccount, _) if !sub_name.is_empty() => sub_name,
            (_, Some(number)) => number,
            (_, None) => masked_name(&nickname),
        };
        (id, KnownMember { relation, name })
    };
    Ok(rows.into_iter().map(known).collect())
}
