//! Two hundred phones that mean harm, all at once, beside phones that do not: every trick of the tables with several seeds.
//!
//! The fleet runs in a process of its own, and the phones in another, so that its memory can be judged.

mod adb;
mod phones;
mod screen;

use std::collections::HashMap;
use std::process::Command;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use domain::play::picture::Picture;
use eventually::eventually;
use fleet::{Fleet, Health, PhoneFault, PictureKind, ServerFile, Timing, Watch};
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use self::phones::Phones;
use self::screen::Fate;
use crate::{attach, fleet_of};

/// In the words of the demand.
const ABNORMAL_WITHIN: Duration = Duration::from_secs(10);
const MEMORY_MAX_BYTES: u64 = 16 * 1024 * 1024;
const FRAMES_KEPT: f64 = 0.95;

const SEEDS_OF_LINKS: u64 = 5;
const SEEDS_OF_SCREENS: u64 = 4;
const GOOD_PHONES: i64 = 4;
const SCREENS: u64 = screen::TRICKS.len() as u64 * SEEDS_OF_SCREENS;
const ALL_IN_ALL: u64 = adb::TRICKS.len() as u64 * SEEDS_OF_LINKS + SCREENS;
const _: () = assert!(ALL_IN_ALL >= 200, "two hundred transcripts");

/// Pictures a second of each phone that means no harm.
const RATE: u64 = 30;
/// How many all of them draw after all others have been found out: two seconds' worth.
const DRAWN_AFTER: u64 = 2 * RATE * GOOD_PHONES.cast_unsigned();

#[test]
fn two_hundred_hostile_phones_harm_nobody_but_themselves_and_heal() {
    let program = std::env::current_exe().expect("this program");
    let done = Command::new(program)
        .args([
            "--ignored",
            "--exact",
            "hostile::all_at_once",
            "--nocapture",
        ])
        .output()
        .expect("it runs");
    let said = String::from_utf8_lossy(&done.stdout);
    let why = String::from_utf8_lossy(&done.stderr);
    assert!(done.status.success(), "{said}\n{why}");
    println!("{said}");
}

fn tricks() -> impl Iterator<Item = (adb::Trick, u64)> {
    (0..SEEDS_OF_LINKS).flat_map(|seed| adb::TRICKS.map(|trick| (trick, seed)))
}

fn screens() -> impl Iterator<Item = (screen::Trick, u64, Fate)> {
    (0..SEEDS_OF_SCREENS).flat_map(|seed| screen::TRICKS.map(|(trick, fate)| (trick, seed, fate)))
}

/// Body of the test above, in a process of its own.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "run by the test above, in a process of its own"]
async fn all_at_once() {
    let timing = Timing {
        // The product's limit, but for the waits between tries, which the healing would have to sit out.
        backoff_longest: Duration::from_secs(2),
        ..Timing::default()
    };
    let bytes = bytes::Bytes::from_static(b"a stand-in");
    let file = ServerFile::trusted(bytes, "3.3.4").expect("a server file");
    let fleet = fleet_of(timing, Some(file));
    let mut phones = Phones::start();
    let addresses = phones.addresses.clone();
    let harm = Harm::follow(&fleet);
    let seen = watch_the_good(&fleet, &addresses[..GOOD_PHONES as usize]).await;
    let (first, screens) = (GOOD_PHONES, screens().collect::<Vec<_>>());
    for (id, _) in (first..).zip(&screens) {
        attach(&fleet, id, &addresses[id as usize]);
    }
    for (id, _) in (first..).zip(&screens) {
        eventually(format!("phone {id} is healthy"), async || {
            harm.health(id).is_some_and(|health| health.healthy)
        })
        .await;
    }
    let memory = Memory::watch();
    let (drawn_before, seen_before) = (phones.drawn(), seen.load(Ordering::Relaxed));

    let mut fates = JoinSet::new();
    for (id, (trick, _, fate)) in (first..).zip(screens) {
        fates.spawn(on_screen(fleet.clone(), harm.clone(), id, trick, fate));
    }
    let next = first + SCREENS.cast_signed();
    for (id, (trick, seed)) in (next..).zip(tricks()) {
        attach(&fleet, id, &addresses[id as usize]);
        fates.spawn(on_the_link(harm.clone(), id, trick, seed));
    }
    assert_eq!(fates.len() as u64, ALL_IN_ALL);
    while let Some(fate) = fates.join_next().await {
        fate.expect("its fate is as it must be");
    }
    // The worst loop goes on a little after all have been found out: while the others draw so many more pictures.
    let drawn_then = phones.drawn() + DRAWN_AFTER;
    eventually("the others draw", async || phones.drawn() >= drawn_then).await;
    for (id, (trick, _, fate)) in (first..).zip(self::screens()) {
        let broken = harm.broken(id);
        assert!(fate != Fate::Shown || broken == 0, "{trick:?}: {broken}");
    }
    let more = memory.most();
    let drawn = phones.drawn() - drawn_before;
    // So long the last ones may be on their way: that they come in time is what is judged.
    sleep(Duration::from_millis(200)).await;
    let seen = seen.load(Ordering::Relaxed) - seen_before;

    phones.heal();
    let healing = Instant::now();
    for id in first..first + ALL_IN_ALL.cast_signed() {
        heals(&fleet, &harm, id).await;
    }
    println!(
        "{ALL_IN_ALL} hostile phones: {:.1} MiB more, {seen} of {drawn} pictures of the others, healed in {:.1} s",
        more as f64 / 1024.0 / 1024.0,
        healing.elapsed().as_secs_f64()
    );
    assert!(more <= MEMORY_MAX_BYTES, "{more} bytes more");
    assert!(
        drawn > RATE * GOOD_PHONES.cast_unsigned(),
        "pictures were drawn"
    );
    assert!(
        seen as f64 >= drawn as f64 * FRAMES_KEPT,
        "{seen} of {drawn}"
    );
}

/// A phone that is hostile from its first connection on is never healthy, and told to be abnormal in time.
async fn on_the_link(harm: Harm, id: i64, trick: adb::Trick, seed: u64) {
    let begun = Instant::now();
    let found = loop {
        match harm.health(id) {
            Some(health) => break health,
            None => assert!(begun.elapsed() < ABNORMAL_WITHIN, "{trick:?} {seed}"),
        }
        sleep(Duration::from_millis(50)).await;
    };
    assert!(!found.healthy, "{trick:?} {seed} is believed");
    let starts = matches!(found.reason, Some(PhoneFault::Starting));
    assert!(!starts, "{trick:?} {seed} is believed to start");
}

/// A phone that is well until its screen is watched.
async fn on_screen(fleet: Fleet, harm: Harm, id: i64, trick: screen::Trick, fate: Fate) {
    let mut watch = fleet.watch(id, PictureKind::Full).expect("attached");
    let ended = watch.ended();
    if fate == Fate::Shown {
        let first = timeout(ABNORMAL_WITHIN, watch.viewer.next()).await;
        let shown = first.is_ok_and(|frame| frame.is_some());
        assert!(shown, "{trick:?}: {:?}", harm.health(id));
        // The screen stays watched until the end of the test, where the link is judged.
        tokio::spawn(async move { while watch.viewer.next().await.is_some() {} });
        return;
    }
    assert!(timeout(ABNORMAL_WITHIN, ended).await.is_ok(), "{trick:?}");
    assert_eq!(harm.broken(id), 0, "{trick:?} is no fault of the link");
}

/// Healthy again, and its screen is shown.
async fn heals(fleet: &Fleet, harm: &Harm, id: i64) {
    let begun = Instant::now();
    let limit = Duration::from_secs(25);
    while !harm.health(id).is_some_and(|health| health.healthy) {
        let stays = harm.health(id);
        assert!(begun.elapsed() < limit, "phone {id} stays {stays:?}");
        sleep(Duration::from_millis(20)).await;
    }
    loop {
        // A session of before may still be on its way out.
        let mut watch = fleet.watch(id, PictureKind::Full).expect("attached");
        if let Ok(Some(_)) = timeout(Duration::from_secs(5), watch.viewer.next()).await {
            return;
        }
        assert!(begun.elapsed() < limit, "phone {id} shows nothing");
        sleep(Duration::from_millis(20)).await;
    }
}

/// Health of each phone as the fleet told it: the newest, and how often the phone sent broken bytes.
#[derive(Clone, Default)]
struct Harm(Arc<Mutex<HashMap<i64, (Health, usize)>>>);

impl Harm {
    fn follow(fleet: &Fleet) -> Self {
        let harm = Self::default();
        let (all, mut events) = (harm.clone(), fleet.health_events());
        tokio::spawn(async move {
            while let Ok(health) = events.recv().await {
                let mut all = all.0.lock().expect("no panic");
                let broken = matches!(health.reason, Some(PhoneFault::BrokenBytes(_)));
                let before = all.get(&health.phone_id).map_or(0, |(_, count)| *count);
                all.insert(health.phone_id, (health, before + usize::from(broken)));
            }
        });
        harm
    }

    fn health(&self, id: i64) -> Option<Health> {
        let all = self.0.lock().expect("no panic");
        all.get(&id).map(|(health, _)| health.clone())
    }

    fn broken(&self, id: i64) -> usize {
        let all = self.0.lock().expect("no panic");
        all.get(&id).map_or(0, |(_, count)| *count)
    }
}

/// Phones that mean no harm are watched all the time; how many of their pictures came.
async fn watch_the_good(fleet: &Fleet, addresses: &[String]) -> Arc<AtomicU64> {
    let seen = Arc::new(AtomicU64::new(0));
    for (id, address) in (0_i64..).zip(addresses) {
        attach(fleet, id, address);
        let mut watch = fleet.watch(id, PictureKind::Full).expect("attached");
        let first = timeout(ABNORMAL_WITHIN, watch.viewer.next()).await;
        assert!(first.is_ok_and(|frame| frame.is_some()), "the first one");
        tokio::spawn(follow(watch, Arc::clone(&seen)));
    }
    seen
}

async fn follow(mut watch: Watch, seen: Arc<AtomicU64>) {
    let mut last = 0;
    while let Some(frame) = watch.viewer.next().await {
        let picture = Picture::parse(&frame.message).expect("a picture");
        assert!(picture.sequence > last, "in order");
        last = picture.sequence;
        seen.fetch_add(1, Ordering::Relaxed);
    }
}

/// How much memory this process holds beyond what it held at first.
struct Memory {
    first: u64,
    most: Arc<AtomicU64>,
}

impl Memory {
    fn watch() -> Self {
        let first = resident_bytes();
        let most = Arc::new(AtomicU64::new(first));
        let seen = Arc::clone(&most);
        std::thread::spawn(move || {
            loop {
                seen.fetch_max(resident_bytes(), Ordering::Relaxed);
                std::thread::sleep(Duration::from_millis(20));
            }
        });
        Self { first, most }
    }

    fn most(&self) -> u64 {
        self.most.load(Ordering::Relaxed).saturating_sub(self.first)
    }
}

fn resident_bytes() -> u64 {
    let text = std::fs::read_to_string("/proc/self/statm").expect("Linux");
    let pages = text.split(' ').nth(1).and_then(|pages| pages.parse().ok());
    let pages: u64 = pages.expect("a number");
    pages * 4096
}
