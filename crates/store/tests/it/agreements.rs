//! Agreements: versions that stay as they were published, and who accepted which of them when.

use domain::agreements::written::Written;
use domain::agreements::{EntryVersions, Kind};
use domain::auth::SignIn;
use domain::lang::Lang;
use store::agreements::{
    AgreementError, MemberAgreement, acceptances, in_force, own, page, publish, published, save,
};
use store::session::{Actor, Arrival, SignInError, sign_in};

use crate::fixture::{DAY, Fixture, NOW, OWNER, PASSWORD, load, on_each_database, try_load};

fn written(kind: Kind, words: &str) -> Written {
    let pair = |zh: &str| [format!("{zh}{words}"), format!("{zh}{words} in English")];
    Written::parse(kind.into_str(), &pair("题"), &pair("文")).unwrap()
}

async fn accepted(f: &Fixture, actor: &Actor, kind: Kind) -> Option<(i64, i64)> {
    let all = own(&f.store, actor).await.unwrap();
    let kinds: Vec<Kind> = all.iter().map(|one| one.current.kind).collect();
    assert_eq!(kinds, Kind::ALL);
    let of_kind = |one: &MemberAgreement| one.current.kind == kind;
    all.into_iter().find(of_kind).unwrap().accepted
}

#[test]
fn a_new_database_has_a_first_version_of_each_in_both_languages() {
    on_each_database(async |f| {
        for kind in Kind::ALL {
            let first = published(&f.store, kind, None).await.unwrap();
            assert_eq!((first.kind, first.version), (kind, 1));
            assert_eq!(first.published_ms, Some(0));
            for lang in Lang::ALL {
                assert!(!first.title(lang).is_empty());
                // The texts that the product brings keep to the rules of what operators write.
                let [zh, en] = Lang::ALL.map(|lang| first.text(lang).to_owned());
                let titles = Lang::ALL.map(|lang| first.title(lang).to_owned());
                let read =
                    Written::parse(kind.into_str(), &titles, &[zh.clone(), en.clone()]).unwrap();
                assert_eq!(read.texts.map(|text| text.as_str().to_owned()), [zh, en]);
            }
        }
    });
}

#[test]
fn a_draft_is_seen_by_nobody_until_it_is_published_and_the_old_version_stays() {
    on_each_database(async |f| {
        let (admin, store) = (f.actor("admin").await, &f.store);
        let id = save(store, &admin, written(Kind::Terms, "一"), NOW)
            .await
            .unwrap();
        // Writing again changes the one draft that there is.
        let again = save(store, &admin, written(Kind::Terms, "二"), NOW + 1).await;
        assert_eq!(again.unwrap(), id);
        let other = save(store, &admin, written(Kind::Privacy, "一"), NOW).await;
        assert_ne!(other.unwrap(), id);
        let current = async |version| published(store, Kind::Terms, version).await;
        assert_eq!(current(None).await.unwrap().version, 1);
        assert!(matches!(
            current(Some(2)).await,
            Err(AgreementError::Unknown)
        ));

        publish(store, &admin, id, NOW + DAY).await.unwrap();
        let found = current(None).await.unwrap();
        assert_eq!((found.version, found.published_ms), (2, Some(NOW + DAY)));
        assert_eq!(found.title(Lang::Zh), "题二");
        assert_eq!(found.text(Lang::En), "文二 in English");
        assert_eq!(current(Some(1)).await.unwrap().title(Lang::Zh), "用户协议");
        for unknown in [0, 3] {
            let missing = current(Some(unknown)).await;
            assert!(matches!(missing, Err(AgreementError::Unknown)));
        }
        let twice = publish(store, &admin, id, NOW + DAY).await;
        assert!(matches!(twice, Err(AgreementError::Published)));
        let unknown = publish(store, &admin, 9, NOW + DAY).await;
        assert!(matches!(unknown, Err(AgreementError::Unknown)));

        // The next draft is the next version, and what was published does not change with it.
        save(store, &admin, written(Kind::Terms, "三"), NOW + DAY)
            .await
            .unwrap();
        assert_eq!(current(None).await.unwrap().title(Lang::Zh), "题二");
        let all = page(store, (0, 10)).await.unwrap();
        assert_eq!(all.total, 6);
        let shown: Vec<(Kind, i64, Option<i64>)> = all
            .list
            .iter()
            .map(|one| {
                (
                    one.version.kind,
                    one.version.version,
                    one.version.published_ms,
                )
            })
            .collect();
        assert_eq!(
            shown,
            [
                (Kind::Terms, 3, None),
                (Kind::Privacy, 2, None),
                (Kind::Terms, 2, Some(NOW + DAY)),
                (Kind::Terms, 1, Some(0)),
                (Kind::Privacy, 1, Some(0)),
                (Kind::Authorization, 1, Some(0)),
            ]
        );
        let in_force: Vec<bool> = all.list.iter().map(|one| one.in_force).collect();
        assert_eq!(in_force, [false, false, true, false, true, true]);
        assert_eq!(page(store, (4, 1)).await.unwrap().list.len(), 1);
    });
}

#[test]
fn a_sign_in_accepts_the_versions_in_force_and_the_first_time_stays() {
    on_each_database(async |f| {
        let (admin, store) = (f.actor("admin").await, &f.store);
        f.tokens_at(OWNER, NOW + 5).await;
        f.tokens_at(OWNER, NOW + 9).await;
        let owner = f.actor(OWNER).await;
        for kind in Kind::ENTRY {
            assert_eq!(accepted(f, &owner, kind).await, Some((1, NOW + 5)));
        }
        assert_eq!(accepted(f, &owner, Kind::Authorization).await, None);

        let id = save(store, &admin, written(Kind::Terms, "二"), NOW + DAY)
            .await
            .unwrap();
        publish(store, &admin, id, NOW + DAY).await.unwrap();
        assert_eq!(accepted(f, &owner, Kind::Terms).await, Some((1, NOW + 5)));
        f.tokens_at(OWNER, NOW + 2 * DAY).await;
        let now = accepted(f, &owner, Kind::Terms).await;
        assert_eq!(now, Some((2, NOW + 2 * DAY)));
        let privacy = accepted(f, &owner, Kind::Privacy).await;
        assert_eq!(privacy, Some((1, NOW + 5)));

        let who = acceptances(store, id, (0, 10)).await.unwrap();
        assert_eq!(who.total, 1);
        let one = &who.list[0];
        assert_eq!(
            (one.member_id, one.phone.as_str(), one.accepted_ms),
            (owner.member_id(), "138****0000", NOW + 2 * DAY)
        );
        let first = published(store, Kind::Terms, Some(1)).await.unwrap().id;
        let who = acceptances(store, first, (0, 10)).await.unwrap();
        assert_eq!(who.total, 2, "the operator and the owner");
        assert_eq!(
            acceptances(store, first, (1, 10)).await.unwrap().list.len(),
            1
        );
        let listed = page(store, (0, 10)).await.unwrap();
        let of = |id: i64| listed.list.iter().find(|one| one.version.id == id).unwrap();
        assert_eq!((of(id).accepted, of(first).accepted), (1, 2));
        let unknown = acceptances(store, 9, (0, 10)).await;
        assert!(matches!(unknown, Err(AgreementError::Unknown)));
    });
}

#[test]
fn a_sign_in_accepts_the_versions_that_were_shown_or_nothing_where_they_are_out_of_date() {
    on_each_database(async |f| {
        let (admin, owner, store) = (f.actor("admin").await, f.actor(OWNER).await, &f.store);
        let arrive = async |terms, privacy, password: &str, now_ms| {
            let form = SignIn::parse(OWNER, password, None).unwrap();
            let agreed = EntryVersions { terms, privacy };
            let arrival = Arrival {
                agreed,
                ..Arrival::default()
            };
            sign_in(store, form, arrival, now_ms).await
        };
        let id = save(store, &admin, written(Kind::Terms, "二"), NOW)
            .await
            .unwrap();
        let draft = arrive(Some(2), Some(1), PASSWORD, NOW).await;
        assert!(matches!(draft, Err(SignInError::AgreementsChanged)));
        arrive(Some(1), None, PASSWORD, NOW + 1).await.unwrap();
        assert_eq!(accepted(f, &owner, Kind::Terms).await, Some((1, NOW)));
        publish(store, &admin, id, NOW + DAY).await.unwrap();
        for (terms, privacy) in [(Some(1), None), (Some(1), Some(1)), (Some(2), Some(2))] {
            // A wrong password is not even looked at: the page is read anew first.
            for password in [PASSWORD, "wrong"] {
                let stale = arrive(terms, privacy, password, NOW + DAY).await;
                assert!(matches!(stale, Err(SignInError::AgreementsChanged)));
            }
        }
        let now = in_force(store).await.unwrap();
        assert_eq!((now.terms, now.privacy), (Some(2), Some(1)));
        assert_eq!(accepted(f, &owner, Kind::Terms).await, Some((1, NOW)));
        arrive(Some(2), Some(1), PASSWORD, NOW + DAY).await.unwrap();
        let two = accepted(f, &owner, Kind::Terms).await;
        assert_eq!(two, Some((2, NOW + DAY)));
    });
}

#[test]
fn two_drafts_of_one_agreement_at_once_are_one() {
    on_each_database(async |f| {
        let admin = f.actor("admin").await;
        let both = [written(Kind::Terms, "一"), written(Kind::Terms, "二")]
            .map(|new| save(&f.store, &admin, new, NOW));
        let [one, two] = both;
        let (one, two) = tokio::join!(one, two);
        assert_eq!(one.unwrap(), two.unwrap());
        assert_eq!(page(&f.store, (0, 10)).await.unwrap().total, 4);
    });
}

#[test]
fn a_seed_publishes_the_texts_that_it_brings_and_refuses_what_the_rules_refuse() {
    on_each_database(async |f| {
        let seed = |kind: &str, content: &str| {
            format!(
                r#"{{"agreements":[{{"kind":"{kind}","titleZh":"题","titleEn":"Title","contentZh":"文","contentEn":"{content}"}}]}}"#
            )
        };
        load(&f.store, &seed("privacy", "<p>Text</p>")).await;
        let found = published(&f.store, Kind::Privacy, None).await.unwrap();
        assert_eq!((found.version, found.published_ms), (2, Some(NOW)));
        assert_eq!(found.text(Lang::En), "<p>Text</p>");
        for (refused, why) in [
            (seed("other", "Text"), "kind"),
            (seed("terms", ""), "contentEn"),
        ] {
            let error = try_load(&f.store, &refused).await.unwrap_err();
            assert!(error.to_string().contains(why), "{error}");
        }
    });
}
