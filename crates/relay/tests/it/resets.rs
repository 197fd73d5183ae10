//! Requests for key frames: who may cause them, and how often.

use std::time::Duration;

use relay::{JOINER_RESET_SPACING, LAGGARD_RESET_SPACING, Relay, Source};
use tokio::time::{Instant, advance, timeout};

use crate::{LIMITS, drain, frame};

/// How long the next wish for a reset takes; `None` when there is none within a minute.
async fn wish(source: &Source) -> Option<Duration> {
    let start = Instant::now();
    timeout(Duration::from_mins(1), source.resets().wanted())
        .await
        .ok()
        .map(|()| start.elapsed())
}

fn about(actual: Option<Duration>, expected: Duration) {
    let actual = actual.expect("a reset is wanted");
    assert!(
        actual >= expected && actual <= expected + Duration::from_millis(5),
        "{actual:?} is not about {expected:?}"
    );
}

#[tokio::test(start_paused = true)]
async fn a_first_viewer_without_a_picture_causes_a_reset_at_once() {
    let (source, relay) = Relay::new(LIMITS);
    let mut viewer = relay.join();
    drain(&mut viewer);
    about(wish(&source).await, Duration::ZERO);
    assert_eq!(wish(&source).await, None, "one wish is one reset");
}

#[tokio::test(start_paused = true)]
async fn a_viewer_with_a_picture_causes_none() {
    let (mut source, relay) = Relay::new(LIMITS);
    source.publish(frame(0, true, 10));
    drain(&mut relay.join());
    assert_eq!(wish(&source).await, None);
}

#[tokio::test(start_paused = true)]
async fn joiners_that_come_and_go_cause_few_resets() {
    let (source, relay) = Relay::new(LIMITS);
    let mut stays = relay.join();
    drain(&mut stays);
    about(wish(&source).await, Duration::ZERO);
    for _ in 0..1000 {
        drain(&mut relay.join());
    }
    about(wish(&source).await, JOINER_RESET_SPACING);
}

#[tokio::test(start_paused = true)]
async fn laggards_cause_a_reset_once_in_five_seconds() {
    let (mut source, relay) = Relay::new(LIMITS);
    let mut viewer = relay.join();
    for round in 0..3 {
        source.publish(frame(round * 2, true, 100));
        assert_eq!(drain(&mut viewer), [round * 2]);
        source.publish(frame(round * 2 + 1, false, 100));
        advance(LIMITS.lane_age + Duration::from_millis(1)).await;
        assert_eq!(drain(&mut viewer), [] as [u32; 0]);
        let spacing =
            LAGGARD_RESET_SPACING.saturating_sub(LIMITS.lane_age + Duration::from_millis(1));
        let expected = if round == 0 { Duration::ZERO } else { spacing };
        about(wish(&source).await, expected);
    }
}

#[tokio::test(start_paused = true)]
async fn a_key_frame_that_comes_by_itself_takes_the_wish_back() {
    let (mut source, relay) = Relay::new(LIMITS);
    relay.want_key();
    about(wish(&source).await, Duration::ZERO);
    relay.want_key();
    source.publish(frame(0, true, 10));
    assert_eq!(wish(&source).await, None);
}

#[tokio::test(start_paused = true)]
async fn a_stream_that_just_began_is_not_reset_for_its_first_picture() {
    let (mut source, relay) = Relay::new(LIMITS);
    let mut viewer = relay.join();
    source.restart();
    drain(&mut viewer);
    about(wish(&source).await, JOINER_RESET_SPACING);

    advance(Duration::from_hours(1)).await;
    source.restart();
    relay.want_key();
    about(wish(&source).await, JOINER_RESET_SPACING);
}

#[tokio::test(start_paused = true)]
async fn nobody_left_means_nothing_wanted() {
    let (source, relay) = Relay::new(LIMITS);
    let mut viewer = relay.join();
    drain(&mut viewer);
    drop(viewer);
    assert_eq!(wish(&source).await, None);
}
