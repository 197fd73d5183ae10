//! The list of batches.

use domain::operations::{Kind, OperationChoice, State};
use store::operations::{BatchQuery, OperationRequest, batches, start};

use crate::fixture::{Fixture, GUEST, NOW, OWNER, on_each_database};

async fn begin(f: &Fixture, who: &str, kind: Kind, ids: &[i64]) {
    let actor = f.actor(who).await;
    let phones = ids.iter().map(|id| (*id, OperationChoice::None)).collect();
    let ask = OperationRequest {
        kind,
        phones,
        group: false,
    };
    start(&f.store, &actor, ask, |_, _| None, NOW)
        .await
        .unwrap();
}

#[test]
fn batches_are_listed_by_kind_state_and_time_each_only_to_its_member() {
    on_each_database(async |f| {
        let id = f.phone("甲", 30).await;
        begin(f, OWNER, Kind::Reboot, &[id]).await;
        begin(f, OWNER, Kind::Density, &[4242]).await;
        let actor = f.actor(OWNER).await;
        let found = async |query: BatchQuery| {
            let query = BatchQuery { limit: 20, ..query };
            let page = batches(&f.store, &actor, query).await.unwrap();
            (
                page.total,
                page.rows.iter().map(|b| b.kind).collect::<Vec<_>>(),
            )
        };
        assert_eq!(found(BatchQuery::default()).await.0, 2);
        let kinds = vec![Kind::Reboot];
        assert_eq!(
            found(BatchQuery {
                kinds,
                ..BatchQuery::default()
            })
            .await,
            (1, vec![Kind::Reboot])
        );
        let state = Some(State::Failed);
        assert_eq!(
            found(BatchQuery {
                state,
                ..BatchQuery::default()
            })
            .await,
            (1, vec![Kind::Density])
        );
        let since_ms = Some(NOW + 1);
        assert_eq!(
            found(BatchQuery {
                since_ms,
                ..BatchQuery::default()
            })
            .await
            .0,
            0
        );
        let guest = f.actor(GUEST).await;
        let query = BatchQuery {
            limit: 20,
            ..BatchQuery::default()
        };
        assert_eq!(batches(&f.store, &guest, query).await.unwrap().total, 0);
    });
}
