//! What the desk keeps and leaves out; no other door shows a queue that nobody empties.

use super::*;

fn desk() -> Desk {
    let desk = Desk::default();
    desk.set_open(true);
    desk.grant(1);
    assert_eq!(desk.lock().pop(), Some(Order::Release));
    desk
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

fn rest(desk: &Desk) -> Vec<Order> {
    std::iter::from_fn(|| desk.lock().pop()).collect()
}

#[test]
fn inputs_of_another_epoch_are_refused_and_a_new_epoch_forgets_what_waits() {
    let desk = desk();
    assert_eq!(
        desk.put(2, None, &Input::Rotate),
        Err(InputRefused::NotController)
    );
    assert_eq!(desk.put(1, None, &touch(TouchAction::Down, 0, 0)), Ok(()));
    desk.grant(1);
    assert_eq!(
        desk.lock().queue.len(),
        1,
        "the same epoch again changes nothing"
    );
    desk.grant(2);
    assert_eq!(
        desk.put(1, None, &Input::Rotate),
        Err(InputRefused::NotController)
    );
    assert_eq!(rest(&desk), [Order::Release]);
    desk.grant(1);
    desk.revoke(1);
    assert_eq!(
        desk.put(2, None, &Input::Rotate),
        Ok(()),
        "an older controller's going changes nothing"
    );
    desk.revoke(2);
    assert_eq!(
        desk.put(2, None, &Input::Rotate),
        Err(InputRefused::NotController)
    );
}

#[test]
fn a_closed_screen_takes_no_input() {
    let desk = desk();
    desk.set_open(false);
    assert_eq!(
        desk.put(1, None, &Input::Rotate),
        Err(InputRefused::NoScreen)
    );
}

#[test]
fn what_does_not_act_on_the_phone_is_refused() {
    assert_eq!(
        desk().put(1, None, &Input::Stay),
        Err(InputRefused::NotAnAction)
    );
}

#[test]
fn an_eleventh_finger_is_refused() {
    let desk = desk();
    for pointer in 0..POINTERS_MAX as u32 {
        assert_eq!(
            desk.put(1, None, &touch(TouchAction::Down, pointer, 0)),
            Ok(())
        );
    }
    assert_eq!(
        desk.put(1, None, &touch(TouchAction::Down, 99, 0)),
        Err(InputRefused::TooManyPointers)
    );
    assert_eq!(desk.put(1, None, &touch(TouchAction::Up, 3, 0)), Ok(()));
    assert_eq!(desk.put(1, None, &touch(TouchAction::Down, 99, 0)), Ok(()));
}

#[test]
fn consecutive_moves_of_a_finger_become_the_newest() {
    let desk = desk();
    for input in [
        touch(TouchAction::Down, 0, 1),
        touch(TouchAction::Move, 0, 2),
        touch(TouchAction::Move, 0, 3),
        touch(TouchAction::Up, 0, 4),
    ] {
        assert_eq!(desk.put(1, None, &input), Ok(()));
    }
    let expected = [
        touch(TouchAction::Down, 0, 1),
        touch(TouchAction::Move, 0, 3),
        touch(TouchAction::Up, 0, 4),
    ];
    assert_eq!(rest(&desk), expected.map(|input| Order::Do(input, None)));
}

#[test]
fn moves_give_way_and_a_release_is_never_lost() {
    let desk = desk();
    desk.put(1, None, &touch(TouchAction::Down, 0, 0))
        .expect("room");
    desk.put(1, None, &touch(TouchAction::Down, 1, 0))
        .expect("room");
    desk.put(1, None, &key(KeyAction::Down, 29)).expect("room");
    let mut x = 0;
    while desk.lock().queue.len() < QUEUE_MAX {
        x += 1;
        desk.put(1, None, &touch(TouchAction::Move, u32::from(x % 2), x))
            .expect("room");
    }
    let last_finger = u32::from(x % 2);
    desk.put(1, None, &touch(TouchAction::Move, 1 - last_finger, 9999))
        .expect("left out");
    assert!(
        !rest_has(&desk, 9999),
        "a move that finds no room is left out"
    );
    let moves = QUEUE_MAX - 3;
    for _ in 0..moves {
        assert_eq!(desk.put(1, None, &Input::Rotate), Ok(()), "moves give way");
    }
    assert_eq!(desk.put(1, None, &Input::Rotate), Err(InputRefused::Busy));
    assert_eq!(
        desk.put(1, None, &Input::Text("a".into())),
        Err(InputRefused::Busy)
    );
    assert_eq!(
        desk.put(1, None, &touch(TouchAction::Down, 5, 0)),
        Err(InputRefused::Busy)
    );
    let releases = [
        touch(TouchAction::Up, 0, 0),
        touch(TouchAction::Cancel, 1, 0),
        key(KeyAction::Up, 29),
    ];
    for release in &releases {
        assert_eq!(desk.put(1, None, release), Ok(()));
    }
    assert_eq!(
        desk.put(1, None, &touch(TouchAction::Up, 5, 0)),
        Ok(()),
        "the release of what was refused is of no consequence"
    );
    let all = rest(&desk);
    assert_eq!(all.len(), QUEUE_MAX + releases.len());
    assert_eq!(
        all[QUEUE_MAX..],
        releases.map(|input| Order::Do(input, None))
    );
}

fn rest_has(desk: &Desk, wanted: u16) -> bool {
    desk.lock()
        .queue
        .iter()
        .any(|order| matches!(order, Order::Do(Input::Touch { x, .. }, _) if *x == wanted))
}

#[test]
fn waiting_text_is_bounded_in_bytes() {
    let desk = desk();
    let longest = Input::Paste("x".repeat(TEXT_MAX_BYTES));
    assert_eq!(
        desk.put(1, None, &Input::Text("x".repeat(TEXT_MAX_BYTES + 1))),
        Err(InputRefused::TooLong)
    );
    for _ in 0..QUEUE_TEXT_MAX_BYTES / TEXT_MAX_BYTES {
        assert_eq!(desk.put(1, None, &longest), Ok(()));
    }
    assert_eq!(
        desk.put(1, None, &Input::Text("x".into())),
        Err(InputRefused::Busy)
    );
    desk.lock().pop();
    assert_eq!(desk.put(1, None, &longest), Ok(()));
}

#[test]
fn texts_that_wait_become_one_where_both_can_be_typed_and_nothing_is_between() {
    let desk = desk();
    let text = |text: &str| Input::Text(text.to_owned());
    for _ in 0..QUEUE_MAX * 4 {
        assert_eq!(desk.put(1, None, &text("a")), Ok(()), "no letter is lost");
    }
    let others = [
        text("你"),
        text("b"),
        Input::Paste("c".to_owned()),
        text("d"),
    ];
    for other in &others {
        assert_eq!(desk.put(1, None, other), Ok(()));
    }
    assert_eq!(desk.put(1, None, &text("e")), Ok(()));
    let bytes = desk.lock().text_bytes;
    assert_eq!(bytes, QUEUE_MAX * 4 + "你bcde".len());
    let [chinese, b, paste, _] = others;
    let expected = [
        text(&"a".repeat(QUEUE_MAX * 4)),
        chinese,
        b,
        paste,
        text("de"),
    ];
    assert_eq!(rest(&desk), expected.map(|input| Order::Do(input, None)));
    assert_eq!(desk.lock().text_bytes, 0);
}

#[test]
fn a_text_that_waits_grows_no_longer_than_one_may_be() {
    let desk = desk();
    let longest = Input::Text("x".repeat(TEXT_MAX_BYTES));
    assert_eq!(desk.put(1, None, &longest), Ok(()));
    assert_eq!(desk.put(1, None, &Input::Text("y".into())), Ok(()));
    let expected = [longest, Input::Text("y".into())];
    assert_eq!(rest(&desk), expected.map(|input| Order::Do(input, None)));
}
