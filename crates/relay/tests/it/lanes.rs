//! Lanes: what a viewer gets, late, early or slow.

use std::time::Duration;

use futures_util::StreamExt;
use proptest::prelude::*;
use relay::{FRAME_OVERHEAD_BYTES, Relay};
use tokio::time::{Instant, advance};

use crate::{LIMITS, drain, frame, number, ready};

#[tokio::test(start_paused = true)]
async fn a_joiner_gets_the_current_group_of_pictures() {
    let (mut source, relay) = Relay::new(LIMITS);
    for (n, key) in [(0, true), (1, false), (2, true), (3, false)] {
        source.publish(frame(n, key, 100));
    }
    advance(Duration::from_hours(1)).await;
    assert_eq!(
        drain(&mut relay.join()),
        [2, 3],
        "however long the picture has been standing"
    );
}

#[tokio::test(start_paused = true)]
async fn a_joiner_waits_for_a_key_frame_when_the_group_outgrew_the_lane() {
    let (mut source, relay) = Relay::new(LIMITS);
    let cost = 960 + FRAME_OVERHEAD_BYTES;
    let fits = u32::try_from(LIMITS.lane_bytes / cost).expect("small");
    for n in 0..fits {
        source.publish(frame(n, n == 0, 960));
    }
    assert_eq!(
        drain(&mut relay.join()).len(),
        fits as usize,
        "a group that just fits is handed out"
    );
    source.publish(frame(fits, false, 960));
    let mut joiner = relay.join();
    assert_eq!(drain(&mut joiner), [] as [u32; 0]);
    source.publish(frame(100, false, 10));
    assert_eq!(drain(&mut joiner), [] as [u32; 0]);
    source.publish(frame(101, true, 10));
    assert_eq!(drain(&mut joiner), [101]);
    assert_eq!(joiner.dropped(), 1);
}

#[tokio::test(start_paused = true)]
async fn a_viewer_behind_by_age_goes_on_at_a_fresh_key_frame() {
    let (mut source, relay) = Relay::new(LIMITS);
    source.publish(frame(0, true, 100));
    let mut viewer = relay.join();
    assert_eq!(drain(&mut viewer), [0]);
    source.publish(frame(1, false, 100));
    advance(LIMITS.lane_age).await;
    source.publish(frame(2, false, 100));
    assert_eq!(
        ready(&mut viewer).map(|f| number(&f)),
        Some(1),
        "as old as allowed"
    );
    advance(Duration::from_millis(1) + LIMITS.lane_age).await;
    assert_eq!(
        drain(&mut viewer),
        [] as [u32; 0],
        "a millisecond older than allowed"
    );
    source.publish(frame(3, false, 100));
    source.publish(frame(4, true, 100));
    source.publish(frame(5, false, 100));
    assert_eq!(drain(&mut viewer), [4, 5]);
    assert_eq!(viewer.dropped(), 2);
}

#[tokio::test(start_paused = true)]
async fn a_viewer_behind_by_bytes_goes_on_at_a_key_frame_and_the_others_miss_nothing() {
    let (mut source, relay) = Relay::new(LIMITS);
    let (mut quick, mut stuck) = (relay.join(), relay.join());
    let mut seen = Vec::new();
    for n in 0..100 {
        source.publish(frame(n, n % 30 == 0, 200));
        seen.extend(drain(&mut quick));
        assert!(relay.held_bytes() <= LIMITS.lane_bytes);
    }
    assert_eq!(seen, (0..100).collect::<Vec<_>>());
    assert_eq!(drain(&mut stuck), (90..100).collect::<Vec<_>>());
    assert_eq!((quick.dropped(), stuck.dropped()), (0, 90));
}

#[tokio::test(start_paused = true)]
async fn a_standing_picture_is_handed_out_however_late_a_viewer_comes_for_it() {
    let (mut source, relay) = Relay::new(LIMITS);
    let mut viewer = relay.join();
    source.publish(frame(0, true, 100));
    source.publish(frame(1, true, 100));
    advance(Duration::from_mins(1)).await;
    assert_eq!(drain(&mut viewer), [1]);
}

#[tokio::test(start_paused = true)]
async fn a_frame_larger_than_the_lane_still_arrives() {
    let (mut source, relay) = Relay::new(LIMITS);
    let mut viewer = relay.join();
    source.publish(frame(0, true, LIMITS.lane_bytes * 2));
    assert_eq!(drain(&mut viewer), [0]);
    source.publish(frame(1, false, 10));
    assert_eq!(drain(&mut viewer), [1]);
    assert!(relay.held_bytes() <= LIMITS.lane_bytes);
}

#[tokio::test(start_paused = true)]
async fn a_stream_that_begins_anew_is_followed_from_its_key_frame() {
    let (mut source, relay) = Relay::new(LIMITS);
    let mut viewer = relay.join();
    source.publish(frame(0, false, 10));
    assert_eq!(
        drain(&mut viewer),
        [] as [u32; 0],
        "nothing can be decoded before a key frame"
    );
    source.publish(frame(1, true, 10));
    source.publish(frame(2, false, 10));
    source.restart();
    source.publish(frame(3, false, 10));
    assert_eq!(drain(&mut viewer), [] as [u32; 0]);
    source.publish(frame(4, true, 10));
    assert_eq!(drain(&mut viewer), [4]);
    assert_eq!(drain(&mut relay.join()), [4]);
}

#[tokio::test(start_paused = true)]
async fn a_waiting_viewer_is_woken_and_the_end_of_the_source_ends_it() {
    let (mut source, relay) = Relay::new(LIMITS);
    let mut viewer = relay.join();
    let reader = tokio::spawn(async move {
        let first = viewer.next().await.map(|f| number(&f));
        let second = StreamExt::next(&mut viewer).await.map(|f| number(&f));
        (first, second, viewer.next().await)
    });
    tokio::task::yield_now().await;
    source.publish(frame(7, true, 10));
    tokio::task::yield_now().await;
    source.publish(frame(8, false, 10));
    tokio::task::yield_now().await;
    drop(source);
    assert_eq!(reader.await.expect("reader"), (Some(7), Some(8), None));
    assert_eq!(
        ready(&mut relay.join()).map(|f| number(&f)),
        Some(7),
        "what is kept is still read"
    );
}

#[tokio::test(start_paused = true)]
async fn viewers_are_counted() {
    let (source, relay) = Relay::new(LIMITS);
    let count = source.viewers();
    let (a, b) = (relay.join(), relay.join());
    assert_eq!((*count.borrow(), relay.viewers()), (2, 2));
    drop(a);
    assert_eq!(*count.borrow(), 1);
    drop(b);
    assert_eq!(*count.borrow(), 0);
}

#[derive(Debug, Clone)]
enum Step {
    Publish { key: bool, bytes: usize },
    Restart,
    Wait(u64),
    Read { viewer: usize, frames: usize },
    Join,
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let step = prop_oneof![
        8 => (prop::bool::weighted(0.15), 4_usize..1500).prop_map(|(key, bytes)| Step::Publish { key, bytes }),
        1 => Just(Step::Restart),
        3 => (1_u64..400).prop_map(Step::Wait),
        6 => (0_usize..4, 1_usize..8).prop_map(|(viewer, frames)| Step::Read { viewer, frames }),
        1 => Just(Step::Join),
    ];
    prop::collection::vec(step, 1..120)
}

/// Viewer of the relay whose frames are checked as they come.
struct Follower {
    viewer: relay::Viewer,
    joined: Instant,
    last: Option<u32>,
    got: u64,
}

impl Follower {
    /// Reads one frame and checks that it can be decoded and is not too old. `arrivals[n]` tells when n came and whether it is a key.
    fn read(&mut self, arrivals: &[(Instant, bool)]) -> bool {
        let Some(got) = ready(&mut self.viewer) else {
            return false;
        };
        let n = number(&got);
        let (arrived, key) = arrivals[n as usize];
        assert_eq!(key, got.key);
        match self.last {
            None => assert!(key, "it begins with a key frame"),
            Some(last) => assert!(
                n > last && (key || n == last + 1),
                "{n} cannot be decoded after {last}"
            ),
        }
        let standing = key && n as usize + 1 == arrivals.len();
        let age = Instant::now() - arrived.max(self.joined);
        // After a standing picture was fetched late, what follows is counted from then: twice the age at most.
        assert!(standing || age <= LIMITS.lane_age * 2, "{age:?} is too old");
        self.last = Some(n);
        self.got += 1;
        true
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn whatever_happens_lanes_stay_bounded_and_decodable_and_reach_the_newest_key(steps in steps()) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build().expect("runtime");
        runtime.block_on(async {
            let (mut source, relay) = Relay::new(LIMITS);
            let mut followers: Vec<Follower> = Vec::new();
            let mut arrivals: Vec<(Instant, bool)> = Vec::new();
            for step in steps {
                match step {
                    Step::Publish { key, bytes } => {
                        source.publish(frame(u32::try_from(arrivals.len()).expect("few"), key, bytes));
                        arrivals.push((Instant::now(), key));
                        assert!(relay.held_bytes() <= LIMITS.lane_bytes.max(bytes + FRAME_OVERHEAD_BYTES));
                    }
                    Step::Restart => source.restart(),
                    Step::Wait(ms) => advance(Duration::from_millis(ms)).await,
                    Step::Join => followers.push(Follower { viewer: relay.join(), joined: Instant::now(), last: None, got: 0 }),
                    Step::Read { viewer, frames } => {
                        if let Some(follower) = followers.get_mut(viewer) {
                            (0..frames).take_while(|_| follower.read(&arrivals)).count();
                        }
                    }
                }
            }
            let newest = u32::try_from(arrivals.len()).expect("few");
            source.publish(frame(newest, true, 50));
            arrivals.push((Instant::now(), true));
            for follower in &mut followers {
                while follower.read(&arrivals) {}
                assert_eq!(follower.last, Some(newest), "the newest key frame is reached");
                assert!(follower.got + follower.viewer.dropped() <= arrivals.len() as u64);
            }
        });
    }
}
