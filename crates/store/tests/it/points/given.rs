//! Points that an operator gives or takes.

use domain::orders::Reason;
use domain::points::{ADJUSTED_MAX, Cause, VALID_MS};
use store::audit::Author;
use store::points::{AdjustError, Adjustment, adjust, expire};

use super::{available, changes, is_whole, records};
use crate::fixture::{Fixture, NOW, OWNER, on_each_database};

async fn given(f: &Fixture, points: i64, reason: &str) -> Result<i64, AdjustError> {
    let author = Author {
        actor: f.actor("admin").await,
        address: None,
        now_ms: NOW,
    };
    let owner = f.seeded.members[0].user_id;
    let points = Adjustment::new(points).unwrap();
    adjust(
        &f.store,
        author,
        owner,
        points,
        Reason::parse(reason).unwrap(),
    )
    .await
}

#[test]
fn points_are_given_and_taken_with_a_reason_and_end_after_a_year() {
    on_each_database(async |f| {
        let owner = f.actor(OWNER).await;
        assert_eq!(given(f, 500, "补偿").await.unwrap(), 500);
        assert_eq!(available(f, &owner, NOW).await, 500);
        assert_eq!(given(f, -200, "多给了").await.unwrap(), 300);
        assert_eq!(
            changes(f, &owner).await,
            [(Cause::Taken, -200, 300), (Cause::Given, 500, 500)]
        );
        let all = records(f, &owner).await;
        let reasons: Vec<_> = all.iter().map(|record| record.reason.as_deref()).collect();
        assert_eq!(reasons, [Some("多给了"), Some("补偿")]);

        let refused = given(f, -301, "全收回").await;
        assert!(
            matches!(refused, Err(AdjustError::TooFew { available: 300 })),
            "{refused:?}"
        );
        assert_eq!(changes(f, &owner).await.len(), 2, "nothing changed");

        let end = NOW + VALID_MS;
        assert_eq!(expire(&f.store, owner.member_id(), end).await.unwrap(), 300);
        assert_eq!(available(f, &owner, end).await, 0);
        is_whole(f).await;
    });
}

#[test]
fn nobody_gives_nothing_or_too_much() {
    for (points, fine) in [
        (0, false),
        (1, true),
        (-1, true),
        (ADJUSTED_MAX, true),
        (-ADJUSTED_MAX, true),
        (ADJUSTED_MAX + 1, false),
        (-ADJUSTED_MAX - 1, false),
        (i64::MIN, false),
    ] {
        assert_eq!(Adjustment::new(points).is_some(), fine, "{points}");
    }
}
