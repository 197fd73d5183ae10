//! `owldeck demo`: a server that needs nothing else. Simulated phones run in a child process; accounts and phones exist from the start.

mod history;
mod ports;
mod seeding;
mod shelf;

use std::net::SocketAddr;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use api::DemoView;
use engine::Clock;
use fleet::ServerFile;
use fleet::providers::Provider;
use fleet::providers::simulated::{HandsetCommand, Supervisor};
use rand::RngExt;
use sandbox::Sandbox;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use store::seed::{self, Seed};
use store::{Stamp, Store, phones, private};
use tokio::time::Duration;

use crate::Failure;
use crate::compose::{self, Parts};
use crate::services::{self, Services};
use crate::settings::Settings;

pub use seeding::Seeding;

/// Password of all accounts while the demo listens on loopback.
pub const PASSWORD: &str = "Owldeck#2026";
/// Accounts: two members and an operator.
pub const ACCOUNTS: [&str; 3] = ["13800000000", "13900000000", "admin"];

/// Timeout for the simulated phones to listen.
const PHONES_TIMEOUT: Duration = Duration::from_secs(30);
/// Most ranges of ports that are tried when others take them first.
const STARTS_MAX: usize = 20;

/// State of a demo beside its database.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Memory {
    /// Port of the first simulated phone; the others follow.
    first_port: u16,
    /// Number of phones that members have from the start.
    phones: u16,
    /// Number of the following phones, which are in stock.
    #[serde(default)]
    stock: u16,
    /// Number of the phones after these, which belong to nobody until a seed gives them.
    #[serde(default)]
    spare: u16,
    /// Address at which the demo listens now, for programs that had it choose its port.
    listen: Option<SocketAddr>,
    /// Whether the database was made while listening on loopback, with [`PASSWORD`].
    known_password: bool,
}

impl Memory {
    /// Reads the state that an earlier start left; none at the first one.
    fn read(file: &Path) -> Result<Option<Self>, serde_json::Error> {
        std::fs::read_to_string(file)
            .ok()
            .map(|text| serde_json::from_str(&text))
            .transpose()
    }

    /// Number of all simulated phones.
    const fn count(&self) -> u16 {
        self.phones + self.stock + self.spare
    }
}

/// Runs the demo.
pub fn run(settings: &Settings) -> Result<ExitCode, Failure> {
    private::folder(&settings.server.data_dir)?;
    let loopback = settings.server.listen.ip().is_loopback();
    let store = Store::open(&settings.database(), Stamp::Demo)?;
    let file = settings.server.data_dir.join("demo.json");
    let before = Memory::read(&file)?;
    if !loopback && before.as_ref().is_some_and(|m| m.known_password) {
        return Err("this demo's password is known to everybody: listen on loopback, or start with an empty OWLDECK_DATA_DIR".into());
    }
    let (phones, stock, spare) = before.as_ref().map_or(
        (
            settings.demo.sim_phones,
            settings.demo.sim_stock,
            settings.demo.sim_spare,
        ),
        |m| (m.phones, m.stock, m.spare),
    );
    let count = phones + stock + spare;
    let known_password = before.as_ref().map_or(loopback, |m| m.known_password);
    let runtime = compose::phone_runtime()?;
    let outcome = actix_web::rt::System::new().block_on(async {
        let (settings, listener) = compose::listen(settings)?;
        let server_file = server_file(&settings).await?;
        let clock = Clock::system();
        let following = settings
            .demo
            .clock_offset_file
            .clone()
            .map(|file| clock.follow(file));
        let wished = before.as_ref().map(|m| m.first_port);
        let (supervisor, first_port) =
            start_phones(&settings.server.data_dir, wished, count, runtime.handle()).await?;
        let supervisor = Arc::new(supervisor);
        let memory = Memory {
            first_port,
            phones,
            stock,
            spare,
            listen: Some(settings.server.listen),
            known_password,
        };
        let other_side = services::of_demo(&settings, &clock).await?;
        let password = match &before {
            Some(before) => {
                move_phones(&store, before.first_port, first_port, count).await?;
                before.known_password.then(|| PASSWORD.to_owned())
            }
            None => Some(
                fill(
                    &store,
                    &memory,
                    (loopback, settings.demo.sim_history),
                    &other_side.sandbox,
                    clock.now_ms(),
                )
                .await?,
            ),
        };
        std::fs::write(&file, serde_json::to_string_pretty(&memory)?)?;
        let told = greeting(&settings, password.as_deref(), &memory, &other_side.sandbox);
        let named = (loopback && known_password).then(|| sign_in_hints(&other_side.sandbox));
        let parts = Parts {
            listener,
            store,
            clock,
            server_file,
            key: None,
            providers: vec![Arc::clone(&supervisor) as Arc<dyn Provider>],
            services: Services::of(&other_side.settings)?,
            sandbox: Some(other_side.sandbox),
            seeding: services::is_private(&settings),
            demo: named,
            greeting: told,
        };
        let outcome = compose::serve(&settings, parts, &runtime).await;
        drop((other_side.smtp, other_side.deliveries));
        if let Some(following) = following {
            following.abort();
        }
        drop(supervisor);
        outcome
    });
    runtime.shutdown_timeout(Duration::from_secs(2));
    outcome
}

/// The screen server that phones are sent: the file that is set, else that of the simulated phones; none where phones are to do without.
async fn server_file(settings: &Settings) -> Result<Option<ServerFile>, Failure> {
    Ok(
        match (settings.screen_server(), &settings.phones.scrcpy_server) {
            (Some(path), _) => Some(ServerFile::load(path).await?),
            (None, Some(_)) => None,
            (None, None) => Some(ServerFile::trusted(
                handset::SERVER_FILE,
                handset::SERVER_VERSION,
            )?),
        },
    )
}

/// Accounts and pages that the sign-in page names.
fn sign_in_hints(sandbox: &Sandbox) -> DemoView {
    DemoView {
        accounts: ACCOUNTS.map(str::to_owned).to_vec(),
        password: PASSWORD.to_owned(),
        messages_page: sandbox.outbox_page(),
        payments_page: sandbox.payments_page(),
    }
}

fn greeting(
    settings: &Settings,
    password: Option<&str>,
    memory: &Memory,
    sandbox: &Sandbox,
) -> String {
    let password = password.unwrap_or("as printed at the first start");
    let [first, second, operator] = ACCOUNTS;
    format!(
        "\n  Owldeck demo    {}/app/\n  members         {first} and {second}\n  operator        {operator}\n  password        {password}\n  codes           {}\n  payments        {}\n  webhooks        {}\n  phones          adb connect 127.0.0.1:{} … {}\n",
        settings.address(),
        sandbox.outbox_page(),
        sandbox.payments_page(),
        sandbox.hooks_address(),
        memory.first_port,
        memory.first_port + memory.count() - 1,
    )
}

/// Starts the phones and waits until they listen; returns their first port. Ports that something else takes meanwhile are given up.
async fn start_phones(
    data_dir: &Path,
    before: Option<u16>,
    count: u16,
    runtime: &tokio::runtime::Handle,
) -> Result<(Supervisor, u16), Failure> {
    let mut last = Failure::from("no free ports for the simulated phones");
    for first_port in ports::free_ranges(before, count, ports::is_free).take(STARTS_MAX) {
        let supervisor = supervise_phones(data_dir, first_port, count, runtime)?;
        match supervisor.first_start(PHONES_TIMEOUT).await {
            Ok(()) => return Ok((supervisor, first_port)),
            Err(error) => last = error.into(),
        }
    }
    Err(last)
}

fn supervise_phones(
    data_dir: &Path,
    first_port: u16,
    count: u16,
    runtime: &tokio::runtime::Handle,
) -> Result<Supervisor, Failure> {
    let addresses = addresses(first_port, count);
    let args = [
        "handset".to_owned(),
        "--until-eof".to_owned(),
        "--listen".to_owned(),
        addresses[0].clone(),
        "--count".to_owned(),
        count.to_string(),
        "--data".to_owned(),
        data_dir.join("phones").display().to_string(),
    ];
    let command = HandsetCommand {
        program: std::env::current_exe()?,
        args: args.to_vec(),
    };
    Ok(Supervisor::start(command, addresses, runtime))
}

fn addresses(first_port: u16, count: u16) -> Vec<String> {
    (0..count)
        .map(|i| format!("127.0.0.1:{}", first_port + i))
        .collect()
}

/// Updates the addresses of simulated phones that answer elsewhere than last time.
async fn move_phones(store: &Store, old: u16, new: u16, count: u16) -> Result<(), Failure> {
    if old == new {
        return Ok(());
    }
    let moves = addresses(old, count)
        .into_iter()
        .zip(addresses(new, count))
        .collect();
    Ok(phones::readdress(store, moves).await?)
}

/// Makes the demo's accounts and phones; returns the password.
async fn fill(
    store: &Store,
    memory: &Memory,
    (loopback, with_history): (bool, bool),
    sandbox: &Sandbox,
    now_ms: i64,
) -> Result<String, Failure> {
    let password = if loopback {
        PASSWORD.to_owned()
    } else {
        chance()
    };
    let all = addresses(memory.first_port, memory.phones + memory.stock);
    let (rented, free) = all.split_at(memory.phones.into());
    let mut contents = contents(&password, rented, free, with_history);
    contents["branding"] = json!({
        "serviceUrl": sandbox.service_page(),
        "serviceHours": "09:00–21:00 (UTC+8)",
    });
    contents["customerServices"] =
        json!([{ "type": 2, "account": GROUP, "htmlCode": sandbox.group_page() }]);
    let lasts_ms = if with_history { history::LASTS_MS } else { 0 };
    let seeded = seed::load(
        store,
        Seed::parse(&contents.to_string())?,
        now_ms - lasts_ms,
    )
    .await?;
    if with_history {
        history::live(store, &seeded, &password, sandbox, now_ms).await?;
    }
    Ok(password)
}

/// Random password: 20 letters and digits without look-alikes.
fn chance() -> String {
    const LETTERS: &[u8] = b"ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789";
    let mut rng = rand::rng();
    (0..20)
        .map(|_| char::from(LETTERS[rng.random_range(0..LETTERS.len())]))
        .collect()
}

/// Number of the demo's group contact.
const GROUP: &str = "88213";

/// Names of the first phones; further ones are numbered.
const NAMES: [&str; 8] = [
    "主力-01",
    "小店客服",
    "选品 A",
    "农场-03",
    "直播间",
    "短视频-02",
    "备用-04",
    "跑酷-11",
];
/// Days left of the first rentals, so that each colour of remaining time is seen.
const DAYS: [i64; 8] = [23, 41, 5, 90, 1, 12, 19, 30];

/// Seed file: the first member owns three of four phones, the second the rest and, by grants, a look at the first phone and a hand on the
/// second.
fn contents(password: &str, rented: &[String], free: &[String], with_history: bool) -> Value {
    let [first, second, operator] = ACCOUNTS;
    let phones: Vec<Value> = rented
        .iter()
        .enumerate()
        .map(|(i, adb)| {
            let owner = if i % 4 == 3 { second } else { first };
            let configuration = shelf::RENTED[i % shelf::RENTED.len()];
            if with_history && let Some((alias, days, adb)) = history::phone(i, adb) {
                return json!({ "owner": owner, "alias": alias, "configuration": configuration, "expiresInDays": days, "adb": adb });
            }
            let alias = NAMES.get(i).map_or_else(|| format!("云机-{:03}", i + 1), |name| (*name).to_owned());
            json!({ "owner": owner, "alias": alias, "configuration": configuration, "expiresInDays": DAYS[i % DAYS.len()], "adb": adb })
        })
        .collect();
    let grant = |at: usize, level: &str, minutes: i64| {
        phones.get(at).map(|phone| json!({ "owner": first, "phone": phone["alias"], "to": second, "level": level, "expiresInMinutes": minutes }))
    };
    let grants: Vec<Value> = [
        grant(0, "view", 7 * 24 * 60),
        grant(1, "operate", 3 * 24 * 60),
    ]
    .into_iter()
    .flatten()
    .collect();
    json!({
        "members": [
            { "phone": first, "password": password, "nickname": "李姐水果店" },
            { "phone": second, "password": password, "nickname": "小陈" },
        ],
        "operators": [{ "userName": operator, "password": password, "permissions": ["*:*:*"] }],
        "configurations": shelf::configurations(),
        "prices": shelf::prices(),
        "stock": shelf::stock(free),
        "phones": phones,
        "grants": grants,
        "notices": if with_history { history::notices(operator) } else { json!([]) },
    })
}

#[cfg(test)]
mod tests {
    use domain::orders::OrderState;
    use domain::phones::ListQuery;
    use store::operations::{self, BatchQuery};
    use store::{groups, orders};

    use super::*;

    #[test]
    fn the_demo_is_a_seed_file_whatever_the_number_of_phones() {
        for count in [1, 2, 8, 40] {
            let all = addresses(20_000, count);
            let (rented, free) = all.split_at(usize::from(count / 2));
            for with_history in [false, true] {
                let text = contents(PASSWORD, rented, free, with_history).to_string();
                Seed::parse(&text).expect("a seed");
            }
        }
    }

    #[tokio::test]
    async fn a_demo_begins_with_phones_in_all_states_receipts_orders_and_messages() {
        const NOW: i64 = 1_800_000_000_000;
        let folder = tempfile::tempdir().expect("a folder");
        let place = |name: &str| folder.path().join(name);
        let url = format!("sqlite://{}", place("owldeck.sqlite").display());
        let store = Store::open(&url, Stamp::Demo).expect("a database");
        let sandbox = Sandbox::open(sandbox::Options {
            folder: place("sandbox"),
            outbox: place("outbox.jsonl"),
            origin: "http://127.0.0.1:1".to_owned(),
            own_origin: "http://127.0.0.1:1".to_owned(),
            open: true,
            clock: Arc::new(|| NOW),
        })
        .expect("a sandbox");
        let memory = Memory {
            first_port: 20_000,
            phones: 32,
            stock: 68,
            spare: 0,
            listen: None,
            known_password: true,
        };
        let password = fill(&store, &memory, (true, true), &sandbox, NOW)
            .await
            .expect("a history");
        let (member, _) = history::sign_in(&store, ACCOUNTS[0], &password, NOW)
            .await
            .expect("a member");
        let query = ListQuery::parse(None, None, None, None, None).expect("a query");
        let phones = phones::list(&store, &member, query, NOW)
            .await
            .expect("phones");
        let summary = &phones.summary;
        // The others are off the list of those that run: one is maintained, one over, three unwell.
        assert_eq!(
            (summary.total, summary.running, summary.abnormal),
            (24, 19, 3)
        );
        assert_eq!(summary.expiring_soon, 5);
        let limit = 20;
        let batches = operations::batches(
            &store,
            &member,
            BatchQuery {
                limit,
                ..BatchQuery::default()
            },
        );
        // Two that failed, an app on some phones five times, and switching off.
        assert_eq!(batches.await.expect("batches").total, 8);
        let orders = orders::page(&store, &member, orders::Filter::default(), (0, limit))
            .await
            .expect("orders");
        let states: Vec<_> = orders.list.iter().map(|order| order.state).collect();
        let (waiting, cancelled, paid) =
            (OrderState::Waiting, OrderState::Cancelled, OrderState::Paid);
        assert_eq!(states, [waiting, cancelled, paid]);
        let groups = groups::list(&store, &member).await.expect("groups");
        assert_eq!(groups.groups.len(), 4);
    }

    #[test]
    fn a_random_password_is_long_and_new_each_time() {
        let (a, b) = (chance(), chance());
        assert_eq!(a.len(), 20);
        assert_ne!(a, b);
    }
}
