//! Orders of all members, refunds with their evidence, payments that fit nothing and the ledger, as operators see them.

use domain::orders::ledger::Account;
use domain::orders::refund::RefundState;
use domain::orders::{Kind, OrderState, Reason, Refusal, Wallet};
use store::audit::Author;
use store::orders::{self, AllFilter, Event, Settlement, Verdict};
use store::phones::set_health;
use store::play::{Mode, open, release, start};

use super::{Shop, attempt, buy, money, order, refused, seen, settle, stock};
use crate::fixture::{DAY, Fixture, GUEST, MINUTE, NOW, OWNER, STRANGER, on_each_database};

async fn numbers(f: &Fixture, filter: AllFilter) -> Vec<String> {
    let page = orders::all_page(&f.store, filter, (0, 20)).await.unwrap();
    assert_eq!(usize::try_from(page.total).unwrap(), page.list.len());
    page.list.into_iter().map(|one| one.order.number).collect()
}

#[test]
fn any_order_is_found_by_its_numbers_its_member_and_what_it_is() {
    on_each_database(async |f| {
        let shop = Shop::open(f).await;
        stock(f, "标准型", 3).await;
        let (owner, guest) = (f.actor(OWNER).await, f.actor(GUEST).await);
        let (first, ids) = buy(f, &owner, shop.month(1)).await;
        let (renewal, _) = buy(f, &owner, shop.more(ids[0])).await;
        let waiting = order(f, &guest, shop.month(1)).await.order.number;
        let first = seen(f, &owner, first).await.order;
        let renewal = seen(f, &owner, renewal).await.order.number;
        let asked = orders::request_refund(
            &f.store,
            &owner,
            first.id,
            Reason::parse("不用了").unwrap(),
            Some(100),
            NOW,
        );
        let refund = asked.await.unwrap().refund.number;

        assert_eq!(numbers(f, AllFilter::default()).await.len(), 3);
        let by = |keyword: &str| AllFilter {
            keyword: Some(keyword.to_owned()),
            ..AllFilter::default()
        };
        let trade_no = first.trade_no.clone().unwrap();
        for keyword in [&first.number.to_lowercase(), &refund, &trade_no] {
            let found = numbers(f, by(keyword)).await;
            assert_eq!(found, std::slice::from_ref(&first.number), "{keyword}");
        }
        assert_eq!(numbers(f, by(GUEST)).await, std::slice::from_ref(&waiting));
        assert_eq!(numbers(f, by(STRANGER)).await.len(), 0);
        assert_eq!(numbers(f, by("%")).await.len(), 0);
        let renewals = AllFilter {
            kind: Some(Kind::Renewal),
            ..AllFilter::default()
        };
        assert_eq!(numbers(f, renewals).await, [renewal]);
        let open = AllFilter {
            state: Some(OrderState::Waiting),
            ..AllFilter::default()
        };
        assert_eq!(numbers(f, open).await, [waiting]);
        let later = AllFilter {
            from_ms: Some(NOW + DAY),
            ..AllFilter::default()
        };
        assert_eq!(numbers(f, later).await.len(), 0);

        let page = orders::all_page(&f.store, by(OWNER), (0, 1)).await.unwrap();
        assert_eq!((page.total, page.paid_fen), (2, 9_000));
        let masked = format!("{}****{}", &OWNER[..3], &OWNER[7..]);
        assert_eq!(page.list[0].member, masked);
        let (full, member) = orders::info_of_any(&f.store, first.id).await.unwrap();
        assert_eq!((full.phones.len(), member), (1, masked));
        let absent = orders::info_of_any(&f.store, 1).await;
        assert_eq!(refused(absent), Refusal::Absent);
    });
}

#[test]
fn a_refund_is_decided_by_what_is_known_and_its_member_reads_why() {
    on_each_database(async |f| {
        let shop = Shop::open(f).await;
        stock(f, "标准型", 1).await;
        let (owner, admin) = (f.actor(OWNER).await, f.actor("admin").await);
        let (id, ids) = buy(f, &owner, shop.month(1)).await;
        set_health(&f.store, ids[0], None, NOW).await.unwrap();
        let opened_ms = NOW + MINUTE;
        let started = start(&f.store, &owner, ids[0], Mode::Control, None, opened_ms).await;
        let ticket = started.unwrap().ticket.text;
        let opened = open(&f.store, ticket, ids[0], opened_ms).await.unwrap();
        release(&f.store, ids[0], opened.epoch).await.unwrap();
        let now_ms = NOW + 4 * DAY + MINUTE;
        let reason = Reason::parse("总是重启").unwrap();
        let asked = orders::request_refund(&f.store, &owner, id, reason, None, now_ms);
        let number = asked.await.unwrap().refund.number;

        let forbidden = orders::refund_case(&f.store, &owner, number.clone(), now_ms).await;
        assert_eq!(refused(forbidden), Refusal::RefundAbsent);
        let absent = orders::refund_case(&f.store, &admin, "R0".to_owned(), now_ms).await;
        assert_eq!(refused(absent), Refusal::RefundAbsent);
        let case = orders::refund_case(&f.store, &admin, number.clone(), now_ms).await;
        let case = case.unwrap();
        let evidence = case.evidence;
        assert_eq!((evidence.days, evidence.used_days), (Some(30), Some(5)));
        assert_eq!((case.paid_fen, evidence.unused_fen), (4_500, 3_750));
        assert_eq!((evidence.refunds, evidence.spent_fen), (0, 4_500));
        assert_eq!((evidence.opened, evidence.untouched), (1, false));
        assert!(case.events.contains(&(opened_ms, Event::Opened)));
        assert_eq!(case.phone_ids, ids);
        assert!(matches!(
            case.events.first(),
            Some((
                _,
                Event::Paid {
                    wallet: Some(Wallet::Alipay),
                    fen: 4_500,
                    ..
                }
            ))
        ));
        assert_eq!(case.events.last(), Some(&(now_ms, Event::Asked)));

        let approve = Verdict::Approve {
            amount_fen: Some(evidence.unused_fen),
            note: Some(Reason::parse("退还未用的天数").unwrap()),
        };
        orders::decide_refund(&f.store, &admin, number.clone(), approve, now_ms)
            .await
            .unwrap();
        let refund = seen(f, &owner, id).await.refunds.remove(0);
        assert_eq!(refund.state, RefundState::Queued);
        assert_eq!(refund.note.as_deref(), Some("退还未用的天数"));
        let case = orders::refund_case(&f.store, &admin, number, now_ms)
            .await
            .unwrap();
        let decided = Event::Decided {
            by: Some("admin".to_owned()),
            agreed: true,
        };
        assert_eq!(case.events.last(), Some(&(now_ms, decided)));
    });
}

#[test]
fn refunds_that_wait_come_first_the_oldest_of_them_before_the_others() {
    on_each_database(async |f| {
        let shop = Shop::open(f).await;
        stock(f, "标准型", 3).await;
        let (owner, admin) = (f.actor(OWNER).await, f.actor("admin").await);
        let mut made = Vec::new();
        for step in 0..3 {
            let (id, _) = buy(f, &owner, shop.month(1)).await;
            let reason = Reason::parse("不用了").unwrap();
            let asked = orders::request_refund(&f.store, &owner, id, reason, Some(100), NOW + step);
            made.push(asked.await.unwrap().refund.number);
        }
        let refuse = Verdict::Refuse {
            reason: Reason::parse("已使用").unwrap(),
        };
        orders::decide_refund(&f.store, &admin, made[0].clone(), refuse, NOW + 9)
            .await
            .unwrap();
        let order = [made[1].clone(), made[2].clone(), made[0].clone()];
        for (window, shown) in [
            ((0, 9), &order[..]),
            ((1, 1), &order[1..2]),
            ((2, 9), &order[2..]),
        ] {
            let page = orders::refunds_page(&f.store, &admin, (None, None), window).await;
            let page = page.unwrap();
            let listed: Vec<_> = page.list.into_iter().map(|row| row.refund.number).collect();
            assert_eq!((page.total, listed.as_slice()), (3, shown), "{window:?}");
        }
    });
}

#[test]
fn the_ledgers_accounts_add_up_to_nothing_on_any_days() {
    on_each_database(async |f| {
        let shop = Shop::open(f).await;
        stock(f, "标准型", 2).await;
        let owner = f.actor(OWNER).await;
        let (id, _) = buy(f, &owner, shop.month(2)).await;
        let reason = Reason::parse("不用了").unwrap();
        orders::request_refund(&f.store, &owner, id, reason, None, NOW + DAY - 1)
            .await
            .unwrap();
        let of = async |from_ms, until_ms, account: Account| {
            let sums = orders::ledger_accounts(&f.store, (from_ms, until_ms))
                .await
                .unwrap();
            let all: i64 = sums.iter().map(|sum| sum.debit_fen - sum.credit_fen).sum();
            let held: i64 = sums.iter().map(|sum| sum.balance_fen).sum();
            assert_eq!((all, held), (0, 0));
            sums.into_iter().find(|sum| sum.account == account).unwrap()
        };
        let first = of(NOW - DAY, NOW + 1, Account::Sales).await;
        assert_eq!(
            (first.lines, first.credit_fen, first.balance_fen),
            (1, 9_000, -9_000)
        );
        let second = of(NOW + 1, NOW + DAY, Account::Sales).await;
        assert_eq!(
            (second.lines, second.debit_fen, second.balance_fen),
            (1, 9_000, 0)
        );
        let owed = of(NOW + 1, NOW + DAY, Account::Owed).await;
        assert_eq!(owed.balance_fen, -9_000);
        let (lines, total) = orders::ledger_page(
            &f.store,
            Some(Account::AtAlipay),
            (NOW - DAY, NOW + DAY),
            (0, 9),
        )
        .await
        .unwrap();
        assert_eq!((total, lines[0].fen, lines[0].order_id), (1, 9_000, id));
    });
}

#[test]
fn what_was_done_about_a_payment_that_fits_nothing_is_noted_once() {
    on_each_database(async |f| {
        let shop = Shop::open(f).await;
        stock(f, "标准型", 1).await;
        let (owner, admin) = (f.actor(OWNER).await, f.actor("admin").await);
        let made = order(f, &owner, shop.month(1)).await;
        let begun = attempt(f, &owner, &made, NOW).await;
        let odd = Settlement {
            amount_fen: 1,
            ..money(&begun, "T-ODD")
        };
        settle(f, odd, NOW).await;
        let listed = async |handled| {
            let page = orders::mismatches_page(&f.store, &admin, handled, (0, 9)).await;
            page.unwrap().list
        };
        let found = listed(Some(false)).await.remove(0);
        assert_eq!(
            (found.order_id, found.asked_fen),
            (Some(made.order.id), Some(4_500))
        );
        let note = async |actor: &str| {
            let author = Author {
                actor: f.actor(actor).await,
                address: None,
                now_ms: NOW + 1,
            };
            let words = Reason::parse("已在商户后台退回").unwrap();
            orders::handle_mismatch(&f.store, author, found.id, words).await
        };
        assert_eq!(refused(note(OWNER).await), Refusal::MismatchAbsent);
        note("admin").await.unwrap();
        assert_eq!(refused(note("admin").await), Refusal::MismatchAbsent);
        assert!(listed(Some(false)).await.is_empty());
        let handled = listed(Some(true)).await.remove(0).handled;
        assert_eq!(handled, Some(("已在商户后台退回".to_owned(), NOW + 1)));
    });
}
