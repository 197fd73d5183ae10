//! The list says to which sub-accounts a phone was given, to its owner alone.

use domain::phones::ListQuery;
use fresh_database::PASSWORD_HASH;
use store::phones::{GivenTo, list};
use store::session::Actor;

use crate::fixture::{Fixture, NOW, OWNER, load, on_each_database};

const FIRST: &str = "13600000001";
const SECOND: &str = "13600000002";

async fn given(f: &Fixture, actor: &Actor) -> Vec<(String, Option<GivenTo>)> {
    let query = ListQuery::parse(None, None, None, None, Some(200)).unwrap();
    let rows = list(&f.store, actor, query, NOW).await.unwrap().rows;
    let mut named: Vec<_> = rows
        .into_iter()
        .map(|row| (row.phone.alias, row.given_to))
        .collect();
    named.sort_by(|a, b| a.0.cmp(&b.0));
    named
}

#[test]
fn a_phone_says_to_which_sub_accounts_it_was_given_while_they_are_switched_on() {
    on_each_database(async |f| {
        let owner = f.actor(OWNER).await;
        for alias in ["alone", "both"] {
            f.phone(alias, 30).await;
        }
        let sub = |number: &str, name: &str| {
            format!(
                r#"{{"parent":"{OWNER}","phone":"{number}","password":"{PASSWORD_HASH}","nickname":"{name}","phones":[{{"phone":"both"}}]}}"#
            )
        };
        let seed = format!(
            r#"{{"subAccounts":[{},{}]}}"#,
            sub(FIRST, "night"),
            sub(SECOND, "day")
        );
        load(&f.store, &seed).await;
        let of = |name: &str, others| {
            let name = name.to_owned();
            Some(GivenTo { name, others })
        };
        let seen = |both| vec![("alone".to_owned(), None), ("both".to_owned(), both)];
        // One of them is named, whichever it is.
        let named = given(f, &owner).await.pop().unwrap().1.unwrap();
        let other = match named.name.as_str() {
            "night" => "day",
            _ => "night",
        };
        assert_eq!(given(f, &owner).await, seen(of(&named.name, 1)));
        let child = f.actor(FIRST).await;
        assert_eq!(
            given(f, &child).await,
            [("both".to_owned(), None)],
            "no business of its own"
        );
        let switch_off = |name: &str| {
            f.execute(&format!(
                "UPDATE members SET sub_off_ms = {NOW} WHERE sub_name = '{name}';"
            ));
        };
        switch_off(&named.name);
        assert_eq!(given(f, &owner).await, seen(of(other, 0)));
        switch_off(other);
        assert_eq!(given(f, &owner).await, seen(None));
    });
}
