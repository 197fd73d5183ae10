//! A fresh database for each test, with two members and an operator.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{LazyLock, OnceLock};

use diesel::{Connection, PgConnection, RunQueryDsl, sql_query};
use domain::auth::SignIn;
use store::seed::{Seed, Seeded};
use store::session::{Actor, Terminal, Tokens, actor_of, sign_in};
use store::{Stamp, Store};

/// The moment at which every test begins.
pub const NOW: i64 = 1_800_000_000_000;
pub const MINUTE: i64 = 60_000;
pub const DAY: i64 = 24 * 60 * MINUTE;
pub const PASSWORD: &str = "Owldeck#2026";
/// Owns phones.
pub const OWNER: &str = "13800000000";
/// Is granted some.
pub const GUEST: &str = "13900000000";
/// Has nothing.
pub const STRANGER: &str = "13700000000";

/// The server that tests may use, without its database.
static SERVER: LazyLock<Option<String>> = LazyLock::new(|| {
    let url = std::env::var("OWLDECK_TEST_PG_URL").ok()?;
    Some(
        url.rsplit_once('/')
            .expect("a URL with a database")
            .0
            .to_owned(),
    )
});
static COUNTER: AtomicU32 = AtomicU32::new(0);

pub struct Fixture {
    pub store: Store,
    pub url: String,
    pub seeded: Seeded,
    _home: Home,
}

/// Removes the database with the test.
enum Home {
    File { _dir: tempfile::TempDir },
    Server { name: String },
}

impl Drop for Home {
    fn drop(&mut self) {
        if let Self::Server { name } = self {
            admin(&format!("DROP DATABASE IF EXISTS {name} WITH (FORCE)"));
        }
    }
}

fn admin(sql: &str) {
    let server = SERVER.as_deref().expect("a server");
    let mut conn = PgConnection::establish(&format!("{server}/postgres")).unwrap();
    sql_query(sql).execute(&mut conn).unwrap();
}

/// One migrated database that the others are copied from.
fn template() -> &'static str {
    static TEMPLATE: OnceLock<String> = OnceLock::new();
    TEMPLATE.get_or_init(|| {
        let name = format!("owl_store_{}_template", std::process::id());
        let server = SERVER.as_deref().expect("a server");
        admin(&format!("DROP DATABASE IF EXISTS {name} WITH (FORCE)"));
        admin(&format!("CREATE DATABASE {name}"));
        drop(Store::open(&format!("{server}/{name}"), Stamp::Demo).unwrap());
        // The pool closes its connections in the background; a template may have none.
        admin(&format!(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'"
        ));
        name
    })
}

fn sqlite() -> (String, Home) {
    let dir = tempfile::tempdir().unwrap();
    let url = dir.path().join("owldeck.db").to_str().unwrap().to_owned();
    (url, Home::File { _dir: dir })
}

fn postgres() -> Option<(String, Home)> {
    let server = SERVER.as_deref()?;
    let template = template();
    let n = COUNTER.fetch_add(1, Ordering::Relaxed);
    let name = format!("owl_store_{}_{n}", std::process::id());
    admin(&format!("DROP DATABASE IF EXISTS {name} WITH (FORCE)"));
    admin(&format!("CREATE DATABASE {name} TEMPLATE {template}"));
    Some((format!("{server}/{name}"), Home::Server { name }))
}

/// Runs a test on each database there is.
pub fn on_each_database(test: impl AsyncFn(&Fixture)) {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(4)
        .enable_all()
        .build()
        .unwrap();
    for (url, home) in [Some(sqlite()), postgres()].into_iter().flatten() {
        let store = Store::open(&url, Stamp::Demo).unwrap();
        runtime.block_on(async {
            let seeded = load(&store, &people()).await;
            let fixture = Fixture {
                store,
                url,
                seeded,
                _home: home,
            };
            test(&fixture).await;
            let broken: Vec<_> = store::check::check(&fixture.store)
                .await
                .unwrap()
                .into_iter()
                .filter(|finding| !finding.ok)
                .collect();
            assert!(broken.is_empty(), "{broken:?}");
        });
    }
}

fn people() -> String {
    format!(
        r#"{{"members":[
            {{"phone":"{OWNER}","password":"{PASSWORD}","nickname":"Owner"}},
            {{"phone":"{GUEST}","password":"{PASSWORD}","nickname":"Guest"}},
            {{"phone":"{STRANGER}","password":"{PASSWORD}"}}],
          "operators":[{{"userName":"admin","password":"{PASSWORD}","permissions":["*:*:*"]}}],
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
