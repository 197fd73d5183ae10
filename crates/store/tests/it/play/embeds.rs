//! Embedded players: a session for one phone, begun by a ticket, never more than what it was lent from.

use domain::access::Level;
use domain::phones::Refusal;
use domain::session::{EMBED_LASTS_MS, EMBED_OPEN_MS, EMBEDS_MAX, PAGE_KEPT_MS};
use store::access::{Watch, status};
use store::member::set_disabled;
use store::play::{
    EmbedAsk, EmbedError, NewEmbed, OpenedEmbed, StartError, embed, embeds, end_embed, open_embed,
};
use store::session::{Actor, actor_of, end_others, list, sweep, sweep_pages};

use crate::fixture::{DAY, Fixture, GUEST, MINUTE, NOW, OWNER, STRANGER, on_each_database};
use crate::play::control;

fn ask(phone_id: i64, operate: bool) -> EmbedAsk {
    EmbedAsk {
        phone_id,
        operate,
        opens_ms: EMBED_OPEN_MS,
        lasts_ms: EMBED_LASTS_MS,
    }
}

async fn lent(f: &Fixture, actor: &Actor, ask: EmbedAsk) -> NewEmbed {
    embed(&f.store, actor, ask, NOW).await.unwrap()
}

async fn opened(f: &Fixture, new: &NewEmbed, now_ms: i64) -> Option<OpenedEmbed> {
    let ticket = new.ticket.text.clone();
    open_embed(&f.store, ticket, None, now_ms).await.unwrap()
}

async fn holder(f: &Fixture, opened: &OpenedEmbed, now_ms: i64) -> Option<Actor> {
    let token = opened.token.clone();
    actor_of(&f.store, token, now_ms).await.unwrap()
}

/// Whether a socket of this session may go on, and its right to the phone.
pub async fn stands(f: &Fixture, actor: &Actor, phone: i64, now_ms: i64) -> (bool, Option<Level>) {
    let watch = Watch {
        actor: actor.clone(),
        phone_ids: vec![phone],
    };
    let of = status(&f.store, vec![watch], now_ms).await.unwrap();
    (of[0].signed_in, of[0].phones[0].level)
}

#[test]
fn a_ticket_opens_once_and_in_time_and_its_session_is_for_one_phone_alone() {
    on_each_database(async |f| {
        let owner = f.actor(OWNER).await;
        let (phone, other) = (f.phone("甲", 30).await, f.phone("乙", 30).await);
        let new = lent(f, &owner, ask(phone, true)).await;
        assert_eq!(new.ticket.expires_ms, NOW + EMBED_OPEN_MS);
        assert_eq!(new.until_ms, NOW + EMBED_LASTS_MS);
        let late = lent(f, &owner, ask(phone, true)).await;
        assert!(opened(f, &late, NOW + EMBED_OPEN_MS).await.is_none());
        let player = opened(f, &new, NOW + EMBED_OPEN_MS - 1).await.unwrap();
        assert_eq!((player.phone_id, player.operate), (phone, true));
        assert_eq!(player.name, "甲");
        assert!(
            opened(f, &new, NOW + EMBED_OPEN_MS - 1).await.is_none(),
            "once"
        );

        let guest = holder(f, &player, NOW).await.unwrap();
        let started = control(f, &guest, phone, NOW).await.unwrap();
        assert_eq!((started.control, started.level), (true, Level::Operate));
        let refused = control(f, &guest, other, NOW).await.err().unwrap();
        assert!(matches!(refused, StartError::Unknown), "{refused}");
        let refused = embed(&f.store, &guest, ask(phone, false), NOW).await.err();
        assert!(matches!(
            refused,
            Some(EmbedError::Phone(StartError::Refused(Refusal::Right)))
        ));
        let own = list(&f.store, &owner, (0, 10), NOW).await.unwrap();
        assert_eq!(own.total, 1, "it is none of the member's own sessions");
    });
}

#[test]
fn nobody_lends_more_than_the_right_or_longer() {
    on_each_database(async |f| {
        let (owner, guest) = (f.actor(OWNER).await, f.actor(GUEST).await);
        let stranger = f.actor(STRANGER).await;
        let (phone, soon, over) = (
            f.phone("甲", 30).await,
            f.phone("乙", 30).await,
            f.phone("丙", -1).await,
        );
        f.grant("甲", "view", 5).await;
        f.grant("乙", "operate", 5).await;
        let refused = async |actor: &Actor, ask| embed(&f.store, actor, ask, NOW).await.err();
        assert!(matches!(
            refused(&stranger, ask(phone, false)).await,
            Some(EmbedError::Phone(StartError::Unknown))
        ));
        assert!(matches!(
            refused(&guest, ask(phone, true)).await,
            Some(EmbedError::Phone(StartError::Refused(Refusal::Right)))
        ));
        assert!(matches!(
            refused(&owner, ask(over, false)).await,
            Some(EmbedError::Phone(StartError::Refused(Refusal::Expired)))
        ));
        let seen = lent(f, &guest, ask(phone, false)).await;
        assert_eq!(seen.until_ms, NOW + 5 * MINUTE, "the grant's end");
        let player = opened(f, &seen, NOW).await.unwrap();
        let actor = holder(f, &player, NOW).await.unwrap();
        assert!(!control(f, &actor, phone, NOW).await.unwrap().control);
        assert!(holder(f, &player, NOW + 5 * MINUTE - 1).await.is_some());
        assert!(holder(f, &player, NOW + 5 * MINUTE).await.is_none());

        let held = lent(f, &guest, ask(soon, true)).await;
        let actor = holder(f, &opened(f, &held, NOW).await.unwrap(), NOW).await;
        let actor = actor.unwrap();
        assert_eq!(
            stands(f, &actor, soon, NOW).await,
            (true, Some(Level::Operate))
        );
        f.execute(&format!(
            "UPDATE grants SET ended_ms = {NOW} WHERE phone_id = {soon};"
        ));
        assert_eq!(stands(f, &actor, soon, NOW).await, (true, None), "recalled");
    });
}

#[test]
fn it_ends_by_its_asker_its_time_and_with_the_account() {
    on_each_database(async |f| {
        let (owner, admin) = (f.actor(OWNER).await, f.actor("admin").await);
        let stranger = f.actor(STRANGER).await;
        let phone = f.phone("甲", 30).await;
        let new = lent(f, &owner, ask(phone, true)).await;
        let waiting = lent(f, &owner, ask(phone, false)).await;
        let player = opened(f, &new, NOW).await.unwrap();
        let actor = holder(f, &player, NOW).await.unwrap();
        let all = embeds(&f.store, &owner, NOW).await.unwrap();
        let known: Vec<_> = all
            .iter()
            .map(|e| (e.embed_id, e.opened, e.operate))
            .collect();
        assert!(known.contains(&(new.embed_id, true, true)), "{known:?}");
        assert!(known.contains(&(waiting.embed_id, false, false)));
        assert_eq!(known.len(), 2);
        assert!(embeds(&f.store, &stranger, NOW).await.unwrap().is_empty());

        // Being signed out elsewhere is about the member's own sessions.
        assert_eq!(end_others(&f.store, &owner, NOW).await.unwrap(), 0);
        assert!(stands(f, &actor, phone, NOW).await.0);
        let refused = end_embed(&f.store, &stranger, new.embed_id, NOW).await;
        assert!(matches!(refused, Err(EmbedError::Unknown)));
        end_embed(&f.store, &owner, new.embed_id, NOW)
            .await
            .unwrap();
        assert!(!stands(f, &actor, phone, NOW).await.0);
        assert!(holder(f, &player, NOW).await.is_none());
        let again = end_embed(&f.store, &owner, new.embed_id, NOW).await;
        assert!(matches!(again, Err(EmbedError::Unknown)));
        end_embed(&f.store, &owner, waiting.embed_id, NOW)
            .await
            .unwrap();
        assert!(
            opened(f, &waiting, NOW).await.is_none(),
            "its ticket with it"
        );

        let timed = opened(f, &lent(f, &owner, ask(phone, true)).await, NOW).await;
        let timed = timed.unwrap();
        let actor = holder(f, &timed, NOW).await.unwrap();
        let end = NOW + EMBED_LASTS_MS;
        sweep(&f.store, end - 1).await.unwrap();
        assert!(stands(f, &actor, phone, end - 1).await.0);
        assert!(!stands(f, &actor, phone, end).await.0);
        sweep(&f.store, end + DAY).await.unwrap();

        let last = opened(f, &lent(f, &owner, ask(phone, true)).await, NOW).await;
        let actor = holder(f, &last.unwrap(), NOW).await.unwrap();
        set_disabled(&f.store, &admin, owner.member_id(), true, NOW)
            .await
            .unwrap();
        assert!(!stands(f, &actor, phone, NOW).await.0);
    });
}

#[test]
fn fifty_wait_or_run_and_one_more_waits_for_the_end_of_one() {
    on_each_database(async |f| {
        let (owner, phone) = (f.actor(OWNER).await, f.phone("甲", 30).await);
        let first = lent(f, &owner, ask(phone, false)).await;
        for _ in 1..EMBEDS_MAX {
            lent(f, &owner, ask(phone, false)).await;
        }
        let refused = embed(&f.store, &owner, ask(phone, false), NOW).await.err();
        assert!(matches!(refused, Some(EmbedError::TooMany)));
        end_embed(&f.store, &owner, first.embed_id, NOW)
            .await
            .unwrap();
        lent(f, &owner, ask(phone, false)).await;
        // Those that nobody opened are over with their tickets.
        embed(&f.store, &owner, ask(phone, false), NOW + EMBED_OPEN_MS)
            .await
            .unwrap();
    });
}

#[test]
fn their_sessions_are_deleted_a_day_after_their_end() {
    on_each_database(async |f| {
        let owner = f.actor(OWNER).await;
        let phone = f.phone("甲", 30).await;
        let (used, waiting, runs) = (
            lent(f, &owner, ask(phone, true)).await,
            lent(f, &owner, ask(phone, false)).await,
            lent(f, &owner, ask(phone, true)).await,
        );
        let player = opened(f, &used, NOW).await.unwrap();
        let other = opened(f, &runs, NOW).await.unwrap();
        // The seat names the session that has it, and keeps doing so when its socket was never closed.
        let actor = holder(f, &player, NOW).await.unwrap();
        assert!(control(f, &actor, phone, NOW).await.unwrap().control);
        for embed in [&used, &waiting] {
            end_embed(&f.store, &owner, embed.embed_id, NOW)
                .await
                .unwrap();
        }
        let at = NOW + PAGE_KEPT_MS;
        assert_eq!(sweep_pages(&f.store, at - 1).await.unwrap(), 0);
        assert_eq!(sweep_pages(&f.store, at).await.unwrap(), 2);
        assert_eq!(sweep_pages(&f.store, at).await.unwrap(), 0);
        assert!(!stands(f, &actor, phone, NOW).await.0);
        let other = holder(f, &other, NOW).await.unwrap();
        assert!(control(f, &other, phone, NOW).await.unwrap().control);
    });
}
