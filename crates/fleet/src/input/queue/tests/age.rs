//! Inputs that wait too long.

use tokio::time::advance;

use super::*;

const SECOND: Duration = Duration::from_secs(1);
const MOMENT: Duration = Duration::from_millis(1);

#[tokio::test(start_paused = true)]
async fn what_waits_longer_than_a_second_is_dropped_and_counted_but_lifts_are_not() {
    let queue = queue();
    let told = [
        touch(TouchAction::Down, 0, 0),
        touch(TouchAction::Move, 0, 1),
        key(KeyAction::Down, 29),
        Input::Rotate,
        Input::Scroll {
            x: 0,
            y: 0,
            horizontal: 0,
            vertical: 1,
        },
    ];
    let lifts = [touch(TouchAction::Up, 0, 2), key(KeyAction::Up, 29)];
    for input in told.iter().chain(&lifts) {
        assert_eq!(queue.put(1, None, input), Ok(()));
    }
    advance(SECOND).await;
    assert_eq!(queue.dropped(1), 0, "a second is not longer than one");
    advance(MOMENT).await;
    assert_eq!(queue.dropped(2), 0, "another epoch lost nothing");
    assert_eq!(queue.dropped(1), told.len() as u64);
    advance(SECOND * 60).await;
    let expected = lifts.map(|input| Command::Input(input, None));
    for command in expected {
        assert_eq!(queue.pop(), Some(command));
    }
    assert_eq!(queue.pop(), None);
    queue.grant(2);
    assert_eq!(queue.dropped(2), 0, "the next one lost nothing either");
}

#[tokio::test(start_paused = true)]
async fn what_waits_in_vain_takes_nobodys_place_and_what_joins_is_as_new_as_its_newest_part() {
    let queue = queue();
    while queue.put(1, None, &Input::Rotate).is_ok() {}
    assert_eq!(queue.dropped(1), 1, "the one for which there was no room");
    advance(SECOND + MOMENT).await;
    assert_eq!(queue.put(1, None, &key(KeyAction::Down, 29)), Ok(()));
    assert_eq!(queue.dropped(1), 1 + QUEUE_MAX as u64);
    let moved = |x| touch(TouchAction::Move, 0, x);
    queue
        .put(1, None, &touch(TouchAction::Down, 0, 0))
        .expect("room");
    queue.put(1, None, &moved(1)).expect("room");
    advance(SECOND).await;
    queue.put(1, None, &moved(2)).expect("room");
    advance(MOMENT).await;
    assert_eq!(queue.pop(), Some(Command::Input(moved(2), None)));
    assert_eq!(queue.pop(), None);
}

#[tokio::test(start_paused = true)]
async fn a_text_waits_for_those_before_it_and_so_does_everything_where_each_input_takes_its_time() {
    let queue = queue();
    for text in ["你", "好"] {
        queue
            .put(1, None, &Input::Paste(text.into()))
            .expect("room");
    }
    advance(SECOND * 10).await;
    assert_eq!(queue.dropped(1), 0);
    assert!(queue.pop().is_some());
    advance(MOMENT).await;
    assert_eq!(queue.dropped(1), 1);
    assert_eq!(queue.lock().waiting.text_bytes(), 0);

    queue.set_slow(true);
    queue.put(1, None, &Input::Rotate).expect("room");
    advance(SECOND * 10).await;
    assert_eq!(queue.pop(), Some(Command::Input(Input::Rotate, None)));
}

#[tokio::test(start_paused = true)]
async fn a_phone_that_does_nothing_lags_by_the_oldest_of_what_was_done_until_it_has_caught_up() {
    let queue = queue();
    for _ in 0..14 {
        queue.put(1, None, &Input::Rotate).expect("room");
        advance(SECOND).await;
    }
    assert_eq!(
        (queue.lag(1), queue.oldest_pending_age(1)),
        (SECOND * 14, SECOND * 14)
    );
    assert_eq!(queue.dropped(1), 13);
    assert!(queue.pop().is_some());
    queue.done();
    assert_eq!(queue.pop(), None);
    assert_eq!(queue.oldest_pending_age(1), Duration::ZERO);
    assert!(queue.lag(1) <= SECOND);
}

#[tokio::test(start_paused = true)]
async fn what_was_pressed_is_lifted_whatever_became_of_the_way() {
    let queue = queue();
    queue
        .put(1, None, &touch(TouchAction::Down, 0, 0))
        .expect("room");
    queue.set_access(InputAccess::Open(InputMethod::Switching));
    let up = touch(TouchAction::Up, 0, 0);
    assert_eq!(queue.put(1, None, &up), Ok(()));
    assert_eq!(rest(&queue).last(), Some(&Command::Input(up, None)));
}

#[tokio::test(start_paused = true)]
async fn whoever_waits_for_a_controller_hears_of_one() {
    let queue = InputQueue::default();
    let heard = |queue: &InputQueue| {
        let controlled = std::pin::pin!(queue.controlled());
        let mut nobody = std::task::Context::from_waker(std::task::Waker::noop());
        controlled.poll(&mut nobody).is_ready()
    };
    assert!(!heard(&queue));
    queue.grant(1);
    assert!(heard(&queue));
    queue.revoke(1);
    assert!(!heard(&queue));
}
