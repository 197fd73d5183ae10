//! `/admin-api/host/page`: the hosts that phones run on, with their load.

use std::cmp::Reverse;
use std::time::Duration;

use actix_web::get;
use actix_web::web::{Data, Query};
use domain::operations::BOOTING_MAX;
use domain::permissions::READ_HOSTS;
use domain::phones::PhoneActivity;
use fleet::{Host, Load, RttSummary};
use serde::{Deserialize, Serialize};
use store::console;
use utoipa::{IntoParams, ToSchema};

use crate::AppState;
use crate::http::{Answer, ApiError, Calls, Operator, PageQuery, Permission};

pub fn configure(calls: &mut Calls<'_>) {
    calls.service(list_hosts);
}

/// Permission to see how hosts are loaded.
struct ReadHosts;

impl Permission for ReadHosts {
    const NAME: &str = READ_HOSTS;
}

/// Order of hosts.
#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
struct HostsQuery {
    /// `worst`: the most loaded first; left out: by name.
    #[param(inline)]
    sort: Option<HostSortView>,
}

/// Order of hosts, where it is not that of their names.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
enum HostSortView {
    /// The most loaded first, then the one with the most unwell phones.
    Worst,
}

/// Strain of a host, by which hosts are sorted: its load in percent, of processor or memory, whichever is higher; then its unusable phones.
fn strain(host: &Host) -> (u64, usize) {
    let load = host.load.unwrap_or_default();
    let memory = (load.memory_used_bytes)
        .zip(load.memory_total_bytes)
        .map_or(0, |(used, total)| used.saturating_mul(100) / total.max(1));
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a load is no negative number and has few digits"
    )]
    let processor = load.processor_percent.unwrap_or_default() as u64;
    (
        memory.max(processor),
        host.phones.saturating_sub(host.healthy),
    )
}

/// A page of hosts.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct HostPage {
    list: Vec<HostView>,
    total: usize,
    /// Phones of all hosts that this server starts at a time; further ones wait in a queue.
    booting_max: usize,
}

/// A host that phones run on.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct HostView {
    /// The host of the phones' addresses; for simulated phones the first address of their process.
    name: String,
    /// Source of its phones: `simulated` or `listed`.
    provider: &'static str,
    /// Phones that this server keeps a link to.
    phones: usize,
    /// Phones that can be used.
    healthy: usize,
    /// Phones whose picture somebody watches.
    watched: usize,
    /// Phones that are starting.
    booting: usize,
    /// Load of one processor, in percent: of the process of simulated phones, over a quarter of a second.
    processor_percent: Option<f64>,
    /// Load average of the last minute: of a machine that its phones tell about.
    load_average: Option<f64>,
    memory_used_bytes: Option<u64>,
    /// Memory of the whole machine.
    memory_total_bytes: Option<u64>,
    /// Activities of its phones, a letter a phone in the order of addresses: `r` running, `f` failed, `b` in operation, `h` held, `o` off.
    ticks: String,
    /// Round trip over ADB in the last five minutes; absent when no phone answered.
    round_trip: Option<RoundTripView>,
}

/// Time from a question over ADB to its answer.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct RoundTripView {
    median_ms: f64,
    p95_ms: f64,
    /// Number of measurements.
    count: usize,
}

impl HostView {
    fn of(host: Host, ticks: &[PhoneActivity]) -> Self {
        let Load {
            processor_percent,
            waiting,
            memory_used_bytes,
            memory_total_bytes,
        } = host.load.unwrap_or_default();
        Self {
            name: host.name,
            provider: host.provider,
            phones: host.phones,
            healthy: host.healthy,
            watched: host.watched,
            booting: host.booting,
            ticks: ticks.iter().copied().map(letter).collect(),
            processor_percent: processor_percent.map(tenths),
            load_average: waiting,
            memory_used_bytes,
            memory_total_bytes,
            round_trip: host.rtt.map(RoundTripView::from),
        }
    }
}

impl From<RttSummary> for RoundTripView {
    fn from(rtt: RttSummary) -> Self {
        let ms = |time: Duration| tenths(time.as_secs_f64() * 1_000.0);
        Self {
            median_ms: ms(rtt.median),
            p95_ms: ms(rtt.p95),
            count: rtt.count,
        }
    }
}

const fn letter(doing: PhoneActivity) -> char {
    match doing {
        PhoneActivity::Running => 'r',
        PhoneActivity::Failed => 'f',
        PhoneActivity::Busy => 'b',
        PhoneActivity::Hold => 'h',
        PhoneActivity::Off => 'o',
    }
}

fn tenths(value: f64) -> f64 {
    (value * 10.0).round() / 10.0
}

/// How much each host of phones still carries, by name or the worst first
///
/// Loads are looked at for this answer, which therefore takes from a quarter of a second to three.
#[utoipa::path(
    tag = "admin",
    operation_id = "list_hosts",
    params(PageQuery, HostsQuery),
    responses((status = 200, description = "A page; or 400, 401, 403", body = Answer<HostPage>)),
    extensions(("x-level" = json!("perm:infra:host:list")), ("x-scope" = json!("none"))),
)]
#[get("/admin-api/host/page")]
async fn list_hosts(
    state: Data<AppState>,
    _operator: Operator<ReadHosts>,
    page: Query<PageQuery>,
    query: Query<HostsQuery>,
) -> Result<Answer<HostPage>, ApiError> {
    let (offset, limit) = page.usual()?;
    let fleet = &state.engine.fleet;
    let mut hosts = fleet.hosts().await;
    if let Some(HostSortView::Worst) = query.sort {
        hosts.sort_by_key(|host| Reverse(strain(host)));
    }
    let at = |number: i64| usize::try_from(number).unwrap_or_default();
    let total = hosts.len();
    let shown: Vec<Host> = hosts.into_iter().skip(at(offset)).take(at(limit)).collect();
    let phones = shown.iter().map(|host| fleet.phones_of_host(&host.name));
    let ticks = console::ticks(&state.engine.store, phones.collect()).await?;
    let list = shown.into_iter().zip(ticks);
    Ok(Answer::ok(HostPage {
        list: list
            .map(|(host, ticks)| HostView::of(host, &ticks))
            .collect(),
        total,
        booting_max: BOOTING_MAX,
    }))
}
