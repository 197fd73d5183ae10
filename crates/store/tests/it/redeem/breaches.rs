//! Breaches of the rules about codes are found, each by its name.

use super::{CODE, OTHER, phone_code, seed, stock, used, used_at};
use crate::fixture::{DAY, Fixture, NOW, OWNER, on_each_database};

async fn broken(f: &Fixture) -> Vec<&'static str> {
    let all = store::check::check(&f.store).await.unwrap();
    let broken = all.into_iter().filter(|finding| !finding.ok);
    broken.map(|finding| finding.name).collect()
}

/// Breaks something, looks whether that alone is found, and repairs it.
async fn found(f: &Fixture, damage: &str, repair: &str, name: &str) {
    f.execute(damage);
    assert_eq!(broken(f).await, [name]);
    f.execute(repair);
    assert!(broken(f).await.is_empty());
}

#[test]
fn a_batch_that_miscounts_its_codes_is_found() {
    on_each_database(async |f| {
        phone_code(f, CODE).await;
        let name = "every batch of redeem codes counts its codes, those used and those voided";
        for column in ["total", "used", "voided"] {
            let set = |more: &str| format!("UPDATE redeem_batches SET {column} = {column} {more};");
            found(f, &set("+ 1"), &set("- 1"), name).await;
        }
    });
}

#[test]
fn a_code_that_gave_another_time_than_it_says_is_found() {
    on_each_database(async |f| {
        stock(f, "VIP", 1).await;
        phone_code(f, CODE).await;
        seed(
            f,
            &format!(r#"{{"code":"{OTHER}","gives":"days","days":3}}"#),
        )
        .await;
        let owner = f.actor(OWNER).await;
        let id = used(f, &owner, CODE).await.unwrap().phone_id;
        used_at(f, &owner, (OTHER, Some(id)), NOW).await.unwrap();
        let name = "every redeem code that was used says what it gave, and no other";
        for head in ["7QKM", "H4TR"] {
            let shift = |by: &str| {
                format!(
                    "UPDATE redeem_codes SET new_expire_ms = new_expire_ms {by} WHERE head = '{head}';"
                )
            };
            found(f, &shift("+ 1"), &shift("- 1"), name).await;
        }
        let gone = "UPDATE redeem_codes SET phone_id = NULL WHERE head = '7QKM';";
        let back = format!("UPDATE redeem_codes SET phone_id = {id} WHERE head = '7QKM';");
        found(f, gone, &back, name).await;
    });
}

#[test]
fn a_code_that_was_used_after_its_end_or_beyond_a_limit_is_found() {
    on_each_database(async |f| {
        stock(f, "VIP", 2).await;
        let of = |text: &str| {
            format!(
                r#"{{"code":"{text}","gives":"phone","days":1,"configuration":"VIP","perAccount":2}}"#
            )
        };
        seed(f, &[of(CODE), of(OTHER)].join(",")).await;
        let owner = f.actor(OWNER).await;
        let first = used(f, &owner, CODE).await.unwrap().phone_id;
        let other = used(f, &owner, OTHER).await.unwrap().phone_id;
        let end =
            |ms: i64| format!("UPDATE redeem_batches SET from_ms = from_ms - 1, until_ms = {ms};");
        let name = "no redeem code was used before or after its time";
        found(f, &end(NOW), &end(NOW + DAY), name).await;
        let most = |n: u32| format!("UPDATE redeem_batches SET per_account = {n};");
        let name = "no account used more codes of a batch than it may";
        found(f, &most(1), &most(2), name).await;
        let of = |id: i64| format!("UPDATE redeem_codes SET phone_id = {id} WHERE head = 'H4TR';");
        let name = "no phone came to its owner by two redeem codes";
        found(f, &of(first), &of(other), name).await;
    });
}
