//! However a session ends, nothing of it is good any more, not even within the grace of a refresh (case C-07).

use domain::auth::{Code, NewPassword, PasswordRule, PhoneNumber, Purpose, SignIn};
use domain::session::GRACE_MS;
use store::auth::verification::TypedCode;
use store::member::{delete, reset_password, set_disabled};
use store::session::{
    Actor, PasswordChange, RefreshError, Terminal, Tokens, actor_of, change_password, end_one,
    end_others, sign_in, sign_out,
};

use super::acts;
use crate::auth::verification::ask;
use crate::fixture::{
    Fixture, GUEST, MINUTE, NOW, OWNER, PASSWORD, STRANGER, on_each_database, refresh,
};
use crate::member::{phone, sent};

const CHOSEN: &str = "xK9$mPq2";

/// The two pairs of a session that was refreshed once, a moment ago.
async fn refreshed(f: &Fixture, account: &str) -> [Tokens; 2] {
    let first = f.tokens(account).await;
    let second = refresh(&f.store, first.refresh.clone(), NOW).await.unwrap();
    [first, second]
}

async fn actor(f: &Fixture, tokens: &Tokens) -> Actor {
    let actor = actor_of(&f.store, tokens.access.clone(), NOW).await;
    actor.unwrap().unwrap()
}

/// Signs the member in on a terminal of a second kind, an app.
async fn on_an_app(f: &Fixture, account: &str) -> Actor {
    let form = SignIn::parse(account, PASSWORD, None).unwrap();
    let tokens = sign_in(&f.store, form, Terminal::App, NOW).await.unwrap();
    actor(f, &tokens).await
}

async fn is_dead(f: &Fixture, pairs: &[Tokens], way: &str) {
    for pair in pairs.iter().rev() {
        assert!(!acts(f, &pair.access, NOW).await, "{way}");
        for at in [NOW, NOW + GRACE_MS + 1] {
            let refused = refresh(&f.store, pair.refresh.clone(), at).await;
            assert!(matches!(refused, Err(RefreshError::Invalid)), "{way}");
        }
    }
}

fn new_password() -> NewPassword {
    NewPassword::parse(CHOSEN, PasswordRule::Reset)
        .ok()
        .unwrap()
}

#[test]
fn the_member_leaves_is_elsewhere_or_ends_it_from_the_list() {
    on_each_database(async |f| {
        let pairs = refreshed(f, OWNER).await;
        sign_out(&f.store, Some(pairs[1].access.clone()), None, NOW)
            .await
            .unwrap();
        is_dead(f, &pairs, "left by its access token").await;

        let pairs = refreshed(f, OWNER).await;
        sign_out(&f.store, None, Some(pairs[0].refresh.clone()), NOW)
            .await
            .unwrap();
        is_dead(f, &pairs, "left by a refresh token that was spent").await;

        let pairs = refreshed(f, OWNER).await;
        let now = refreshed(f, OWNER).await;
        is_dead(f, &pairs, "elsewhere").await;
        assert!(acts(f, &now[1].access, NOW).await, "the newer one lives");

        let app = on_an_app(f, OWNER).await;
        let here = actor(f, &now[1]).await;
        end_one(&f.store, &app, here.session_id(), NOW)
            .await
            .unwrap();
        is_dead(f, &now, "ended from the list").await;

        let pairs = refreshed(f, OWNER).await;
        assert_eq!(end_others(&f.store, &app, NOW).await.unwrap(), 1);
        is_dead(f, &pairs, "ended with all others").await;
    });
}

#[test]
fn an_operator_disables_the_account_or_sets_its_password() {
    on_each_database(async |f| {
        let admin = f.actor("admin").await;
        let pairs = refreshed(f, GUEST).await;
        let id = pairs[0].member_id;
        set_disabled(&f.store, &admin, id, true, NOW).await.unwrap();
        is_dead(f, &pairs, "disabled").await;
        set_disabled(&f.store, &admin, id, false, NOW)
            .await
            .unwrap();
        is_dead(f, &pairs, "enabled again").await;

        let pairs = refreshed(f, GUEST).await;
        reset_password(&f.store, &admin, id, new_password(), NOW)
            .await
            .unwrap();
        is_dead(f, &pairs, "its password was set").await;
    });
}

#[test]
fn the_password_is_reset_or_changed_elsewhere_or_the_account_is_deleted() {
    on_each_database(async |f| {
        let pairs = refreshed(f, STRANGER).await;
        let granted = ask(f, STRANGER, Purpose::Reset, NOW).await.unwrap();
        let typed = TypedCode {
            code: Code::parse(&granted.code).unwrap(),
            uuid: granted.uuid,
        };
        let change = |typed: TypedCode, of: &str, actor: Option<Actor>| PasswordChange {
            phone: Some(PhoneNumber::parse(of).unwrap()),
            typed,
            password: new_password(),
            actor,
            address: None,
        };
        change_password(&f.store, change(typed, STRANGER, None), NOW)
            .await
            .unwrap();
        is_dead(f, &pairs, "reset").await;

        let pairs = refreshed(f, OWNER).await;
        let app = on_an_app(f, OWNER).await;
        let typed = sent(f, &app, Purpose::Password, phone(OWNER), NOW).await;
        change_password(&f.store, change(typed, OWNER, Some(app.clone())), NOW)
            .await
            .unwrap();
        is_dead(f, &pairs, "changed in another session").await;

        let form = SignIn::parse(OWNER, CHOSEN, None).unwrap();
        let first = sign_in(&f.store, form, Terminal::Web, NOW).await.unwrap();
        let second = refresh(&f.store, first.refresh.clone(), NOW).await.unwrap();
        let later = NOW + MINUTE;
        let typed = sent(f, &app, Purpose::Delete, phone(OWNER), later).await;
        delete(&f.store, &app, CHOSEN.to_owned(), typed, later)
            .await
            .unwrap();
        is_dead(f, &[first, second], "deleted").await;
    });
}
