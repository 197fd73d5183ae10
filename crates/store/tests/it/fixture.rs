//! A fresh database for each test, with two members and an operator.

use std::sync::atomic::{AtomicU32, Ordering};

use diesel::connection::SimpleConnection;
use diesel::{Connection, PgConnection, SqliteConnection};
use domain::auth::SignIn;
use domain::session::SessionRules;
pub use fresh_database::PASSWORD;
use fresh_database::{Database, PASSWORD_HASH};
use store::seed::{Seed, Seeded};
use store::session::{Actor, RefreshError, Terminal, Tokens, actor_of, sign_in};
use store::{Stamp, Store};

/// The moment at which every test begins.
pub const NOW: i64 = 1_800_000_000_000;
pub const MINUTE: i64 = 60_000;
pub const DAY: i64 = 24 * 60 * MINUTE;
/// Owns phones.
pub const OWNER: &str = "13800000000";
/// Is granted some.
pub const GUEST: &str = "13900000000";
/// Has nothing.
pub const STRANGER: &str = "13700000000";

/// Of the ports that phones are told to have.
static COUNTER: AtomicU32 = AtomicU32::new(0);

pub struct Fixture {
    pub store: Store,
    pub url: String,
    pub seeded: Seeded,
    _database: Database,
}

/// Refreshes a session by the rules that hold where nobody set others.
pub async fn refresh(store: &Store, token: String, now_ms: i64) -> Result<Tokens, RefreshError> {
    store::session::refresh(store, token, SessionRules::USUAL, now_ms).await
}

/// Runs a test on each database there is; what it leaves keeps every promise of the stored data.
pub fn on_each_database(test: impl AsyncFn(&Fixture)) {
    on_each_made_up(async |fixture| {
        test(fixture).await;
        let broken: Vec<_> = store::check::check(&fixture.store)
            .await
            .unwrap()
            .into_iter()
            .filter(|finding| !finding.ok)
            .collect();
        assert!(broken.is_empty(), "{broken:?}");
    });
}

/// Runs a test on each database there is, whose rows it makes up.
pub fn on_each_made_up(test: impl AsyncFn(&Fixture)) {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(4)
        .enable_all()
        .build()
        .unwrap();
    for database in fresh_database::each() {
        let store = Store::open_with_long_timeouts(&database.url, Stamp::Demo).unwrap();
        runtime.block_on(async {
            let seeded = load(&store, &people()).await;
            let fixture = Fixture {
                store,
                url: database.url.clone(),
                seeded,
                _database: database,
            };
            test(&fixture).await;
        });
    }
}

fn people() -> String {
    format!(
        r#"{{"members":[
            {{"phone":"{OWNER}","password":"{PASSWORD_HASH}","nickname":"Owner"}},
            {{"phone":"{GUEST}","password":"{PASSWORD_HASH}","nickname":"Guest"}},
            {{"phone":"{STRANGER}","password":"{PASSWORD_HASH}"}}],
          "operators":[{{"userName":"admin","password":"{PASSWORD_HASH}","permissions":["*:*:*"]}}],
          "configurations":[{{"name":"VIP","androidVersion":"14","chip":"RK3588","padType":5,"dpi":320}}]}}"#
    )
}

pub async fn load(store: &Store, json: &str) -> Seeded {
    try_load(store, json).await.unwrap()
}

pub async fn try_load(store: &Store, json: &str) -> Result<Seeded, store::seed::SeedError> {
    store::seed::load(store, Seed::parse(json).unwrap(), NOW).await
}

impl Fixture {
    /// Runs statements behind the store's back, all or none.
    pub fn execute(&self, sql: &str) {
        match self.store.kind() {
            store::Kind::Sqlite => {
                let mut conn = SqliteConnection::establish(&self.url).unwrap();
                let sql = format!("PRAGMA busy_timeout = 5000; BEGIN; {sql} COMMIT;");
                conn.batch_execute(&sql).unwrap();
            }
            store::Kind::Postgres => {
                let mut conn = PgConnection::establish(&self.url).unwrap();
                conn.batch_execute(sql).unwrap();
            }
        }
    }

    pub async fn tokens(&self, phone: &str) -> Tokens {
        self.tokens_at(phone, NOW).await
    }

    pub async fn tokens_at(&self, phone: &str, now_ms: i64) -> Tokens {
        let form = SignIn::parse(phone, PASSWORD, None).unwrap();
        sign_in(&self.store, form, Terminal::Web, now_ms)
            .await
            .unwrap()
    }

    pub async fn actor(&self, phone: &str) -> Actor {
        let tokens = self.tokens(phone).await;
        actor_of(&self.store, tokens.access, NOW)
            .await
            .unwrap()
            .unwrap()
    }

    /// Gives the owner a phone that runs; answers its id.
    pub async fn phone(&self, alias: &str, days: i64) -> i64 {
        let port = 20_000 + COUNTER.fetch_add(1, Ordering::Relaxed);
        let seeded = load(
            &self.store,
            &format!(
                r#"{{"phones":[{{"owner":"{OWNER}","alias":"{alias}","configuration":"VIP","expiresInDays":{days},"adb":"127.0.0.1:{port}"}}]}}"#
            ),
        )
        .await;
        let id = seeded.phones[0].phone_id;
        assert!(
            store::phones::set_health(&self.store, id, None, NOW)
                .await
                .unwrap()
        );
        id
    }

    /// Grants the owner's phone to the guest.
    pub async fn grant(&self, alias: &str, level: &str, minutes: i64) {
        load(
            &self.store,
            &format!(
                r#"{{"grants":[{{"owner":"{OWNER}","phone":"{alias}","to":"{GUEST}","level":"{level}","expiresInMinutes":{minutes}}}]}}"#
            ),
        )
        .await;
    }
}
