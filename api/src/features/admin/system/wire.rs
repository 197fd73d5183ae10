//! The state of the server in answers.

use domain::config::Setting;
use engine::senders::Source;
use serde::Serialize;
use store::Kind;
use store::console::system::{Queue, Queued, System};
use utoipa::ToSchema;

use super::super::menu::StampView;
use super::super::overview::FaultView;
use crate::about::SettingSourceView;
use crate::{AppState, SettingFact};

/// State of the server.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SystemView {
    /// Time of the answer.
    time: i64,
    version: &'static str,
    /// `release`, or `debug` where it was built for development.
    build: &'static str,
    /// Operating system and processor for which it was built.
    platform: String,
    /// Time of the server's start.
    started_time: i64,
    /// Address that browsers see, where it is set.
    #[schema(required = true)]
    public_origin: Option<String>,
    database: DatabaseView,
    queues: Vec<QueueView>,
    /// Open sockets of this server by purpose.
    sockets: SocketsView,
    storage: ServerStorageView,
    settings: Vec<SettingView>,
    /// The last calls that failed by a fault of the server, since it started; 100 at most.
    errors: Vec<FaultView>,
}

/// State of the database.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct DatabaseView {
    kind: DatabaseKindView,
    /// Version of its software.
    version: String,
    bytes: i64,
    migrations: i64,
    last_migration: String,
    stamp: StampView,
}

/// Kind of a database.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
enum DatabaseKindView {
    Sqlite,
    Postgres,
}

/// Work that the server does by itself.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct QueueView {
    name: QueueNameView,
    count: i64,
    /// Time at which the first is, or was, due or began to wait.
    #[schema(required = true)]
    first_time: Option<i64>,
}

/// Queue of work.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
enum QueueNameView {
    /// Operations that wait for a place.
    Waiting,
    /// Operations that run; the time is when to look at the next.
    Running,
    /// Orders that wait for their payment.
    Orders,
    /// Payments that wallets are asked about.
    Payments,
    /// Refunds that are sent to wallets.
    Refunds,
    /// Deliveries to webhooks.
    Webhooks,
    /// Reminders by SMS and mail.
    Reminders,
    /// Phones that wait to be wiped.
    Wipes,
}

/// Open sockets of this server.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct SocketsView {
    /// Sockets of members' consoles.
    members: usize,
    /// Sockets with pictures of phones.
    pictures: usize,
    /// Members who have a console open.
    online: usize,
}

/// Files of members.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ServerStorageView {
    files: i64,
    bytes: i64,
    /// Free bytes of the disk; null where no files are taken.
    #[schema(required = true)]
    free_bytes: Option<u64>,
    /// Bytes of the whole disk.
    #[schema(required = true)]
    whole_bytes: Option<u64>,
}

/// A setting and where it comes from.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct SettingView {
    /// Short name of its section.
    section: &'static str,
    /// Variable of the environment that sets it; in the file the same in lower case, without `OWLDECK_`.
    variable: String,
    /// Value; null where nothing is set, and always null of a secret.
    #[schema(required = true)]
    value: Option<String>,
    secret: bool,
    source: SettingSourceView,
}

impl SystemView {
    pub fn of(found: System, state: &AppState) -> Self {
        let engine = &state.engine;
        let space = engine.disk_space();
        let setting = |fact: &SettingFact| SettingView::of(fact, &found.set, state);
        Self {
            time: state.now_ms(),
            version: env!("CARGO_PKG_VERSION"),
            build: if cfg!(debug_assertions) {
                "debug"
            } else {
                "release"
            },
            platform: format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
            started_time: state.about.started_ms,
            public_origin: state.public_origin.clone(),
            settings: state.about.settings.iter().map(setting).collect(),
            database: DatabaseView {
                kind: match found.kind {
                    Kind::Sqlite => DatabaseKindView::Sqlite,
                    Kind::Postgres => DatabaseKindView::Postgres,
                },
                version: found.version,
                bytes: found.bytes,
                migrations: found.migrations,
                last_migration: found.last_migration,
                stamp: engine.store.stamp().into(),
            },
            queues: found.queues.into_iter().map(QueueView::from).collect(),
            sockets: SocketsView {
                members: engine.event_sockets.count(),
                pictures: engine.screen_sockets.count(),
                online: engine.event_sockets.online(),
            },
            storage: ServerStorageView {
                files: found.files,
                bytes: found.files_bytes,
                free_bytes: space.map(|space| space.free_bytes),
                whole_bytes: space.map(|space| space.whole_bytes),
            },
            errors: (state.failed_calls.all().into_iter())
                .map(FaultView::from)
                .collect(),
        }
    }
}

impl From<Queued> for QueueView {
    fn from(queued: Queued) -> Self {
        Self {
            name: match queued.queue {
                Queue::Waiting => QueueNameView::Waiting,
                Queue::Running => QueueNameView::Running,
                Queue::Orders => QueueNameView::Orders,
                Queue::Payments => QueueNameView::Payments,
                Queue::Refunds => QueueNameView::Refunds,
                Queue::Webhooks => QueueNameView::Webhooks,
                Queue::Reminders => QueueNameView::Reminders,
                Queue::Wipes => QueueNameView::Wipes,
            },
            count: queued.count,
            first_time: queued.first_ms,
        }
    }
}

impl SettingView {
    /// View of a setting: what neither the environment nor the file sets, operators may have set in the console.
    fn of(fact: &SettingFact, set: &[Setting], state: &AppState) -> Self {
        let rule = Setting::ALL
            .into_iter()
            .find(|rule| rule.variable() == fact.variable)
            .filter(|_| fact.source == Source::Default);
        let value = rule.map(|rule| rule.of(&state.engine.rules()).to_string());
        let source = match fact.source {
            Source::Default if rule.is_some_and(|rule| set.contains(&rule)) => {
                SettingSourceView::Database
            }
            source => source.into(),
        };
        Self {
            section: fact.section,
            variable: fact.variable.clone(),
            value: value.or_else(|| fact.value.clone()),
            secret: fact.is_secret,
            source,
        }
    }
}
