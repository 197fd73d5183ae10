//! Bounds and order of the queue; no public interface shows a queue that nobody empties.

mod age;

use std::sync::Arc;

use domain::play::{CLIPBOARD_SET_MAX_BYTES, KeyAction, POINTERS_MAX, TEXT_MAX_BYTES, TouchAction};

use super::waiting::{KEYS_MAX, REPEATS_MAX};
use super::*;

fn queue() -> InputQueue {
    let queue = InputQueue::default();
    queue.set_open(true);
    queue.grant(1);
    assert_eq!(pop(&queue), Some(Command::Release));
    queue
}

fn touch(action: TouchAction, pointer: u32, x: u16) -> Input {
    Input::Touch {
        action,
        pointer,
        x,
        y: 0,
        pressure: 1,
    }
}

fn key(action: KeyAction, keycode: u16) -> Input {
    Input::Key {
        action,
        keycode,
        repeat: 0,
        meta: 0,
    }
}

fn pop(queue: &InputQueue) -> Option<Command> {
    queue.lock().waiting.pop()
}

fn rest(queue: &InputQueue) -> Vec<Command> {
    std::iter::from_fn(|| pop(queue)).collect()
}

#[tokio::test(start_paused = true)]
async fn inputs_of_another_epoch_are_refused_and_a_new_epoch_forgets_what_waits() {
    let queue = queue();
    assert_eq!(
        queue.put(2, None, &Input::Rotate),
        Err(InputRefused::NotController)
    );
    assert_eq!(queue.put(1, None, &touch(TouchAction::Down, 0, 0)), Ok(()));
    queue.grant(1);
    assert_eq!(
        queue.lock().waiting.len(),
        1,
        "the same epoch again changes nothing"
    );
    queue.grant(2);
    assert_eq!(
        queue.put(1, None, &Input::Rotate),
        Err(InputRefused::NotController)
    );
    assert_eq!(rest(&queue), [Command::Release]);
    queue.grant(1);
    queue.revoke(1);
    assert_eq!(
        queue.put(2, None, &Input::Rotate),
        Ok(()),
        "an older controller's going changes nothing"
    );
    queue.revoke(2);
    assert_eq!(
        queue.put(2, None, &Input::Rotate),
        Err(InputRefused::NotController)
    );
}

#[tokio::test(start_paused = true)]
async fn a_closed_screen_takes_no_input() {
    let queue = queue();
    queue.set_open(false);
    assert_eq!(
        queue.put(1, None, &Input::Rotate),
        Err(InputRefused::NoScreen)
    );
}

#[tokio::test(start_paused = true)]
async fn what_the_phone_forbids_one_epoch_the_next_may_try() {
    let queue = queue();
    let access = queue.access();
    let barred = InputAccess::Barred(ScreenCause::NoInputRight);
    queue.set_access(barred);
    assert_eq!(
        queue.put(1, None, &Input::Rotate),
        Err(InputRefused::Forbidden)
    );
    queue.grant(1);
    assert_eq!(*access.borrow(), barred, "the same one");
    queue.grant(2);
    assert_eq!(*access.borrow(), InputAccess::default());
    assert_eq!(queue.put(2, None, &Input::Rotate), Ok(()));
    queue.set_access(barred);
    queue.set_open(true);
    assert_eq!(queue.put(2, None, &Input::Rotate), Ok(()));
}

#[tokio::test(start_paused = true)]
async fn nothing_is_taken_while_another_way_is_tried_and_everything_when_it_is_there() {
    let queue = queue();
    queue.set_access(InputAccess::Open(InputMethod::Switching));
    assert_eq!(
        queue.put(1, None, &Input::Rotate),
        Err(InputRefused::Forbidden)
    );
    queue.set_access(InputAccess::Open(InputMethod::Devices));
    assert_eq!(queue.put(1, None, &Input::Rotate), Ok(()));
    queue.grant(2);
    assert_eq!(
        *queue.access().borrow(),
        InputAccess::Open(InputMethod::Devices),
        "it stays for whoever comes next"
    );
}

#[tokio::test(start_paused = true)]
async fn an_eleventh_finger_is_refused() {
    let queue = queue();
    for pointer in 0..POINTERS_MAX as u32 {
        assert_eq!(
            queue.put(1, None, &touch(TouchAction::Down, pointer, 0)),
            Ok(())
        );
    }
    assert_eq!(
        queue.put(1, None, &touch(TouchAction::Down, 99, 0)),
        Err(InputRefused::TooManyPointers)
    );
    assert_eq!(queue.put(1, None, &touch(TouchAction::Up, 3, 0)), Ok(()));
    assert_eq!(queue.put(1, None, &touch(TouchAction::Down, 99, 0)), Ok(()));
}

#[tokio::test(start_paused = true)]
async fn consecutive_moves_of_a_finger_become_the_newest() {
    let queue = queue();
    for input in [
        touch(TouchAction::Down, 0, 1),
        touch(TouchAction::Move, 0, 2),
        touch(TouchAction::Move, 0, 3),
        touch(TouchAction::Up, 0, 4),
    ] {
        assert_eq!(queue.put(1, None, &input), Ok(()));
    }
    let expected = [
        touch(TouchAction::Down, 0, 1),
        touch(TouchAction::Move, 0, 3),
        touch(TouchAction::Up, 0, 4),
    ];
    assert_eq!(
        rest(&queue),
        expected.map(|input| Command::Input(input, None))
    );
}

#[tokio::test(start_paused = true)]
async fn moves_of_several_fingers_become_the_newest_of_each() {
    let queue = queue();
    for pointer in 0..2 {
        let down = touch(TouchAction::Down, pointer, 0);
        queue.put(1, None, &down).expect("room");
    }
    for x in 1..=QUEUE_MAX as u16 {
        for pointer in 0..2 {
            let moved = touch(TouchAction::Move, pointer, x);
            assert_eq!(queue.put(1, None, &moved), Ok(()));
        }
    }
    let turned = touch(TouchAction::Move, 0, 7);
    assert_eq!(queue.put(1, Some(Orientation::Landscape), &turned), Ok(()));
    let expected = [
        Command::Input(touch(TouchAction::Down, 0, 0), None),
        Command::Input(touch(TouchAction::Down, 1, 0), None),
        Command::Input(touch(TouchAction::Move, 0, QUEUE_MAX as u16), None),
        Command::Input(touch(TouchAction::Move, 1, QUEUE_MAX as u16), None),
        Command::Input(turned, Some(Orientation::Landscape)),
    ];
    assert_eq!(
        rest(&queue),
        expected,
        "what was seen on another picture is another move"
    );
}

#[tokio::test(start_paused = true)]
async fn turns_of_the_wheel_are_added_up_and_none_is_lost() {
    let queue = queue();
    let scroll = |x, vertical| Input::Scroll {
        x,
        y: 5,
        horizontal: -1,
        vertical,
    };
    let turns = i32::try_from(QUEUE_MAX * 4).expect("few");
    for _ in 0..turns {
        assert_eq!(queue.put(1, None, &scroll(1, 256)), Ok(()));
    }
    assert_eq!(queue.put(1, None, &scroll(9, -256)), Ok(()));
    let turned: i32 = rest(&queue)
        .iter()
        .map(|command| match command {
            Command::Input(Input::Scroll { vertical, .. }, _) => {
                assert!(vertical.abs() <= 16 * 256, "one message carries it");
                i32::from(*vertical)
            }
            other => panic!("{other:?}"),
        })
        .sum();
    assert_eq!(turned, (turns - 1) * 256);
    for orientation in [Orientation::Portrait, Orientation::Landscape] {
        queue
            .put(1, Some(orientation), &scroll(1, 256))
            .expect("room");
    }
    assert_eq!(rest(&queue).len(), 2, "another picture, another turn");
}

#[tokio::test(start_paused = true)]
async fn each_repeat_of_a_held_key_waits_and_beyond_a_second_of_them_only_the_newest() {
    let queue = queue();
    let held = |repeat| Input::Key {
        action: KeyAction::Down,
        keycode: 67,
        repeat,
        meta: 0,
    };
    let most = REPEATS_MAX as u16;
    for repeat in 0..=most + 1 {
        assert_eq!(queue.put(1, None, &held(repeat)), Ok(()));
        let waits = usize::from(repeat.min(most)) + 1;
        assert_eq!(queue.lock().waiting.len(), waits, "after {repeat} repeats");
    }
    let up = key(KeyAction::Up, 67);
    assert_eq!(queue.put(1, None, &up), Ok(()));
    let expected = (0..most).map(held).chain([held(most + 1), up]);
    let expected: Vec<Command> = expected.map(|input| Command::Input(input, None)).collect();
    assert_eq!(rest(&queue), expected);
}

#[tokio::test(start_paused = true)]
async fn moves_give_way_where_a_finger_is_stays_known_and_a_release_is_never_lost() {
    let queue = queue();
    for pointer in 0..2 {
        let down = touch(TouchAction::Down, pointer, 0);
        queue.put(1, None, &down).expect("room");
    }
    queue.put(1, None, &key(KeyAction::Down, 29)).expect("room");
    let mut x = 0;
    while queue.lock().waiting.len() < QUEUE_MAX - 1 {
        x += 1;
        // Something between two moves keeps them apart.
        queue
            .put(1, None, &touch(TouchAction::Move, 0, x))
            .expect("room");
        queue.put(1, None, &Input::Rotate).expect("room");
    }
    while queue.put(1, None, &Input::Rotate).is_ok() {}
    assert_eq!(queue.lock().waiting.len(), QUEUE_MAX);
    assert_eq!(
        moves(&queue),
        [(0, x)],
        "the last place of the finger is what is left of its way"
    );
    for refused in [
        Input::Rotate,
        Input::Text("a".into()),
        Input::Paste("a".into()),
        touch(TouchAction::Down, 5, 0),
        key(KeyAction::Down, 30),
    ] {
        assert_eq!(queue.put(1, None, &refused), Err(InputRefused::Busy));
    }
    for x in [500, 600] {
        for pointer in 0..2 {
            let moved = touch(TouchAction::Move, pointer, x);
            assert_eq!(queue.put(1, None, &moved), Ok(()));
        }
    }
    assert_eq!(moves(&queue), [(0, 600), (1, 600)]);
    let releases = [
        touch(TouchAction::Up, 0, 0),
        touch(TouchAction::Cancel, 1, 0),
        key(KeyAction::Up, 29),
    ];
    for release in &releases {
        assert_eq!(queue.put(1, None, release), Ok(()));
    }
    for never in [touch(TouchAction::Up, 5, 0), key(KeyAction::Up, 30)] {
        assert_eq!(
            queue.put(1, None, &never),
            Ok(()),
            "the release of what was refused is of no consequence"
        );
    }
    let all = rest(&queue);
    assert!(all.len() <= QUEUE_MAX + POINTERS_MAX + releases.len());
    assert_eq!(
        all[all.len() - releases.len()..],
        releases.map(|input| Command::Input(input, None))
    );
}

/// The moves that wait, each with its finger and place.
fn moves(queue: &InputQueue) -> Vec<(u32, u16)> {
    let state = queue.lock();
    let found = state
        .waiting
        .commands()
        .filter_map(|command| match command {
            Command::Input(
                Input::Touch {
                    action: TouchAction::Move,
                    pointer,
                    x,
                    ..
                },
                _,
            ) => Some((*pointer, *x)),
            _ => None,
        });
    found.collect()
}

#[tokio::test(start_paused = true)]
async fn a_seventeenth_key_is_refused_and_its_release_means_nothing() {
    let queue = queue();
    for keycode in 0..KEYS_MAX as u16 {
        assert_eq!(queue.put(1, None, &key(KeyAction::Down, keycode)), Ok(()));
    }
    let more = KEYS_MAX as u16;
    assert_eq!(
        queue.put(1, None, &key(KeyAction::Down, more)),
        Err(InputRefused::Busy)
    );
    assert_eq!(queue.put(1, None, &key(KeyAction::Up, more)), Ok(()));
    assert_eq!(rest(&queue).len(), KEYS_MAX);
}

#[tokio::test(start_paused = true)]
async fn how_long_the_oldest_input_waits_is_known_to_who_controls_the_phone() {
    let queue = queue();
    // Short enough for nothing to be left out.
    let step = Duration::from_millis(500);
    tokio::time::advance(step).await;
    assert_eq!(queue.oldest_pending_age(1), Duration::ZERO, "nothing waits");
    queue
        .put(1, None, &touch(TouchAction::Down, 0, 0))
        .expect("room");
    for x in 0..2 {
        tokio::time::advance(step).await;
        queue
            .put(1, None, &touch(TouchAction::Move, 0, x))
            .expect("room");
    }
    assert_eq!(queue.oldest_pending_age(1), step * 2);
    assert_eq!(
        queue.oldest_pending_age(2),
        Duration::ZERO,
        "another epoch has nothing there"
    );
    pop(&queue);
    assert_eq!(
        queue.oldest_pending_age(1),
        step,
        "moves that joined count from the first"
    );
    pop(&queue);
    assert_eq!(queue.oldest_pending_age(1), Duration::ZERO);
}

#[tokio::test(start_paused = true)]
async fn waiting_text_is_bounded_in_bytes() {
    let queue = queue();
    let longest = Input::Paste("x".repeat(TEXT_MAX_BYTES).into());
    assert_eq!(
        queue.put(1, None, &Input::Text("x".repeat(TEXT_MAX_BYTES + 1))),
        Err(InputRefused::TooLong)
    );
    for _ in 0..QUEUE_TEXT_MAX_BYTES / TEXT_MAX_BYTES {
        assert_eq!(queue.put(1, None, &longest), Ok(()));
    }
    assert_eq!(
        queue.put(1, None, &Input::Text("x".into())),
        Err(InputRefused::Busy)
    );
    pop(&queue);
    assert_eq!(queue.put(1, None, &longest), Ok(()));
}

#[tokio::test(start_paused = true)]
async fn a_paste_is_as_long_as_a_clipboard_and_no_longer() {
    let queue = queue();
    let paste = |bytes| Input::Paste("x".repeat(bytes).into());
    let longest = paste(CLIPBOARD_SET_MAX_BYTES);
    assert_eq!(
        queue.put(1, None, &paste(CLIPBOARD_SET_MAX_BYTES + 1)),
        Err(InputRefused::TooLong)
    );
    assert_eq!(queue.put(1, None, &longest), Ok(()));
    assert_eq!(queue.put(1, None, &longest), Err(InputRefused::Busy));
    assert_eq!(rest(&queue), [Command::Input(longest, None)]);
}

#[tokio::test(start_paused = true)]
async fn a_paste_for_many_phones_waits_for_all_of_them_and_is_there_once() {
    let text: Arc<str> = "x".repeat(CLIPBOARD_SET_MAX_BYTES).into();
    let paste = Input::Paste(Arc::clone(&text));
    let queues = [queue(), queue(), queue()];
    for queue in &queues {
        assert_eq!(queue.put(1, None, &paste), Ok(()));
    }
    // The test's own, the input's, and one for each phone: all of the same bytes.
    assert_eq!(Arc::strong_count(&text), 2 + queues.len());
    for queue in &queues {
        pop(queue);
    }
    assert_eq!(Arc::strong_count(&text), 2);
}

#[tokio::test(start_paused = true)]
async fn texts_that_wait_become_one_where_both_can_be_typed_and_nothing_is_between() {
    let queue = queue();
    let text = |text: &str| Input::Text(text.to_owned());
    for _ in 0..QUEUE_MAX * 4 {
        assert_eq!(queue.put(1, None, &text("a")), Ok(()), "no letter is lost");
    }
    let others = [text("你"), text("b"), Input::Paste("c".into()), text("d")];
    for other in &others {
        assert_eq!(queue.put(1, None, other), Ok(()));
    }
    assert_eq!(queue.put(1, None, &text("e")), Ok(()));
    let bytes = queue.lock().waiting.text_bytes();
    assert_eq!(bytes, QUEUE_MAX * 4 + "你bcde".len());
    let [chinese, b, paste, _] = others;
    let expected = [
        text(&"a".repeat(QUEUE_MAX * 4)),
        chinese,
        b,
        paste,
        text("de"),
    ];
    assert_eq!(
        rest(&queue),
        expected.map(|input| Command::Input(input, None))
    );
    assert_eq!(queue.lock().waiting.text_bytes(), 0);
}

#[tokio::test(start_paused = true)]
async fn a_text_that_waits_grows_no_longer_than_one_may_be() {
    let queue = queue();
    let longest = Input::Text("x".repeat(TEXT_MAX_BYTES));
    assert_eq!(queue.put(1, None, &longest), Ok(()));
    assert_eq!(queue.put(1, None, &Input::Text("y".into())), Ok(()));
    let expected = [longest, Input::Text("y".into())];
    assert_eq!(
        rest(&queue),
        expected.map(|input| Command::Input(input, None))
    );
}
