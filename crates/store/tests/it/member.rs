//! Changing one's own account, looking others up, deleting it; and what operators do to it.

mod browse;
mod gone;
mod roles;

use domain::auth::{
    Code, CodeRules, MailAddress, NewPassword, PasswordRule, PhoneNumber, Purpose, Target,
};
use domain::live::Pushed;
use domain::member::{Change, HIDDEN_NAME, LOOKUPS_A_DAY};
use store::access::{Watch, status};
use store::auth::verification::{CodeRequest, TypedCode, ask};
use store::member::accounts::AccountError;
use store::member::{
    ChangeError, DeleteError, LookupError, Picture, avatar, change_phone, delete, find_member,
    losses, profile, reset_password, set_avatar, set_disabled, update,
};
use store::session::{Actor, RefreshError, actor_of, ended};
use store::{audit, notices};

use crate::fixture::{
    DAY, Fixture, GUEST, MINUTE, NOW, OWNER, PASSWORD, STRANGER, on_each_database, refresh,
};

const NEW_NUMBER: &str = "13600000000";

fn number(text: &str) -> PhoneNumber {
    PhoneNumber::parse(text).unwrap()
}

/// A code that was sent, as its member types it.
pub async fn sent(
    f: &Fixture,
    actor: &Actor,
    purpose: Purpose,
    to: Target,
    now_ms: i64,
) -> TypedCode {
    let request = CodeRequest {
        purpose,
        target: Some(to),
        captcha: None,
        actor: Some(actor.clone()),
        address: None,
        day: 0,
        rules: CodeRules::default(),
    };
    let granted = ask(&f.store, request, now_ms).await.unwrap();
    TypedCode {
        code: Code::parse(&granted.code).unwrap(),
        uuid: granted.uuid,
    }
}

/// Wrong code for the same request.
fn wrong(typed: &TypedCode) -> TypedCode {
    let code = if typed.code.as_str() == "000000" {
        "000001"
    } else {
        "000000"
    };
    TypedCode {
        code: Code::parse(code).unwrap(),
        uuid: typed.uuid.clone(),
    }
}

pub fn phone(text: &str) -> Target {
    Target::Phone(number(text))
}

async fn titles(f: &Fixture, actor: &Actor) -> Vec<String> {
    let page = notices::list(&f.store, actor, store::notices::Wanted::default(), (0, 50))
        .await
        .unwrap();
    page.list
        .iter()
        .map(|n| n.title(domain::lang::Lang::En))
        .collect()
}

async fn actions(f: &Fixture, member_id: i64) -> Vec<String> {
    let actions = audit::of_member(&f.store, member_id).await.unwrap();
    actions.into_iter().map(|action| action.kind).collect()
}

#[test]
fn only_what_is_given_changes() {
    on_each_database(async |f| {
        let owner = f.actor(OWNER).await;
        let before = profile(&f.store, owner.member_id()).await.unwrap().unwrap();
        let change = Change {
            nickname: Some("李姐".to_owned()),
            birthday: Some("1996/11/11".to_owned()),
            sex: Some(2),
            ..Change::default()
        };
        update(&f.store, &owner, change, None, NOW).await.unwrap();
        let after = profile(&f.store, owner.member_id()).await.unwrap().unwrap();
        assert_eq!(
            (after.nickname.as_str(), after.birthday.as_str(), after.sex),
            ("李姐", "1996/11/11", 2)
        );
        let expected = store::member::Profile {
            nickname: after.nickname.clone(),
            birthday: after.birthday.clone(),
            sex: 2,
            ..before
        };
        assert_eq!(after, expected);
        assert!(after.has_password && !after.must_change_password && after.social.is_empty());
    });
}

#[test]
fn a_new_address_needs_the_code_that_was_sent_to_it() {
    on_each_database(async |f| {
        let (owner, guest) = (f.actor(OWNER).await, f.actor(GUEST).await);
        let address = MailAddress::parse("li@example.com").unwrap();
        let set = async |actor: &Actor, typed: TypedCode, now: i64| {
            let mail = Some((MailAddress::parse("li@example.com").unwrap(), typed));
            update(&f.store, actor, Change::default(), mail, now).await
        };
        let to = Target::Mail(address.clone());
        let typed = sent(f, &owner, Purpose::Mail, to.clone(), NOW).await;
        let refused = set(&owner, wrong(&typed), NOW).await;
        assert!(matches!(refused, Err(ChangeError::Code)));
        let refused = set(&guest, typed.clone(), NOW).await;
        assert!(
            matches!(refused, Err(ChangeError::Code)),
            "a code serves whoever asked for it"
        );
        set(&owner, typed.clone(), NOW).await.unwrap();
        let again = set(&owner, typed, NOW).await;
        assert!(matches!(again, Err(ChangeError::Code)), "once");
        let mine = profile(&f.store, owner.member_id()).await.unwrap().unwrap();
        assert_eq!(mine.email, "li@example.com");
        assert_eq!(titles(f, &owner).await, ["Your e-mail address was changed"]);

        let theirs = sent(f, &guest, Purpose::Mail, to, NOW + MINUTE).await;
        let refused = set(&guest, wrong(&theirs), NOW + MINUTE).await;
        assert!(matches!(refused, Err(ChangeError::Code)), "taken or not");
        let refused = set(&guest, theirs, NOW + MINUTE).await;
        assert!(matches!(refused, Err(ChangeError::Taken)), "{refused:?}");
    });
}

#[test]
fn a_number_moves_with_both_codes_and_a_wrong_one_spends_neither() {
    on_each_database(async |f| {
        let owner = f.actor(OWNER).await;
        let old = sent(f, &owner, Purpose::Phone, phone(OWNER), NOW).await;
        let new = sent(f, &owner, Purpose::Phone, phone(NEW_NUMBER), NOW).await;
        let change = async |new: &TypedCode, old: &TypedCode| {
            let to = (number(NEW_NUMBER), new.clone());
            change_phone(&f.store, &owner, to, old.clone(), NOW).await
        };
        for (new, old) in [(&wrong(&new), &old), (&new, &wrong(&old)), (&old, &new)] {
            let refused = change(new, old).await;
            assert!(matches!(refused, Err(ChangeError::Code)), "{refused:?}");
        }
        change(&new, &old).await.unwrap();
        let mine = profile(&f.store, owner.member_id()).await.unwrap().unwrap();
        assert_eq!(mine.phone.as_deref(), Some(NEW_NUMBER));
        f.tokens(NEW_NUMBER).await;
        assert!(
            titles(f, &owner)
                .await
                .contains(&"Your phone number was changed".to_owned())
        );
        assert!(
            actions(f, owner.member_id())
                .await
                .contains(&"member.phone".to_owned())
        );
    });
}

#[test]
fn a_taken_number_is_said_only_to_whoever_holds_its_code() {
    on_each_database(async |f| {
        let owner = f.actor(OWNER).await;
        let old = sent(f, &owner, Purpose::Phone, phone(OWNER), NOW).await;
        let theirs = sent(f, &owner, Purpose::Phone, phone(GUEST), NOW).await;
        let change = async |typed: TypedCode| {
            change_phone(&f.store, &owner, (number(GUEST), typed), old.clone(), NOW).await
        };
        let refused = change(wrong(&theirs)).await;
        assert!(matches!(refused, Err(ChangeError::Code)));
        let refused = change(theirs).await;
        assert!(matches!(refused, Err(ChangeError::Taken)));
        let mine = profile(&f.store, owner.member_id()).await.unwrap().unwrap();
        assert_eq!(mine.phone.as_deref(), Some(OWNER));
    });
}

#[test]
fn an_account_without_a_number_does_not_move() {
    on_each_database(async |f| {
        let (admin, owner) = (f.actor("admin").await, f.actor(OWNER).await);
        let typed = sent(f, &owner, Purpose::Phone, phone(NEW_NUMBER), NOW).await;
        let to = (number(NEW_NUMBER), typed.clone());
        let refused = change_phone(&f.store, &admin, to, typed, NOW).await;
        assert!(matches!(refused, Err(ChangeError::NoPhone)), "{refused:?}");
    });
}

#[test]
fn a_new_picture_replaces_the_old_one() {
    on_each_database(async |f| {
        let owner = f.actor(OWNER).await;
        let pictures = |mark: u8| {
            [1, 2, 3].map(|at| Picture {
                png: at == 1,
                bytes: vec![mark, at],
            })
        };
        let first = set_avatar(&f.store, &owner, pictures(1)).await.unwrap();
        let second = set_avatar(&f.store, &owner, pictures(2)).await.unwrap();
        assert_ne!(first, second);
        let at = async |name: &str, size| avatar(&f.store, name.to_owned(), size).await.unwrap();
        assert_eq!(at(&first, 256).await, None);
        let expected = Picture {
            png: false,
            bytes: vec![2, 3],
        };
        assert_eq!(at(&second, 256).await, Some(expected));
        assert!(at(&second, 64).await.unwrap().png);
        for (name, size) in [(second.as_str(), 65), (&second, u32::MAX), ("guess", 64)] {
            assert_eq!(at(name, size).await, None);
        }
        let mine = profile(&f.store, owner.member_id()).await.unwrap().unwrap();
        assert_eq!(mine.avatar, second);
    });
}

#[test]
fn twenty_are_looked_up_in_a_day_and_no_more() {
    on_each_database(async |f| {
        let owner = f.actor(OWNER).await;
        let find = async |at| find_member(&f.store, &owner, number(GUEST), at).await;
        for _ in 0..LOOKUPS_A_DAY {
            find(NOW).await.unwrap();
        }
        let refused = find(NOW + MINUTE).await;
        let Err(LookupError::TooMany { retry_after_ms }) = refused else {
            panic!("{refused:?}")
        };
        assert_eq!(retry_after_ms, DAY - MINUTE);
        let guest = f.actor(GUEST).await;
        find_member(&f.store, &guest, number(OWNER), NOW)
            .await
            .unwrap();
        find(NOW + DAY).await.unwrap();
    });
}

#[test]
fn twenty_one_lookups_at_once_answer_twenty() {
    on_each_database(async |f| {
        let owner = f.actor(OWNER).await;
        let tries: Vec<_> = (0..=LOOKUPS_A_DAY)
            .map(|_| {
                let (store, owner) = (f.store.clone(), owner.clone());
                tokio::spawn(async move {
                    find_member(&store, &owner, number(GUEST), NOW)
                        .await
                        .is_ok()
                })
            })
            .collect();
        let mut answered = 0;
        for one in tries {
            answered += i64::from(one.await.unwrap());
        }
        assert_eq!(answered, LOOKUPS_A_DAY);
    });
}

#[test]
fn a_stranger_a_disabled_member_and_nobody_look_alike_and_an_acquaintance_has_an_initial() {
    on_each_database(async |f| {
        let (owner, admin) = (f.actor(OWNER).await, f.actor("admin").await);
        let stranger = f.seeded.members[2].user_id;
        let ask = async |of: &str| {
            let found = find_member(&f.store, &owner, number(of), NOW)
                .await
                .unwrap();
            assert_eq!(found.handle.len(), 43);
            (found.nickname, found.phone)
        };
        let hidden = |phone: &str| (HIDDEN_NAME.to_owned(), phone.to_owned());
        assert_eq!(ask(STRANGER).await, hidden("137****0000"));
        assert_eq!(ask("13612345678").await, hidden("136****5678"));
        set_disabled(&f.store, &admin, stranger, true, NOW)
            .await
            .unwrap();
        assert_eq!(ask(STRANGER).await, hidden("137****0000"));
        f.phone("甲", 30).await;
        f.grant("甲", "view", 10).await;
        assert_eq!(ask(GUEST).await.0, "G**");
    });
}

#[test]
fn deleting_shows_its_price_and_needs_password_and_code() {
    on_each_database(async |f| {
        let owner = f.actor(OWNER).await;
        f.phone("甲", 30).await;
        f.phone("乙", 30).await;
        f.grant("甲", "view", 10).await;
        let price = losses(&f.store, &owner, NOW).await.unwrap();
        assert_eq!(
            (price.phones, price.grants_given, price.grants_taken),
            (2, 1, 0)
        );
        let guest = f.actor(GUEST).await;
        assert_eq!(losses(&f.store, &guest, NOW).await.unwrap().grants_taken, 1);
        assert_eq!(
            losses(&f.store, &guest, NOW + 10 * MINUTE)
                .await
                .unwrap()
                .grants_taken,
            0
        );

        let typed = sent(f, &owner, Purpose::Delete, phone(OWNER), NOW).await;
        let login = sent(f, &owner, Purpose::Phone, phone(OWNER), NOW + MINUTE).await;
        for (password, typed) in [
            ("wrong", typed.clone()),
            (PASSWORD, wrong(&typed)),
            (PASSWORD, login),
        ] {
            let refused = delete(&f.store, &owner, password.to_owned(), typed, NOW + MINUTE).await;
            assert!(matches!(refused, Err(DeleteError::Proof)), "{refused:?}");
        }
        assert_eq!(losses(&f.store, &owner, NOW).await.unwrap(), price);
        f.tokens(OWNER).await;

        let admin = f.actor("admin").await;
        let refused = delete(&f.store, &admin, PASSWORD.to_owned(), typed, NOW).await;
        assert!(matches!(refused, Err(DeleteError::Refused)), "{refused:?}");
    });
}

#[test]
fn a_deleted_account_leaves_nothing_and_its_number_begins_anew() {
    on_each_database(async |f| {
        let tokens = f.tokens(OWNER).await;
        let owner = actor_of(&f.store, tokens.access.clone(), NOW)
            .await
            .unwrap()
            .unwrap();
        let guest = f.actor(GUEST).await;
        let (own, lent) = (f.phone("甲", 30).await, f.phone("乙", 30).await);
        f.grant("乙", "operate", 10).await;
        let picture = [1, 2, 3].map(|at| Picture {
            png: true,
            bytes: vec![at],
        });
        let name = set_avatar(&f.store, &owner, picture).await.unwrap();
        find_member(&f.store, &owner, number(GUEST), NOW)
            .await
            .unwrap();
        let typed = sent(f, &owner, Purpose::Delete, phone(OWNER), NOW).await;
        delete(&f.store, &owner, PASSWORD.to_owned(), typed, NOW)
            .await
            .unwrap();

        let acts = actor_of(&f.store, tokens.access, NOW).await.unwrap();
        assert!(acts.is_none());
        let refused = refresh(&f.store, tokens.refresh, NOW).await.err().unwrap();
        assert!(matches!(refused, RefreshError::Invalid));
        let told = ended(&f.store, vec![owner.session_id()]).await.unwrap();
        assert_eq!(told[&owner.session_id()].reason, "deleted");
        let watch = Watch {
            actor: guest,
            phone_ids: vec![own, lent],
        };
        let seen = status(&f.store, vec![watch], NOW).await.unwrap();
        assert!(seen[0].phones.iter().all(|phone| phone.level.is_none()));
        assert_eq!(avatar(&f.store, name, 64).await.unwrap(), None);
        let left = profile(&f.store, owner.member_id()).await.unwrap().unwrap();
        assert_eq!(
            (left.phone, left.nickname.as_str(), left.avatar.as_str()),
            (None, "", "")
        );

        // The number is free, and whoever registers with it is somebody new.
        let seeded = crate::fixture::load(
            &f.store,
            &format!(
                r#"{{"members":[{{"phone":"{OWNER}","password":"{PASSWORD}","nickname":"New"}}]}}"#
            ),
        )
        .await;
        let new = f.actor(OWNER).await;
        assert_eq!(new.member_id(), seeded.members[0].user_id);
        assert_ne!(new.member_id(), owner.member_id());
        assert_eq!(losses(&f.store, &new, NOW).await.unwrap().phones, 0);
        assert!(titles(f, &new).await.is_empty());
        let none = crate::fixture::try_load(
            &f.store,
            &format!(
                r#"{{"phones":[{{"owner":"{OWNER}","alias":"x","configuration":"VIP","expiresInDays":1}}]}}"#
            ),
        )
        .await;
        assert!(
            none.is_err(),
            "what the former owner had is not wiped yet, and goes to nobody"
        );
    });
}

#[test]
fn an_operator_disables_an_account_and_its_sessions_die() {
    on_each_database(async |f| {
        let admin = f.actor("admin").await;
        let tokens = f.tokens(OWNER).await;
        let owner = actor_of(&f.store, tokens.access.clone(), NOW)
            .await
            .unwrap()
            .unwrap();
        let set = async |id, disabled| set_disabled(&f.store, &admin, id, disabled, NOW).await;
        set(owner.member_id(), true).await.unwrap();
        let told = ended(&f.store, vec![owner.session_id()]).await.unwrap();
        let disabled = Pushed {
            reason: "disabled",
            device: None,
        };
        assert_eq!(told[&owner.session_id()], disabled);
        set(owner.member_id(), false).await.unwrap();
        let acts = actor_of(&f.store, tokens.access, NOW).await.unwrap();
        assert!(acts.is_none(), "what ended stays ended");
        f.tokens(OWNER).await;
        assert!(matches!(set(1, true).await, Err(AccountError::Unknown)));
        let kept = actions(f, admin.member_id()).await;
        assert_eq!(
            kept.iter()
                .filter(|kind| kind.starts_with("admin."))
                .count(),
            2,
            "{kept:?}"
        );
    });
}

#[test]
fn an_operator_sets_a_password_and_its_member_is_told() {
    on_each_database(async |f| {
        let admin = f.actor("admin").await;
        let owner = f.actor(OWNER).await;
        let new = || NewPassword::parse("Changed#2027", PasswordRule::Reset).unwrap();
        reset_password(&f.store, &admin, owner.member_id(), new(), NOW)
            .await
            .unwrap();
        let told = ended(&f.store, vec![owner.session_id()]).await.unwrap();
        assert_eq!(told[&owner.session_id()].reason, "password");
        let account = domain::auth::Account::parse(OWNER).unwrap();
        let opens = store::member::opens_with(&f.store, account, "Changed#2027".to_owned()).await;
        assert!(opens.unwrap());
        let mine = profile(&f.store, owner.member_id()).await.unwrap().unwrap();
        assert!(mine.must_change_password);
        assert_eq!(titles(f, &owner).await, ["Your password was reset"]);
        let refused = reset_password(&f.store, &admin, 1, new(), NOW).await;
        assert!(matches!(refused, Err(AccountError::Unknown)));
    });
}
