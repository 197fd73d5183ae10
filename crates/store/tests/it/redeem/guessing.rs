//! Wrong codes are limited for each account and each address, and tell nothing.

use domain::redeem::{ACCOUNT_GUESSES, ADDRESS_GUESSES, GUESS_WINDOW_MS, Refusal};
use store::redeem::{preview, redeem};
use store::session::Actor;

use super::{CODE, OTHER, at, code, days_code, phone_code, refused, stock};
use crate::fixture::{Fixture, GUEST, NOW, OWNER, STRANGER, on_each_database};

async fn guess(f: &Fixture, actor: &Actor, end: u8, text: &str, now_ms: i64) -> Refusal {
    let wanted = (code(text), None);
    refused(redeem(&f.store, at(actor, end), wanted, now_ms).await)
}

fn is_shut(refusal: Refusal) -> bool {
    matches!(refusal, Refusal::TooMany { retry_after_ms } if retry_after_ms > 0)
}

#[test]
fn an_account_tries_ten_wrong_codes_in_ten_minutes_from_wherever() {
    on_each_database(async |f| {
        stock(f, "VIP", 1).await;
        phone_code(f, CODE).await;
        let (owner, guest) = (f.actor(OWNER).await, f.actor(GUEST).await);
        for n in 0..ACCOUNT_GUESSES {
            let end = u8::try_from(n).unwrap();
            assert_eq!(guess(f, &owner, end, OTHER, NOW).await, Refusal::Unusable);
        }
        // Nothing is read any more, not even a right one; looking at codes is no way around.
        assert!(is_shut(guess(f, &owner, 99, CODE, NOW).await));
        let looked = preview(&f.store, at(&owner, 99), vec![code(CODE)], NOW).await;
        assert!(is_shut(looked.unwrap()[0].refusal.unwrap()));
        assert_eq!(guess(f, &guest, 99, OTHER, NOW).await, Refusal::Unusable);
        let later = NOW + GUESS_WINDOW_MS;
        let wanted = (code(CODE), None);
        redeem(&f.store, at(&owner, 99), wanted, later)
            .await
            .unwrap();
    });
}

#[test]
fn an_address_tries_thirty_wrong_codes_with_however_many_accounts() {
    on_each_database(async |f| {
        let accounts = [
            f.actor(OWNER).await,
            f.actor(GUEST).await,
            f.actor(STRANGER).await,
        ];
        for actor in &accounts {
            for _ in 0..ADDRESS_GUESSES / 3 {
                assert_eq!(guess(f, actor, 7, OTHER, NOW).await, Refusal::Unusable);
            }
        }
        let admin = f.actor("admin").await;
        assert!(is_shut(guess(f, &admin, 7, OTHER, NOW).await));
        assert_eq!(guess(f, &admin, 8, OTHER, NOW).await, Refusal::Unusable);
    });
}

#[test]
fn a_right_code_and_one_that_is_mine_are_no_guesses() {
    on_each_database(async |f| {
        let (owner, id) = (f.actor(OWNER).await, f.phone("Z-1", 1).await);
        days_code(f, CODE).await;
        for _ in 0..2 * ACCOUNT_GUESSES {
            // Without a phone it is refused, and no guess.
            assert_eq!(guess(f, &owner, 1, CODE, NOW).await, Refusal::NeedsPhone);
        }
        let wanted = (code(CODE), Some(id));
        redeem(&f.store, at(&owner, 1), wanted, NOW).await.unwrap();
        for _ in 0..2 * ACCOUNT_GUESSES {
            assert_eq!(
                guess(f, &owner, 1, CODE, NOW).await,
                Refusal::Used { at_ms: NOW }
            );
        }
        assert_eq!(guess(f, &owner, 1, OTHER, NOW).await, Refusal::Unusable);
    });
}
