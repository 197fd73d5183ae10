//! Phones that a member lent out, in its list.

use domain::phones::{ListFilter, ListQuery};
use store::phones::{List, list};

use crate::fixture::{Fixture, MINUTE, NOW, OWNER, on_each_database};

/// The owner's phones by name at a moment: all of them, or those lent out.
async fn at(f: &Fixture, relation: Option<&str>, now_ms: i64) -> List {
    let actor = f.actor(OWNER).await;
    let filter = ListFilter::parse(None, None, &[], None, None, relation).unwrap();
    let query = ListQuery::parse(None, Some(3), None, None, None).unwrap();
    list(&f.store, &actor, query.filtered(filter), now_ms)
        .await
        .unwrap()
}

#[test]
fn a_phone_is_lent_out_until_its_grants_time_is_over_though_nobody_ended_it() {
    on_each_database(async |f| {
        for alias in ["甲", "乙", "丙"] {
            f.phone(alias, 30).await;
        }
        f.grant("甲", "view", 10).await;
        f.grant("乙", "operate", 20).await;
        for (now_ms, expected) in [
            (NOW + 10 * MINUTE - 1, "甲 乙"),
            (NOW + 10 * MINUTE, "乙"),
            (NOW + 20 * MINUTE - 1, "乙"),
            (NOW + 20 * MINUTE, ""),
        ] {
            let lent = at(f, Some("sharedOut"), now_ms).await;
            let names: Vec<&str> = lent.rows.iter().map(|r| r.phone.alias.as_str()).collect();
            assert_eq!(names.join(" "), expected);
            assert_eq!(usize::try_from(lent.total), Ok(names.len()));
            // The mark on the phones says the same.
            let all = at(f, None, now_ms).await.rows;
            let marked = all.iter().filter(|row| row.shared_to.is_some());
            let marked: Vec<&str> = marked.map(|row| row.phone.alias.as_str()).collect();
            assert_eq!((all.len(), marked.join(" ").as_str()), (3, expected));
        }
    });
}
