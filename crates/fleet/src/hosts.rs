//! Hosts of the phones: number of phones, load and round-trip times. Loads are read only when somebody asks.

mod load;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use tokio::task::JoinSet;
use tokio::time::timeout;

pub use self::load::Load;
use crate::fleet::Fleet;
use crate::health::PhoneFault;
use crate::phone::{Phone, RttSummary};

/// Time limit for reading a host's load.
const LOAD_TIMEOUT: Duration = Duration::from_secs(3);

/// A machine or process that runs phones.
#[derive(Debug, Clone, PartialEq)]
pub struct Host {
    /// The host of the addresses; for simulated phones the first address of their process.
    pub name: String,
    /// Name of the phones' provider.
    pub provider: &'static str,
    /// Phones that this server keeps a link to, or tries to.
    pub phones: usize,
    /// Phones that can be used.
    pub healthy: usize,
    /// Phones whose full picture is watched.
    pub watched: usize,
    /// Phones that are booting.
    pub booting: usize,
    /// Load of the host; `None` when it cannot be read.
    pub load: Option<Load>,
    /// Round-trip times of its phones; `None` without recent ones.
    pub rtt: Option<RttSummary>,
}

impl Fleet {
    /// Names of the hosts of attached phones, in order, and how many phones each has.
    pub fn host_names(&self) -> BTreeMap<String, usize> {
        let mut counts = BTreeMap::new();
        for phone in self.phones() {
            *counts
                .entry(phone.provider.host(&phone.address))
                .or_default() += 1;
        }
        counts
    }

    /// Ids of the attached phones of a host, by its name.
    pub fn phones_of_host(&self, name: &str) -> Vec<i64> {
        self.phones()
            .into_iter()
            .filter(|phone| phone.provider.host(&phone.address) == name)
            .map(|phone| phone.id)
            .collect()
    }

    /// Median of a phone's recent round trips; none without any.
    pub fn round_trip(&self, phone_id: i64) -> Option<Duration> {
        let rtts = self.phone(phone_id)?.connection.round_trips();
        RttSummary::of(rtts).map(|summary| summary.median)
    }

    /// Hosts of attached phones, by name. Reads all loads at the same time, in a few seconds at most.
    pub async fn hosts(&self) -> Vec<Host> {
        let mut of_host: BTreeMap<String, Vec<Arc<Phone>>> = BTreeMap::new();
        for phone in self.phones() {
            let name = phone.provider.host(&phone.address);
            of_host.entry(name).or_default().push(phone);
        }
        let mut asked = JoinSet::new();
        for (name, phones) in of_host {
            asked.spawn(measure_host(name, phones));
        }
        let mut hosts = asked.join_all().await;
        hosts.sort_unstable_by(|a, b| a.name.cmp(&b.name));
        hosts
    }
}

async fn measure_host(name: String, phones: Vec<Arc<Phone>>) -> Host {
    let count = |is: fn(&Phone) -> bool| phones.iter().filter(|phone| is(phone)).count();
    let rtts = phones
        .iter()
        .flat_map(|phone| phone.connection.round_trips())
        .collect();
    Host {
        provider: phones.first().map_or("", |phone| phone.provider.name()),
        phones: phones.len(),
        healthy: count(|phone| {
            phone
                .connection
                .health()
                .is_some_and(|health| health.healthy)
        }),
        watched: count(|phone| phone.screens.is_watched()),
        booting: count(is_booting),
        rtt: RttSummary::of(rtts),
        load: timeout(LOAD_TIMEOUT, load_of(&phones)).await.ok().flatten(),
        name,
    }
}

fn is_booting(phone: &Phone) -> bool {
    let reason = phone.connection.health().and_then(|health| health.reason);
    matches!(reason, Some(PhoneFault::Starting))
        || (reason.is_some() && phone.connection.is_boot_expected())
}

/// Load of the process that runs these phones, or of the machine as one of the phones tells it.
async fn load_of(phones: &[Arc<Phone>]) -> Option<Load> {
    if let Some(pid) = phones.first()?.provider.process() {
        return load::of_process(pid).await;
    }
    let link = phones.iter().find_map(|phone| phone.connection.link())?;
    load::of_phone(&link).await
}
