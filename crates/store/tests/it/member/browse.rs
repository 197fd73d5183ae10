//! Members as operators find them.

use store::member::browse::{ListedMember, MemberSort, Question, Show, list};
use store::member::set_disabled;

use crate::fixture::{Fixture, NOW, OWNER, on_each_database};

async fn found(f: &Fixture, question: Question) -> (Vec<ListedMember>, i64, Vec<i64>) {
    let page = list(&f.store, question, (0, 50), NOW).await.unwrap();
    (page.list, page.total, page.counts)
}

fn with(keyword: &str) -> Question {
    Question {
        keyword: Some(keyword.to_owned()),
        ..Question::default()
    }
}

#[test]
fn members_are_found_by_number_name_and_id_with_what_they_have() {
    on_each_database(async |f| {
        let owner = f.seeded.members[0].user_id;
        let (soon, later) = (f.phone("A", 3).await, f.phone("B", 30).await);
        assert_ne!(soon, later);
        for keyword in [OWNER, "13800", "Owner", &owner.to_string()] {
            let (list, total, counts) = found(f, with(keyword)).await;
            assert_eq!((list.len(), total), (1, 1), "{keyword}");
            let member = &list[0];
            assert_eq!((member.id, member.phone.as_str()), (owner, "138****0000"));
            assert_eq!((member.phones, member.ending, member.failing), (2, 1, 0));
            // All members, with phones, sub-accounts, disabled, operators.
            assert_eq!(counts, [3, 1, 0, 0, 1], "whatever is asked for");
        }
        for nobody in ["%", "_", "13899999999"] {
            assert_eq!(found(f, with(nobody)).await.1, 0, "{nobody}");
        }
    });
}

#[test]
fn each_state_shows_its_own_in_the_order_that_is_asked_for() {
    on_each_database(async |f| {
        let admin = f.actor("admin").await;
        let guest = f.seeded.members[1].user_id;
        f.phone("A", 30).await;
        set_disabled(&f.store, &admin, guest, true, NOW)
            .await
            .unwrap();
        let names = async |show, by, descending| {
            let question = Question {
                show,
                by,
                descending,
                ..Question::default()
            };
            let (list, total, counts) = found(f, question).await;
            assert_eq!(i64::try_from(list.len()).unwrap(), total);
            assert_eq!(counts[show as usize], total, "the count of its state");
            list.into_iter().map(|one| one.nickname).collect::<Vec<_>>()
        };
        assert_eq!(
            names(Show::WithPhones, MemberSort::Created, true).await,
            ["Owner"]
        );
        assert_eq!(
            names(Show::Disabled, MemberSort::Created, true).await,
            ["Guest"]
        );
        assert_eq!(
            names(Show::Operators, MemberSort::Created, true).await,
            ["admin"]
        );
        assert!(
            names(Show::SubAccounts, MemberSort::Points, false)
                .await
                .is_empty()
        );
        let all = names(Show::All, MemberSort::Created, false).await;
        let mut backwards = names(Show::All, MemberSort::Created, true).await;
        backwards.reverse();
        assert_eq!((all.len(), all), (3, backwards));
    });
}
