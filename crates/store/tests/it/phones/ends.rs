//! Where rentals stand, as the list counts and filters them.

use domain::phones::{ListFilter, ListQuery};
use store::phones::{List, list};

use crate::fixture::{DAY, Fixture, MINUTE, NOW, OWNER, on_each_database};

/// The owner's phones at a moment: all, or those whose rental stands so.
async fn at(f: &Fixture, rental: Option<&str>, now_ms: i64) -> List {
    let actor = f.actor(OWNER).await;
    let filter = ListFilter::parse(None, None, &[], None, rental, None).unwrap();
    let query = ListQuery::parse(None, None, None, None, None).unwrap();
    list(&f.store, &actor, query.filtered(filter), now_ms)
        .await
        .unwrap()
}

#[test]
fn a_rental_is_counted_where_it_stands_at_every_moment() {
    on_each_database(async |f| {
        f.phone("甲", 1).await;
        f.phone("乙", 30).await;
        // Running, ending soon, over: before, at and after the moments at which they change, and days later.
        for (now_ms, expected) in [
            (NOW, (2, 1, 0)),
            (NOW + DAY - 1, (2, 1, 0)),
            (NOW + DAY, (1, 0, 1)),
            (NOW + DAY + 20 * 60 * MINUTE, (1, 0, 1)),
            (NOW + 23 * DAY - 1, (1, 0, 1)),
            (NOW + 23 * DAY, (1, 1, 1)),
            (NOW + 30 * DAY - 1, (1, 1, 1)),
            (NOW + 30 * DAY, (0, 0, 2)),
        ] {
            let summary = at(f, None, now_ms).await.summary;
            let over = at(f, Some("expired"), now_ms).await;
            assert_eq!(
                (summary.running, summary.expiring_soon, over.total),
                expected,
                "{} ms on",
                now_ms - NOW
            );
            assert_eq!(usize::try_from(over.total), Ok(over.rows.len()));
            let soon = at(f, Some("expiring"), now_ms).await;
            assert_eq!(soon.total, summary.expiring_soon);
            let active = at(f, Some("active"), now_ms).await;
            assert_eq!(over.total + soon.total + active.total, 2);
        }
    });
}
