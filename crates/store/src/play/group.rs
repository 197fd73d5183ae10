//! Group control: a ticket for the phones of a group, and each phone's seat by itself.

use domain::phones::{Action, Refusal};
use domain::play::group::{InvalidGroup, group_slots};

use super::{DeckError, StartError, seat, situation, ticket_of_set};
use crate::Store;
use crate::access::{Operate, View, claim_one};
use crate::session::Actor;
use crate::tickets::Ticket;

/// Issues the ticket of a deck socket whose phones, except the master, may follow; also answers the order of its slots. A phone that the
/// member cannot see refuses the whole call; one that it may not control, or that another member controls, does not.
pub async fn group_ticket(
    store: &Store,
    actor: &Actor,
    phone_ids: &[i64],
    master: i64,
    now_ms: i64,
) -> Result<(Ticket, Vec<i64>), DeckError> {
    let slots = group_slots(phone_ids, master).map_err(|fault| match fault {
        InvalidGroup::Count => DeckError::Count,
        InvalidGroup::Duplicate => DeckError::Duplicate,
        InvalidGroup::Master => DeckError::Master,
    })?;
    let ticket = ticket_of_set(store, actor, slots.clone(), true, now_ms).await?;
    Ok((ticket, slots))
}

/// Takes a phone's seat for a group and answers its epoch. Unlike a member who opens the phone, a group takes the seat over
/// from no other member.
pub async fn follow(
    store: &Store,
    actor: &Actor,
    phone_id: i64,
    now_ms: i64,
) -> Result<u32, StartError> {
    let actor = actor.clone();
    store
        .write(move |tx| {
            let phone = claim_one::<View>(tx, &actor, phone_id, now_ms)?;
            (Action::Play.check(situation(&phone, now_ms))).map_err(StartError::Refused)?;
            let phone = phone
                .stronger::<Operate>()
                .map_err(|_| StartError::Refused(Refusal::Right))?;
            let epoch = seat::follow(tx, &phone, &actor, now_ms)?.ok_or(StartError::Occupied)?;
            seat::played(tx, phone_id, now_ms)?;
            Ok(seat::wire_epoch(epoch)?)
        })
        .await
}
