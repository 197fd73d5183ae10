//! Invitations from a table: whole, or its good rows, or tried beforehand.

use domain::access::DelegatedPermission;
use domain::auth::PhoneNumber;
use domain::codes::SHARE_RECYCLED;
use domain::subaccounts::{Refusal, SUB_ACCOUNTS_MAX, SubName};
use store::imports::{ImportMode, Imported};
use store::session::Actor;
use store::subaccounts::{InvitationError, InvitationRow, SubAccount, import, page};

use super::all;
use crate::fixture::{Fixture, GUEST, NOW, OWNER, STRANGER, on_each_database};

const WHOLE: ImportMode = ImportMode {
    updates: false,
    good_rows: false,
    dry_run: false,
};

fn row(number: &str, phones: &[&str]) -> InvitationRow {
    InvitationRow {
        number: PhoneNumber::parse(number).unwrap(),
        name: SubName::parse("仓储").unwrap(),
        phones: phones.iter().map(|name| (*name).to_owned()).collect(),
        permissions: [DelegatedPermission::Power].into_iter().collect(),
    }
}

async fn taken(
    f: &Fixture,
    who: &Actor,
    rows: Vec<InvitationRow>,
    way: ImportMode,
) -> Imported<InvitationError> {
    let rows = (2..).zip(rows).collect();
    import(&f.store, who, rows, way, NOW).await.unwrap()
}

async fn invited(f: &Fixture, who: &Actor) -> Vec<SubAccount> {
    page(&f.store, who, all(), NOW).await.unwrap().list
}

#[test]
fn a_table_of_invitations_is_taken_whole_or_its_refused_rows_are_named() {
    on_each_database(async |f| {
        let owner = f.actor(OWNER).await;
        f.phone("甲", 30).await;
        let id = f.phone("同名", 30).await;
        f.phone("同名", 30).await;
        let gone = f.phone("丙", 30).await;
        f.execute(&format!(
            "UPDATE phones SET recycled_ms = {NOW} WHERE id = {gone}; UPDATE phones SET owl_id = 'OWLX7' WHERE id = {id};"
        ));
        let rows = || {
            vec![
                row(GUEST, &["甲", "owlx7", "甲"]),
                row(OWNER, &[]),
                row(STRANGER, &["乙"]),
                row(STRANGER, &["同名"]),
                row(STRANGER, &["丙"]),
            ]
        };
        let refused = vec![
            (3, InvitationError::Number(Refusal::Myself)),
            (4, InvitationError::PhoneUnknown("乙".to_owned())),
            (5, InvitationError::PhoneAmbiguous("同名".to_owned())),
            (6, InvitationError::Phone(SHARE_RECYCLED)),
        ];
        let whole = taken(f, &owner, rows(), WHOLE).await;
        assert_eq!((whole.added, &whole.refused), (vec![], &refused));
        let tried = ImportMode {
            dry_run: true,
            ..WHOLE
        };
        let tried = taken(f, &owner, rows(), tried).await;
        assert_eq!((tried.added, &tried.refused), (vec![2], &refused));
        assert_eq!(invited(f, &owner).await, [], "nothing was changed");

        let good = ImportMode {
            good_rows: true,
            ..WHOLE
        };
        let done = taken(f, &owner, rows(), good).await;
        assert_eq!((done.added, done.refused), (vec![2], refused));
        let list = invited(f, &owner).await;
        assert_eq!((list.len(), list[0].phones), (1, 2));
        assert_eq!(list[0].phone, GUEST);
        assert!(list[0].permissions.has(DelegatedPermission::Power));
        // The invitation that the number has is replaced.
        let again = taken(f, &owner, vec![row(GUEST, &["甲"])], WHOLE).await;
        assert_eq!((again.added, again.updated), (vec![], vec![2]));
        assert_eq!(invited(f, &owner).await[0].phones, 1);
        f.execute(&format!(
            "UPDATE phones SET recycled_ms = NULL WHERE id = {gone};"
        ));
        // A phone of another member's is unknown.
        let stranger = f.actor(STRANGER).await;
        let foreign = taken(f, &stranger, vec![row(GUEST, &["owlx7"])], WHOLE).await;
        let unknown = InvitationError::PhoneUnknown("owlx7".to_owned());
        assert_eq!(foreign.refused, [(2, unknown)]);
    });
}

#[test]
fn a_table_fills_the_places_that_are_left_and_no_more() {
    on_each_database(async |f| {
        let owner = f.actor(OWNER).await;
        let many = (0..=SUB_ACCOUNTS_MAX)
            .map(|n| row(&format!("1520000{n:04}"), &[]))
            .collect();
        let good = ImportMode {
            good_rows: true,
            ..WHOLE
        };
        let done = taken(f, &owner, many, good).await;
        assert_eq!(i64::try_from(done.added.len()).unwrap(), SUB_ACCOUNTS_MAX);
        let over = u64::try_from(SUB_ACCOUNTS_MAX).unwrap() + 2;
        assert_eq!(
            done.refused,
            [(over, InvitationError::Number(Refusal::Limit))]
        );
    });
}
