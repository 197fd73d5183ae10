//! Money back: never more than was paid, and the goods with all of it.

use domain::orders::refund::RefundState;
use domain::orders::{OrderState, Reason, Refusal, Wallet};
use store::orders::{self, Due, OrderError, Outcome, RefundJob, Verdict};
use store::phones::set_health;
use store::play::{Mode, open, release, start};
use store::session::Actor;

use super::{Shop, buy, buy_at, expire_ms, free, phones, refused, rounds, seen, state, stock};
use crate::fixture::{DAY, Fixture, GUEST, NOW, OWNER, on_each_database};

fn reason() -> Reason {
    Reason::parse("买错了").unwrap()
}

async fn ask(
    f: &Fixture,
    actor: &Actor,
    order_id: i64,
    fen: Option<i64>,
    now_ms: i64,
) -> Result<orders::Requested, OrderError> {
    orders::request_refund(&f.store, actor, order_id, reason(), fen, now_ms).await
}

async fn jobs(f: &Fixture, now_ms: i64) -> Vec<RefundJob> {
    let due = orders::due(&f.store, now_ms, 100).await.unwrap();
    due.into_iter()
        .filter_map(|one| match one {
            Due::Refund(job) => Some(job),
            Due::Look(_) | Due::Close(_) | Due::TimeOut { .. } => None,
        })
        .collect()
}

async fn hear(f: &Fixture, number: &str, outcome: Outcome, now_ms: i64) -> bool {
    orders::refund_outcome(&f.store, number.to_owned(), outcome, now_ms)
        .await
        .unwrap()
        .is_some()
}

const DONE: Outcome = Outcome::Done { at_ms: None };

#[test]
fn a_fresh_purchase_goes_back_at_once_with_its_phones() {
    on_each_database(async |f| {
        let shop = Shop::open(f).await;
        stock(f, "标准型", 3).await;
        let owner = f.actor(OWNER).await;
        let (id, ids) = buy(f, &owner, shop.month(2)).await;
        let asked = ask(f, &owner, id, None, NOW + DAY - 1).await.unwrap();
        assert_eq!(asked.changed.state, OrderState::Refunding);
        assert_eq!(asked.changed.phone_ids.len(), 2);
        assert_eq!(asked.refund.state, RefundState::Queued);
        assert!(phones(f, &owner).await.is_empty());
        assert_eq!(free(f, &shop.standard).await, 1, "they are wiped first");
        let wiped = store::operations::wipe_left(&f.store, NOW + DAY)
            .await
            .unwrap();
        assert_eq!(wiped.len(), ids.len());
        let again = ask(f, &owner, id, None, NOW + DAY).await;
        assert_eq!(refused(again), Refusal::NothingBack);

        let found = jobs(f, NOW + DAY).await;
        let [job] = found.as_slice() else {
            panic!("{found:?}");
        };
        assert_eq!(
            (job.amount_fen, job.paid_fen, job.sent),
            (9_000, 9_000, false)
        );
        assert_eq!(
            (job.wallet, job.reason.as_str()),
            (Wallet::Alipay, "买错了")
        );
        assert!(jobs(f, NOW + DAY).await.is_empty(), "another server has it");
        assert!(!hear(f, &job.number, Outcome::Processing, NOW + DAY).await);
        let later = NOW + DAY + 60_000;
        let found = jobs(f, later).await;
        assert!(found[0].sent);
        assert!(!hear(f, &job.number, Outcome::Absent, later).await);
        assert!(
            !jobs(f, later + 600_000).await[0].sent,
            "sent again by its number"
        );
        assert!(hear(f, &job.number, DONE, later).await);
        assert!(!hear(f, &job.number, DONE, later).await);
        assert!(!hear(f, &job.number, Outcome::Failed("x".to_owned()), later).await);
        let full = seen(f, &owner, id).await;
        assert_eq!(
            (full.order.state, full.order.refunded_fen),
            (OrderState::Refunded, 9_000)
        );
        assert!(
            full.phones
                .iter()
                .all(|phone| phone.gone && phone.alias.starts_with("S4-"))
        );
        let told =
            store::notices::list(&f.store, &owner, store::notices::Wanted::default(), (0, 1))
                .await
                .unwrap();
        assert!(told.list[0].content(domain::lang::Lang::En).contains("¥90"));
    });
}

#[test]
fn a_fresh_renewal_goes_back_at_once_with_its_days() {
    on_each_database(async |f| {
        let shop = Shop::open(f).await;
        stock(f, "标准型", 1).await;
        let owner = f.actor(OWNER).await;
        let (_, ids) = buy(f, &owner, shop.month(1)).await;
        let (id, _) = buy(f, &owner, shop.more(ids[0])).await;
        assert_eq!(expire_ms(f, &owner, ids[0]).await, NOW + 60 * DAY);
        let asked = ask(f, &owner, id, None, NOW).await.unwrap();
        assert_eq!(asked.changed.phone_ids, ids);
        assert_eq!(expire_ms(f, &owner, ids[0]).await, NOW + 30 * DAY);
    });
}

#[test]
fn what_is_old_used_or_a_part_waits_for_an_operator() {
    on_each_database(async |f| {
        let shop = Shop::open(f).await;
        stock(f, "标准型", 3).await;
        let (owner, admin) = (f.actor(OWNER).await, f.actor("admin").await);
        let (old, _) = buy(f, &owner, shop.month(1)).await;
        let (part, kept) = buy(f, &owner, shop.month(1)).await;
        let (used, renewed) = buy(f, &owner, shop.month(1)).await;
        buy(f, &owner, shop.more(renewed[0])).await;
        for (id, fen, now) in [
            (old, None, NOW + DAY),
            (part, Some(1_000), NOW),
            (used, None, NOW),
        ] {
            let asked = ask(f, &owner, id, fen, now).await.unwrap();
            assert_eq!(asked.refund.state, RefundState::Asked);
            assert_eq!(asked.changed.state, OrderState::Paid);
            assert_eq!(
                refused(ask(f, &owner, id, fen, now).await),
                Refusal::NothingBack
            );
        }
        assert_eq!(phones(f, &owner).await.len(), 3);
        assert!(jobs(f, NOW + DAY).await.is_empty());

        let page =
            orders::refunds_page(&f.store, &admin, (Some(RefundState::Asked), None), (0, 10)).await;
        let page = page.unwrap();
        let masked = format!("{}****{}", &OWNER[..3], &OWNER[7..]);
        assert_eq!((page.total, &page.list[0].member), (3, &masked));
        let number = |id: i64| {
            let row = page.list.iter().find(|row| row.order.id == id).unwrap();
            row.refund.number.clone()
        };
        let decide = |actor: &Actor, id: i64, verdict: Verdict| {
            let (store, actor, number) = (f.store.clone(), actor.clone(), number(id));
            async move { orders::decide_refund(&store, &actor, number, verdict, NOW + DAY).await }
        };
        let all = Verdict::Approve {
            amount_fen: None,
            note: None,
        };
        let forbidden = decide(&owner, part, all.clone()).await;
        assert_eq!(refused(forbidden), Refusal::RefundAbsent);
        let listed = orders::refunds_page(&f.store, &owner, (None, None), (0, 10)).await;
        assert_eq!(refused(listed), Refusal::RefundAbsent);
        for fen in [0, -1, 1_001, i64::MAX] {
            let amount_fen = Some(fen);
            let refusal = decide(
                &admin,
                part,
                Verdict::Approve {
                    amount_fen,
                    note: None,
                },
            )
            .await;
            assert_eq!(refused(refusal), Refusal::Amount);
        }

        let some = Verdict::Approve {
            amount_fen: Some(600),
            note: Some(Reason::parse("只退一部分").unwrap()),
        };
        let changed = decide(&admin, part, some).await.unwrap();
        assert_eq!(
            (changed.state, changed.phone_ids.len()),
            (OrderState::Paid, 0)
        );
        let twice = decide(&admin, part, all.clone()).await;
        assert_eq!(refused(twice), Refusal::RefundAbsent);
        let no = Verdict::Refuse {
            reason: Reason::parse("已使用").unwrap(),
        };
        decide(&admin, used, no).await.unwrap();
        let full = seen(f, &owner, used).await;
        assert_eq!(full.refunds[0].answer.as_deref(), Some("已使用"));
        assert_eq!(full.refundable_fen, 4_500, "it may be asked for again");
        let changed = decide(&admin, old, all).await.unwrap();
        assert_eq!(
            (changed.state, changed.phone_ids.len()),
            (OrderState::Refunding, 1)
        );

        for job in jobs(f, NOW + DAY).await {
            assert!(hear(f, &job.number, DONE, NOW + DAY).await);
        }
        let full = seen(f, &owner, part).await;
        assert_eq!(full.order.state, OrderState::PartlyRefunded);
        assert_eq!((full.order.refunded_fen, full.refundable_fen), (600, 3_900));
        assert_eq!(state(f, &owner, old).await, OrderState::Refunded);
        assert!(
            phones(f, &owner)
                .await
                .iter()
                .any(|row| row.phone.id == kept[0])
        );
    });
}

#[test]
fn two_halves_bring_the_goods_back_as_the_whole_does() {
    on_each_database(async |f| {
        let shop = Shop::open(f).await;
        stock(f, "标准型", 3).await;
        let (owner, admin) = (f.actor(OWNER).await, f.actor("admin").await);
        let (kept, ids) = buy(f, &owner, shop.month(1)).await;
        let (bought, gone) = buy(f, &owner, shop.month(2)).await;
        let (renewed, _) = buy(f, &owner, shop.more(ids[0])).await;
        let halves = [(bought, 4_500, gone), (renewed, 2_250, ids.clone())];
        for (id, half, back) in halves {
            for (fen, changed) in [(Some(half), Vec::new()), (None, back)] {
                let asked = ask(f, &owner, id, fen, NOW).await.unwrap();
                assert_eq!(asked.refund.state, RefundState::Asked);
                assert_eq!(asked.refund.amount_fen, half);
                let number = asked.refund.number;
                let yes = Verdict::Approve {
                    amount_fen: None,
                    note: None,
                };
                let decided = orders::decide_refund(&f.store, &admin, number.clone(), yes, NOW);
                let mut phone_ids = decided.await.unwrap().phone_ids;
                phone_ids.sort_unstable();
                let mut expected = changed;
                expected.sort_unstable();
                assert_eq!(phone_ids, expected);
                // The first half is back before the second is asked for.
                assert_eq!(jobs(f, NOW).await.len(), 1);
                assert!(hear(f, &number, DONE, NOW).await);
            }
            assert_eq!(state(f, &owner, id).await, OrderState::Refunded);
        }
        assert_eq!(state(f, &owner, kept).await, OrderState::Paid);
        assert_eq!(expire_ms(f, &owner, ids[0]).await, NOW + 30 * DAY);
        assert_eq!(phones(f, &owner).await.len(), 1);
    });
}

#[test]
fn what_somebody_has_opened_or_operated_does_not_go_back_by_itself() {
    on_each_database(async |f| {
        let shop = Shop::open(f).await;
        stock(f, "标准型", 3).await;
        let owner = f.actor(OWNER).await;
        let later = NOW + DAY - 1;
        for mode in [Mode::Control, Mode::View] {
            let (id, ids) = buy(f, &owner, shop.month(1)).await;
            set_health(&f.store, ids[0], None, NOW).await.unwrap();
            let started = start(&f.store, &owner, ids[0], mode, None, NOW).await;
            let ticket = started.unwrap().ticket.text;
            let opened = open(&f.store, ticket, ids[0], NOW).await.unwrap();
            release(&f.store, ids[0], opened.epoch).await.unwrap();
            let asked = ask(f, &owner, id, None, later).await.unwrap();
            assert_eq!(asked.refund.state, RefundState::Asked, "{mode:?}");
        }
        // A phone that was only asked for, and never opened, goes back at once.
        let (id, ids) = buy(f, &owner, shop.month(1)).await;
        set_health(&f.store, ids[0], None, NOW).await.unwrap();
        let started = start(&f.store, &owner, ids[0], Mode::Control, None, NOW).await;
        assert!(started.is_ok());
        let asked = ask(f, &owner, id, None, later).await.unwrap();
        assert_eq!(asked.refund.state, RefundState::Queued);
    });
}

#[test]
fn no_more_goes_back_than_was_paid_however_often_it_is_asked_for() {
    on_each_database(async |f| {
        let shop = Shop::open(f).await;
        let owner = f.actor(OWNER).await;
        for round in 0..rounds() {
            stock(f, "标准型", 1).await;
            let (id, _) = buy(f, &owner, shop.month(1)).await;
            for fen in [0, -1, i64::MIN, 4_501, i64::MAX] {
                assert_eq!(
                    refused(ask(f, &owner, id, Some(fen), NOW).await),
                    Refusal::Amount
                );
            }
            let calls: Vec<_> = (0..10)
                .map(|i| {
                    let (store, owner) = (f.store.clone(), owner.clone());
                    let fen = (i % 2 == 0).then_some(4_500);
                    tokio::spawn(async move {
                        orders::request_refund(&store, &owner, id, reason(), fen, NOW).await
                    })
                })
                .collect();
            let mut agreed = 0;
            for call in calls {
                agreed += usize::from(call.await.unwrap().is_ok());
            }
            assert_eq!(agreed, 1, "round {round}");
            let jobs = jobs(f, NOW).await;
            assert_eq!(jobs.iter().map(|job| job.amount_fen).sum::<i64>(), 4_500);
            for job in jobs {
                assert!(hear(f, &job.number, DONE, NOW).await);
            }
            assert_eq!(state(f, &owner, id).await, OrderState::Refunded);
        }
    });
}

#[test]
fn a_refund_that_a_wallet_could_not_make_is_sent_again_by_an_operator() {
    on_each_database(async |f| {
        let shop = Shop::open(f).await;
        stock(f, "标准型", 1).await;
        let (owner, admin) = (f.actor(OWNER).await, f.actor("admin").await);
        let (id, _) = buy(f, &owner, shop.month(1)).await;
        let number = ask(f, &owner, id, None, NOW).await.unwrap().refund.number;
        let retry = || orders::decide_refund(&f.store, &admin, number.clone(), Verdict::Retry, NOW);
        assert_eq!(refused(retry().await), Refusal::RefundAbsent);
        assert_eq!(jobs(f, NOW).await.len(), 1);
        let failed = Outcome::Failed("ABNORMAL".to_owned());
        assert!(hear(f, &number, failed, NOW).await);
        assert!(jobs(f, NOW + DAY).await.is_empty());
        assert_eq!(
            refused(ask(f, &owner, id, None, NOW).await),
            Refusal::NothingBack
        );
        assert_eq!(retry().await.unwrap().state, OrderState::Refunding);
        assert_eq!(jobs(f, NOW).await[0].number, number);
        assert!(hear(f, &number, DONE, NOW).await);
        assert_eq!(state(f, &owner, id).await, OrderState::Refunded);
    });
}

#[test]
fn what_was_not_paid_does_not_go_back() {
    on_each_database(async |f| {
        let shop = Shop::open(f).await;
        stock(f, "标准型", 1).await;
        let guest = f.actor(GUEST).await;
        let made = super::order(f, &guest, shop.month(1)).await.order.id;
        assert_eq!(
            refused(ask(f, &guest, made, None, NOW).await),
            Refusal::NothingBack
        );
        assert!(!hear(f, "20260101XXXXXXXXXXXXR1", DONE, NOW).await);
    });
}

#[test]
fn a_grant_ends_with_the_days_that_were_taken_back() {
    on_each_database(async |f| {
        let shop = Shop::open(f).await;
        stock(f, "标准型", 1).await;
        let (owner, guest) = (f.actor(OWNER).await, f.actor(GUEST).await);
        let (_, ids) = buy(f, &owner, shop.month(1)).await;
        let (id, _) = buy_at(f, &owner, shop.more(ids[0]), NOW).await;
        let alias = phones(f, &owner).await[0].phone.alias.clone();
        f.grant(&alias, "view", 50 * 24 * 60).await;
        assert_eq!(phones(f, &guest).await[0].until_ms, NOW + 50 * DAY);
        ask(f, &owner, id, None, NOW).await.unwrap();
        assert_eq!(phones(f, &guest).await[0].until_ms, NOW + 30 * DAY);
    });
}
