//! Rules that operators change are followed by every server on the database.

use domain::config::{Setting, Written};
use eventually::eventually;
use store::audit::Author;
use store::config::{by_key, update};

use crate::{ADMIN, Server, engine_on, on_each_database};

/// An operator sets the days of grace, on the server of the database that the others follow.
async fn set_grace_days(server: &Server, days: &str) {
    let store = &server.engine.store;
    let setting = by_key(store, Setting::GraceDays.key().to_owned()).await;
    let setting = setting.unwrap().unwrap();
    let author = Author {
        actor: server.actor(ADMIN).await,
        address: None,
        now_ms: server.engine.clock.now_ms(),
    };
    let written = Written {
        name: setting.name,
        key: setting.key,
        value: days.to_owned(),
        remark: String::new(),
    };
    let seen = (setting.id, Some(setting.version));
    update(store, author, seen, written.checked().unwrap(), Vec::new())
        .await
        .unwrap();
}

#[test]
fn a_changed_rule_holds_on_every_server_but_where_the_environment_locks_it() {
    on_each_database(async |server| {
        let (other, locked) = (
            engine_on(&server.url, &[]),
            engine_on(&server.url, &[Setting::GraceDays]),
        );
        let _running = (other.start().await.unwrap(), locked.start().await.unwrap());
        let usual = Setting::GraceDays.of(&server.engine.rules());
        set_grace_days(server, "21").await;
        for engine in [&server.engine, &other] {
            eventually("the rule holds", async || {
                Setting::GraceDays.of(&engine.rules()) == 21
            })
            .await;
        }
        locked.reload_config().await.unwrap();
        assert_eq!(Setting::GraceDays.of(&locked.rules()), usual);
    });
}
