//! One code at a time: what it gives, and each refusal.

use domain::redeem::{Gives, Refusal};
use store::phones::Listed;
use store::redeem::{History, history, preview};

use super::{
    CODE, OTHER, at, code, days_code, phone_code, phones_of, refused, seed, stock, used, used_at,
};
use crate::fixture::{DAY, Fixture, GUEST, NOW, OWNER, STRANGER, load, on_each_database};
use crate::recycle::pass;

const THIRD: &str = "W3NB-5KPY-7RTC-E2MX-Q9HV";

#[test]
fn a_code_brings_a_phone_once_and_says_so_afterwards() {
    on_each_database(async |f| {
        stock(f, "VIP", 2).await;
        phone_code(f, CODE).await;
        let owner = f.actor(OWNER).await;
        let given = used(f, &owner, "7qkm 2vxa 9hmt p4xe b3tn").await.unwrap();
        assert_eq!((given.gives, given.days), (Gives::Phone, 30));
        assert_eq!(
            (given.old_expire_ms, given.new_expire_ms),
            (None, NOW + 30 * DAY)
        );
        let mine = phones_of(f, &owner).await;
        let ids: Vec<i64> = mine.iter().map(|row: &Listed| row.phone.id).collect();
        assert_eq!(ids, [given.phone_id]);
        assert_eq!(mine[0].phone.alias, given.alias);
        assert_eq!(mine[0].until_ms, NOW + 30 * DAY);
        // The member who used the code is told when; a member who did not learns nothing.
        let again = used_at(f, &owner, (CODE, None), NOW + 400 * DAY).await;
        assert_eq!(refused(again), Refusal::Used { at_ms: NOW });
        let guest = f.actor(GUEST).await;
        assert_eq!(refused(used(f, &guest, CODE).await), Refusal::Unusable);
        assert_eq!(phones_of(f, &owner).await.len(), 1);
    });
}

#[test]
fn a_code_adds_days_to_a_phone_of_mine_that_it_fits() {
    on_each_database(async |f| {
        let other = r#"{"configurations":[{"name":"SVIP","androidVersion":"14","chip":"RK3588","padType":5,"dpi":320}]}"#;
        load(&f.store, other).await;
        let of = |text: &str, name: &str| {
            format!(r#"{{"code":"{text}","gives":"days","days":30,"configuration":"{name}"}}"#)
        };
        seed(f, &[of(CODE, "VIP"), of(OTHER, "SVIP")].join(",")).await;
        let (owner, guest) = (f.actor(OWNER).await, f.actor(GUEST).await);
        let id = f.phone("Z-1", 10).await;
        f.grant("Z-1", "operate", 60).await;
        let use_for = async |text, phone_id| used_at(f, &owner, (text, phone_id), NOW).await;
        assert_eq!(refused(use_for(CODE, None).await), Refusal::NeedsPhone);
        assert_eq!(
            refused(use_for(OTHER, Some(id)).await),
            Refusal::NotForPhone
        );
        assert_eq!(refused(use_for(CODE, Some(9)).await), Refusal::Phone);
        let lent = used_at(f, &guest, (CODE, Some(id)), NOW).await;
        assert_eq!(refused(lent), Refusal::NotOwner);
        let renewed = use_for(CODE, Some(id)).await.unwrap();
        assert_eq!(
            (renewed.old_expire_ms, renewed.new_expire_ms),
            (Some(NOW + 10 * DAY), NOW + 40 * DAY)
        );
        assert_eq!(phones_of(f, &owner).await[0].until_ms, NOW + 40 * DAY);
    });
}

#[test]
fn a_code_for_a_phone_renews_none() {
    on_each_database(async |f| {
        stock(f, "VIP", 1).await;
        phone_code(f, CODE).await;
        let (owner, id) = (f.actor(OWNER).await, f.phone("Z-1", 10).await);
        let wrong = used_at(f, &owner, (CODE, Some(id)), NOW).await;
        assert_eq!(refused(wrong), Refusal::NewPhone);
        used(f, &owner, CODE).await.unwrap();
    });
}

#[test]
fn a_code_brings_a_phone_back_from_its_grace_and_from_the_recycle_bin_until_it_is_wiped() {
    on_each_database(async |f| {
        for text in [CODE, OTHER, THIRD] {
            days_code(f, text).await;
        }
        let (owner, id) = (f.actor(OWNER).await, f.phone("Z-1", 1).await);
        let in_grace = NOW + 2 * DAY;
        pass(&f.store, NOW + DAY).await;
        let renewed = used_at(f, &owner, (CODE, Some(id)), in_grace).await;
        let end = renewed.unwrap().new_expire_ms;
        assert_eq!(end, in_grace + 30 * DAY);
        let in_bin = end + 8 * DAY;
        pass(&f.store, end).await;
        pass(&f.store, in_bin).await;
        let restored = used_at(f, &owner, (OTHER, Some(id)), in_bin).await;
        let end = restored.unwrap().new_expire_ms;
        assert_eq!(end, in_bin + 30 * DAY);
        assert_eq!(phones_of(f, &owner).await[0].until_ms, end);
        let wiped = end + 20 * DAY;
        for at_ms in [end, end + 8 * DAY, wiped] {
            pass(&f.store, at_ms).await;
        }
        let late = used_at(f, &owner, (THIRD, Some(id)), wiped).await;
        assert_eq!(refused(late), Refusal::Phone);
    });
}

#[test]
fn out_of_stock_leaves_the_code_unused() {
    on_each_database(async |f| {
        phone_code(f, CODE).await;
        let owner = f.actor(OWNER).await;
        assert_eq!(refused(used(f, &owner, CODE).await), Refusal::OutOfStock);
        stock(f, "VIP", 1).await;
        used(f, &owner, CODE).await.unwrap();
    });
}

#[test]
fn a_code_is_valid_within_its_time_alone() {
    on_each_database(async |f| {
        stock(f, "VIP", 1).await;
        let over = r#"{"code":"OVER-OVER","gives":"phone","days":1,"configuration":"VIP","expiresInDays":-1}"#;
        seed(f, over).await;
        phone_code(f, CODE).await;
        let owner = f.actor(OWNER).await;
        let expired = used(f, &owner, "over-over").await;
        assert_eq!(
            refused(expired),
            Refusal::Expired {
                until_ms: NOW - DAY
            }
        );
        let early = used_at(f, &owner, (CODE, None), NOW - 1).await;
        assert_eq!(refused(early), Refusal::NotYet { from_ms: NOW });
        used_at(f, &owner, (CODE, None), NOW + 365 * DAY - 1)
            .await
            .unwrap();
    });
}

#[test]
fn an_account_uses_as_many_codes_of_a_batch_as_it_may() {
    on_each_database(async |f| {
        stock(f, "VIP", 3).await;
        let of = |n: u32| {
            format!(
                r#"{{"code":"LIMITED-{n}","gives":"phone","days":1,"configuration":"VIP","perAccount":2}}"#
            )
        };
        seed(f, &[of(1), of(2), of(3)].join(",")).await;
        let (owner, guest) = (f.actor(OWNER).await, f.actor(GUEST).await);
        used(f, &owner, "LIMITED-1").await.unwrap();
        used(f, &owner, "LIMITED-2").await.unwrap();
        assert_eq!(refused(used(f, &owner, "LIMITED-3").await), Refusal::Limit);
        used(f, &guest, "LIMITED-3").await.unwrap();
    });
}

async fn told(f: &Fixture, who: &str, text: &str, now_ms: i64) -> (Option<i64>, Option<Refusal>) {
    let actor = f.actor(who).await;
    let found = preview(&f.store, at(&actor, 1), vec![code(text)], now_ms).await;
    let one = found.unwrap().pop().unwrap();
    (one.gift.map(|gift| gift.days), one.refusal)
}

#[test]
fn what_a_code_gives_is_seen_before_it_is_used_and_looking_uses_nothing() {
    on_each_database(async |f| {
        phone_code(f, CODE).await;
        assert_eq!(
            told(f, OWNER, CODE, NOW).await,
            (Some(30), Some(Refusal::OutOfStock))
        );
        stock(f, "VIP", 1).await;
        for _ in 0..2 {
            assert_eq!(told(f, OWNER, CODE, NOW).await, (Some(30), None));
        }
        let owner = f.actor(OWNER).await;
        used(f, &owner, CODE).await.unwrap();
        assert_eq!(
            told(f, OWNER, CODE, NOW).await,
            (None, Some(Refusal::Used { at_ms: NOW }))
        );
        assert_eq!(
            told(f, STRANGER, CODE, NOW).await,
            (None, Some(Refusal::Unusable))
        );
        assert_eq!(
            told(f, STRANGER, OTHER, NOW).await,
            (None, Some(Refusal::Unusable))
        );
        let limited =
            |n: u32| format!(r#"{{"code":"LIMITED-{n}","gives":"days","days":7,"perAccount":1}}"#);
        seed(f, &[limited(1), limited(2)].join(",")).await;
        assert_eq!(told(f, OWNER, "LIMITED-2", NOW).await, (Some(7), None));
        let id = phones_of(f, &owner).await[0].phone.id;
        used_at(f, &owner, ("LIMITED-1", Some(id)), NOW)
            .await
            .unwrap();
        assert_eq!(
            told(f, OWNER, "LIMITED-2", NOW).await,
            (Some(7), Some(Refusal::Limit))
        );
        let expired = Refusal::Expired {
            until_ms: NOW + 365 * DAY,
        };
        assert_eq!(
            told(f, OWNER, "LIMITED-2", NOW + 365 * DAY).await,
            (None, Some(expired))
        );
    });
}

#[test]
fn my_history_has_the_head_of_each_code_and_what_it_gave_and_nobody_elses() {
    on_each_database(async |f| {
        stock(f, "VIP", 1).await;
        phone_code(f, CODE).await;
        days_code(f, OTHER).await;
        let (owner, guest) = (f.actor(OWNER).await, f.actor(GUEST).await);
        let brought = used(f, &owner, CODE).await.unwrap();
        let id = brought.phone_id;
        used_at(f, &owner, (OTHER, Some(id)), NOW + 1)
            .await
            .unwrap();
        let found = async |keyword: Option<&str>, window| {
            let keyword = keyword.map(str::to_owned);
            history(&f.store, &owner, keyword, window).await.unwrap()
        };
        let all = found(None, (0, 10)).await;
        let heads: Vec<&str> = all.list.iter().map(|row| row.head.as_str()).collect();
        assert_eq!((heads, all.total), (vec!["H4TR", "7QKM"], 2));
        let first: &History = &all.list[1];
        assert_eq!((first.used_ms, first.phone_id), (NOW, id));
        assert_eq!((first.gift.gives, first.is_gone), (Gives::Phone, false));
        assert_eq!(first.alias, brought.alias);
        assert_eq!(all.list[0].new_expire_ms, NOW + 60 * DAY);
        let page = found(None, (1, 1)).await;
        assert_eq!((page.list.len(), page.list[0].head.as_str()), (1, "7QKM"));
        for (word, count) in [
            ("h4t", 1),
            (&*brought.owl_id.to_lowercase(), 2),
            ("%", 0),
            ("云机", 2),
        ] {
            assert_eq!(found(Some(word), (0, 10)).await.total, count, "{word}");
        }
        let none = history(&f.store, &guest, None, (0, 10)).await.unwrap();
        assert_eq!((none.list.len(), none.total), (0, 0));
        // A phone that went back to stock is called as it was then.
        f.execute(&format!(
            "UPDATE phones SET owner_id = NULL, alias = '', alias_key = '', assign_ms = 0, expire_ms = 0 WHERE id = {id};"
        ));
        let later = found(None, (0, 10)).await;
        assert!(later.list.iter().all(|row| row.is_gone));
        assert_eq!(later.list[1].alias, brought.alias);
    });
}
