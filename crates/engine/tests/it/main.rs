//! The engine with a store of its own and a fleet whose phones nobody reaches: what it does by itself while its clock moves.

#![expect(
    clippy::unwrap_used,
    clippy::needless_pass_by_value,
    reason = "a test that cannot go on has failed"
)]

mod event_sockets;
mod rentals;
mod rights;
mod rules;

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use domain::auth::SignIn;
use domain::config::Setting;
use engine::{Clock, Engine, EngineTasks};
use fleet::{Fleet, FleetOptions, Timing};
use fresh_database::{PASSWORD, PASSWORD_HASH};
use serde_json::{Value, json};
use store::seed::{Seed, Seeded};
use store::session::{Actor, Terminal, Tokens, actor_of, sign_in};
use store::{Stamp, Store};
use tokio::runtime::{Handle, Runtime};
use tokio::time::timeout;

/// Number of the member who owns phones.
const OWNER: &str = "13800000000";
/// Number of the member to whom some are granted.
const GUEST: &str = "13900000000";
/// Account of the operator.
const ADMIN: &str = "admin";
/// Seconds of a day.
const DAY_S: f64 = 86_400.0;
/// Much longer than anything takes; a test that waits so long has failed.
const TIMEOUT: Duration = Duration::from_mins(1);

/// Counts the ports that phones are told to have.
static PORTS: AtomicU32 = AtomicU32::new(0);

/// A running engine on a database of its own.
struct Server {
    engine: Engine,
    url: String,
    _tasks: EngineTasks,
}

/// Runs a test against an engine on each database there is.
fn on_each_database(test: impl AsyncFn(&Server)) {
    for database in fresh_database::each() {
        let runtime = Runtime::new().unwrap();
        runtime.block_on(async {
            let engine = engine_on(&database.url, &[]);
            seed(&engine, &people()).await;
            let server = Server {
                _tasks: engine.start().await.unwrap(),
                engine,
                url: database.url.clone(),
            };
            test(&server).await;
        });
        // The runtime waits for the questions that the engine has begun: without the database, each would look for it until its timeout.
        drop(runtime);
    }
}

/// An engine on this database, where no operator can change the `locked` settings. Nothing of it runs yet.
fn engine_on(url: &str, locked: &[Setting]) -> Engine {
    let fleet = Fleet::new(FleetOptions {
        server_file: None,
        runtime: Handle::current(),
        clock: Arc::new(|| 0),
        timing: Timing::default(),
    });
    let store = Store::open_with_long_timeouts(url, Stamp::Demo).unwrap();
    Engine::new(store, fleet, Clock::system())
        .with_rules(domain::config::Rules::default(), locked.to_vec())
}

fn people() -> Value {
    json!({
        "members": [
            { "phone": OWNER, "password": PASSWORD_HASH },
            { "phone": GUEST, "password": PASSWORD_HASH }
        ],
        "operators": [{ "userName": ADMIN, "password": PASSWORD_HASH, "permissions": ["*:*:*"] }],
        "configurations": [{ "name": "VIP", "androidVersion": "14", "chip": "RK3588", "padType": 5, "dpi": 320 }]
    })
}

async fn seed(engine: &Engine, seed: &Value) -> Seeded {
    let seed = Seed::parse(&seed.to_string()).unwrap();
    store::seed::load(&engine.store, seed, engine.clock.now_ms())
        .await
        .unwrap()
}

impl Server {
    async fn tokens(&self, account: &str) -> Tokens {
        let form = SignIn::parse(account, PASSWORD, None).unwrap();
        sign_in(
            &self.engine.store,
            form,
            Terminal::Web,
            self.engine.clock.now_ms(),
        )
        .await
        .unwrap()
    }

    async fn actor(&self, account: &str) -> Actor {
        let access = self.tokens(account).await.access;
        actor_of(&self.engine.store, access, self.engine.clock.now_ms())
            .await
            .unwrap()
            .unwrap()
    }

    /// Gives the owner a phone for so many days; returns its id.
    async fn phone(&self, alias: &str, days: i64) -> i64 {
        // A port of which nobody listens: the phone stays unreachable.
        let port = 1 + PORTS.fetch_add(1, Ordering::Relaxed);
        let phone = json!({ "owner": OWNER, "alias": alias, "configuration": "VIP", "expiresInDays": days, "adb": format!("127.0.0.1:{port}") });
        let seeded = seed(&self.engine, &json!({ "phones": [phone] })).await;
        seeded.phones[0].phone_id
    }

    /// Grants the guest this phone for a day at `level`; returns the grant's id.
    async fn grant(&self, alias: &str, level: &str) -> i64 {
        let grant = json!({ "owner": OWNER, "phone": alias, "to": GUEST, "level": level, "expiresInMinutes": 24 * 60 });
        let seeded = seed(&self.engine, &json!({ "grants": [grant] })).await;
        seeded.grants[0].id
    }
}

/// The result of what is to happen soon.
async fn soon<T>(what: impl Future<Output = T>) -> T {
    timeout(TIMEOUT, what).await.expect("it happens soon")
}
