//! Hosts of the phones: number of phones, load and round-trip times. Loads are read only when somebody asks.

mod load;

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use tokio::task::JoinSet;
use tokio::time::{Instant, timeout};

pub use self::load::Load;
use crate::fleet::Fleet;
use crate::health::PhoneFault;
use crate::phone::Phone;

/// Round trips of one phone that are kept: as many as its probes give in [`RTT_WINDOW`].
const RTTS_KEPT: usize = 20;
/// Age up to which a round trip counts.
const RTT_WINDOW: Duration = Duration::from_mins(5);
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

/// Summary of the round trips of the last minutes. A round trip is the command `true` in a shell over ADB, and its answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RttSummary {
    /// Median of the round trips.
    pub median: Duration,
    /// 95th percentile of the round trips.
    pub p95: Duration,
    /// Number of samples.
    pub count: usize,
}

/// A phone's newest round trips.
#[derive(Debug, Default)]
pub struct RttStats(VecDeque<(Instant, Duration)>);

impl RttStats {
    /// Records a round trip that ended just now.
    pub fn note(&mut self, took: Duration) {
        if self.0.len() == RTTS_KEPT {
            self.0.pop_front();
        }
        self.0.push_back((Instant::now(), took));
    }

    fn lately(&self) -> impl Iterator<Item = Duration> {
        (self.0.iter())
            .filter(|(at, _)| at.elapsed() <= RTT_WINDOW)
            .map(|(_, took)| *took)
    }
}

impl RttSummary {
    fn of(mut took: Vec<Duration>) -> Option<Self> {
        took.sort_unstable();
        // The smallest round trip that so many percent of them do not exceed.
        let at = |percent: usize| took.get((took.len() * percent).div_ceil(100).max(1) - 1);
        Some(Self {
            median: *at(50)?,
            p95: *at(95)?,
            count: took.len(),
        })
    }
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
        let rtts = self.phone(phone_id)?.rtts();
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
            asked.spawn(meter(name, phones));
        }
        let mut hosts = asked.join_all().await;
        hosts.sort_unstable_by(|a, b| a.name.cmp(&b.name));
        hosts
    }
}

async fn meter(name: String, phones: Vec<Arc<Phone>>) -> Host {
    let count = |is: fn(&Phone) -> bool| phones.iter().filter(|phone| is(phone)).count();
    let rtts = phones.iter().flat_map(|phone| phone.rtts()).collect();
    Host {
        provider: phones.first().map_or("", |phone| phone.provider.name()),
        phones: phones.len(),
        healthy: count(|phone| phone.health().is_some_and(|health| health.healthy)),
        watched: count(Phone::is_watched),
        booting: count(is_booting),
        rtt: RttSummary::of(rtts),
        load: timeout(LOAD_TIMEOUT, load_of(&phones)).await.ok().flatten(),
        name,
    }
}

fn is_booting(phone: &Phone) -> bool {
    let reason = phone.health().and_then(|health| health.reason);
    matches!(reason, Some(PhoneFault::Starting)) || (reason.is_some() && phone.is_expected())
}

/// Load of the process that runs these phones, or of the machine as one of the phones tells it.
async fn load_of(phones: &[Arc<Phone>]) -> Option<Load> {
    if let Some(pid) = phones.first()?.provider.process() {
        return load::of_process(pid).await;
    }
    let link = phones
        .iter()
        .find_map(|phone| phone.link.borrow().clone())?;
    load::of_phone(&link).await
}

impl Phone {
    fn rtts(&self) -> Vec<Duration> {
        self.lately(|rtts| rtts.lately().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn only_the_newest_of_the_last_minutes_count() {
        let mut rtts = RttStats::default();
        for ms in 0..=RTTS_KEPT as u64 {
            rtts.note(Duration::from_millis(ms));
        }
        assert_eq!(rtts.lately().count(), RTTS_KEPT);
        assert_eq!(rtts.lately().next(), Some(Duration::from_millis(1)));
        tokio::time::advance(RTT_WINDOW).await;
        assert_eq!(rtts.lately().count(), RTTS_KEPT);
        tokio::time::advance(Duration::from_millis(1)).await;
        assert_eq!(rtts.lately().count(), 0);
    }

    #[test]
    fn median_and_tail_are_round_trips_that_were() {
        let ms = Duration::from_millis;
        assert_eq!(RttSummary::of(Vec::new()), None);
        let of = |count: u64| RttSummary::of((1..=count).rev().map(ms).collect()).expect("some");
        for (count, median, p95) in [(1, 1, 1), (2, 1, 2), (3, 2, 3), (100, 50, 95)] {
            let rtt = of(count);
            assert_eq!((rtt.median, rtt.p95), (ms(median), ms(p95)), "{count}");
        }
    }
}
