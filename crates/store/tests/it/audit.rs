//! The trail of deeds: with the deed or not at all, and never changed.

use diesel::{Connection, PgConnection, RunQueryDsl, SqliteConnection, sql_query};
use store::Kind;
use store::audit::of_member;

use crate::fixture::{NOW, OWNER, on_each_database};

#[test]
fn a_kept_deed_never_changes() {
    on_each_database(async |f| {
        f.actor(OWNER).await;
        let id = f.seeded.members[0].user_id;
        let kept = of_member(&f.store, id).await.unwrap();
        assert_eq!(
            (kept[0].kind.as_str(), kept[0].at_ms),
            ("session.begin", NOW)
        );
        let forged = "UPDATE audit SET detail = 'nothing happened'";
        let refused = match f.store.kind() {
            Kind::Sqlite => {
                sql_query(forged).execute(&mut SqliteConnection::establish(&f.url).unwrap())
            }
            Kind::Postgres => {
                sql_query(forged).execute(&mut PgConnection::establish(&f.url).unwrap())
            }
        };
        let words = refused.unwrap_err().to_string();
        assert!(words.contains("audit rows never change"), "{words}");
        assert_eq!(of_member(&f.store, id).await.unwrap(), kept);
    });
}
