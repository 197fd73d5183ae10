//! Inputs: whose act on the phone, what they become there, and that nothing stays pressed.

mod clipboard;
mod devices;
mod stalls;

use std::time::Duration;

use domain::play::{Input, KeyAction, Size, TouchAction};
use eventually::eventually;
use fleet::{Fleet, InputRefused, PictureKind, QUEUE_MAX, Timing, Watch};
use phone_wire::control::{self, ControlMessage, Position};

use crate::stand_in::{Act, Manner, StandIn};
use crate::{one_phone, one_phone_with, soon, timing};

const EPOCH: u32 = 7;

/// A phone whose full screen runs and is controlled under [`EPOCH`].
async fn controlled() -> (Fleet, StandIn, Watch) {
    controlled_with(timing()).await
}

async fn controlled_with(timing: Timing) -> (Fleet, StandIn, Watch) {
    let (fleet, mut phone) = one_phone_with(timing).await;
    let mut watch = fleet.watch(1, PictureKind::Full).expect("attached");
    soon(watch.viewer.next()).await.expect("a picture");
    fleet.grant_control(1, EPOCH).expect("attached");
    phone.started().await;
    (fleet, phone, watch)
}

fn send(fleet: &Fleet, input: &Input) {
    assert_eq!(fleet.input(1, EPOCH, input), Ok(()), "{input:?}");
}

fn touch(action: TouchAction, pointer: u32, x: u16, y: u16) -> Input {
    Input::Touch {
        action,
        pointer,
        x,
        y,
        pressure: 0xffff,
    }
}

fn key(action: KeyAction, keycode: u16) -> Input {
    Input::Key {
        action,
        keycode,
        repeat: 0,
        meta: 1,
    }
}

fn at(x: i32, y: i32) -> Position {
    Position {
        x,
        y,
        width: 720,
        height: 1280,
    }
}

fn touched(action: control::TouchAction, pointer: u64, position: Position) -> ControlMessage {
    let pressure = if matches!(
        action,
        control::TouchAction::Down | control::TouchAction::Move
    ) {
        0xffff
    } else {
        0
    };
    ControlMessage::InjectTouch {
        action,
        pointer,
        position,
        pressure,
        action_button: 0,
        buttons: 0,
    }
}

fn keyed(action: control::KeyAction, keycode: u32, meta: u32) -> ControlMessage {
    ControlMessage::InjectKeycode {
        action,
        keycode,
        repeat: 0,
        meta,
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn touches_keys_and_wheel_are_mapped_to_the_phone() {
    let (fleet, mut phone, _watch) = controlled().await;
    let max = u16::MAX;
    send(&fleet, &touch(TouchAction::Down, 3, 0, 0));
    send(&fleet, &touch(TouchAction::Up, 3, max, max));
    send(&fleet, &key(KeyAction::Down, 29));
    send(&fleet, &key(KeyAction::Up, 29));
    send(
        &fleet,
        &Input::Scroll {
            x: max,
            y: 0,
            horizontal: 0,
            vertical: -256,
        },
    );
    send(&fleet, &Input::Rotate);
    let expected = [
        touched(control::TouchAction::Down, 3, at(0, 0)),
        touched(control::TouchAction::Up, 3, at(719, 1279)),
        keyed(control::KeyAction::Down, 29, 1),
        keyed(control::KeyAction::Up, 29, 1),
        ControlMessage::InjectScroll {
            position: at(719, 0),
            horizontal: 0,
            vertical: -0x0800,
            buttons: 0,
        },
        ControlMessage::RotateDevice,
    ];
    for message in expected {
        assert_eq!(phone.control().await, message);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn only_the_granted_epoch_acts() {
    let (fleet, phone) = one_phone().await;
    assert_eq!(
        fleet.input(2, EPOCH, &Input::Rotate),
        Err(InputRefused::UnknownPhone)
    );
    assert_eq!(
        fleet.input(1, EPOCH, &Input::Rotate),
        Err(InputRefused::NotController)
    );
    fleet.grant_control(1, EPOCH).expect("attached");
    assert_eq!(
        fleet.input(1, EPOCH, &Input::Rotate),
        Err(InputRefused::NoScreen)
    );
    drop((fleet, phone));

    let (fleet, mut phone, _watch) = controlled().await;
    assert_eq!(
        fleet.input(1, EPOCH + 1, &Input::Rotate),
        Err(InputRefused::NotController)
    );
    fleet.grant_control(1, EPOCH + 1).expect("attached");
    assert_eq!(
        fleet.input(1, EPOCH, &key(KeyAction::Down, 29)),
        Err(InputRefused::NotController)
    );
    assert_eq!(fleet.input(1, EPOCH + 1, &Input::Rotate), Ok(()));
    assert_eq!(
        phone.control().await,
        ControlMessage::RotateDevice,
        "and nothing before it"
    );
    fleet.revoke_control(1, EPOCH + 1).expect("attached");
    assert_eq!(
        fleet.input(1, EPOCH + 1, &Input::Rotate),
        Err(InputRefused::NotController)
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_held_is_released_when_the_controller_changes_or_goes() {
    let (fleet, mut phone, _watch) = controlled().await;
    for end in [None, Some(EPOCH + 1)] {
        fleet.grant_control(1, EPOCH).expect("attached");
        send(&fleet, &touch(TouchAction::Down, 1, 0, 0));
        send(&fleet, &touch(TouchAction::Down, 2, 0, 0));
        send(&fleet, &key(KeyAction::Down, 59));
        for _ in 0..3 {
            phone.control().await;
        }
        match end {
            Some(epoch) => fleet.grant_control(1, epoch).expect("attached"),
            None => fleet.revoke_control(1, EPOCH).expect("attached"),
        }
        let expected = [
            touched(control::TouchAction::Cancel, 1, at(0, 0)),
            touched(control::TouchAction::Up, 1, at(0, 0)),
            touched(control::TouchAction::Up, 2, at(0, 0)),
            keyed(control::KeyAction::Up, 59, 0),
        ];
        for message in expected {
            assert_eq!(phone.control().await, message);
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_finger_held_over_a_rotation_is_released_at_its_place_in_the_new_size() {
    let (fleet, mut phone, _watch) = controlled().await;
    send(&fleet, &touch(TouchAction::Down, 1, u16::MAX, u16::MAX));
    assert_eq!(
        phone.control().await,
        touched(control::TouchAction::Down, 1, at(719, 1279))
    );
    phone.act(Act::Turn(Size {
        width: 1280,
        height: 720,
    }));
    let corner = Position {
        x: 1279,
        y: 719,
        width: 1280,
        height: 720,
    };
    assert_eq!(
        phone.control().await,
        touched(control::TouchAction::Cancel, 1, corner)
    );
    assert_eq!(
        phone.control().await,
        touched(control::TouchAction::Up, 1, corner)
    );
    // The finger's later changes belong to a gesture that is over.
    send(&fleet, &touch(TouchAction::Move, 1, 0, 0));
    send(&fleet, &touch(TouchAction::Up, 1, 0, 0));
    send(&fleet, &touch(TouchAction::Down, 1, 0, 0));
    let origin = Position {
        x: 0,
        y: 0,
        width: 1280,
        height: 720,
    };
    assert_eq!(
        phone.control().await,
        touched(control::TouchAction::Down, 1, origin)
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_finger_lifted_just_before_a_rotation_is_lifted_once_more() {
    let (fleet, mut phone, _watch) = controlled().await;
    // A busy phone leaves out what it reads only after it has turned.
    for action in [TouchAction::Down, TouchAction::Up] {
        send(&fleet, &touch(action, 1, u16::MAX, u16::MAX));
    }
    send(&fleet, &touch(TouchAction::Down, 2, 0, 0));
    for _ in 0..3 {
        phone.control().await;
    }
    phone.act(Act::Turn(Size {
        width: 1280,
        height: 720,
    }));
    let place = |x, y| Position {
        x,
        y,
        width: 1280,
        height: 720,
    };
    for message in [
        touched(control::TouchAction::Cancel, 2, place(0, 0)),
        touched(control::TouchAction::Up, 2, place(0, 0)),
        touched(control::TouchAction::Up, 1, place(1279, 719)),
    ] {
        assert_eq!(phone.control().await, message);
    }
    // Turned back, the finger lifted twice is left alone. The one that the first turn let go of was lifted only once so far.
    phone.act(Act::Turn(Size {
        width: 720,
        height: 1280,
    }));
    for action in [control::TouchAction::Cancel, control::TouchAction::Up] {
        assert_eq!(phone.control().await, touched(action, 2, at(0, 0)));
    }
    send(&fleet, &Input::Rotate);
    assert_eq!(phone.control().await, ControlMessage::RotateDevice);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_finger_held_when_the_server_dies_is_released_by_the_next_one() {
    let (fleet, mut phone, mut watch) = controlled().await;
    send(&fleet, &touch(TouchAction::Down, 4, 0, 0));
    phone.control().await;
    phone.act(Act::KillServers);
    soon(watch.viewer.next()).await.expect("a picture");
    assert_eq!(
        phone.control().await,
        touched(control::TouchAction::Cancel, 4, at(0, 0))
    );
    assert_eq!(
        phone.control().await,
        touched(control::TouchAction::Up, 4, at(0, 0))
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_gesture_that_is_taken_back_leaves_no_finger_behind() {
    let (fleet, mut phone, _watch) = controlled().await;
    send(&fleet, &touch(TouchAction::Down, 1, 0, 0));
    send(&fleet, &touch(TouchAction::Cancel, 1, 0, 0));
    for action in [
        control::TouchAction::Down,
        control::TouchAction::Cancel,
        control::TouchAction::Up,
    ] {
        assert_eq!(phone.control().await, touched(action, 1, at(0, 0)));
    }
}

fn pasted(sequence: u64, text: &str) -> ControlMessage {
    ControlMessage::SetClipboard {
        sequence,
        paste: true,
        text: text.to_owned(),
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ascii_is_typed_and_the_rest_is_pasted_in_the_order_given() {
    let (fleet, mut phone, _watch) = controlled_with(Timing {
        paste_timeout: Duration::from_hours(1),
        ..timing()
    })
    .await;
    Manner::set(&phone.manner.hold_acks, true);
    let long = "x".repeat(301);
    send(&fleet, &Input::Text(long.clone()));
    send(&fleet, &Input::Text("你好".to_owned()));
    send(&fleet, &Input::Text("a".to_owned()));
    send(&fleet, &Input::Paste("b".into()));
    send(&fleet, &key(KeyAction::Down, 66));
    assert_eq!(
        phone.control().await,
        ControlMessage::InjectText(long[..300].to_owned())
    );
    assert_eq!(
        phone.control().await,
        ControlMessage::InjectText("x".to_owned())
    );
    assert_eq!(phone.control().await, pasted(1, "你好"));
    // A key picture passes the hand, and so shows that the hand waits: had it gone on, its text would have come first.
    fleet.reset(1, PictureKind::Full);
    assert_eq!(phone.control().await, ControlMessage::ResetVideo);
    phone.act(Act::Acknowledge(1));
    assert_eq!(
        phone.control().await,
        ControlMessage::InjectText("a".to_owned())
    );
    assert_eq!(phone.control().await, pasted(2, "b"));
    phone.act(Act::Acknowledge(2));
    assert_eq!(
        phone.control().await,
        keyed(control::KeyAction::Down, 66, 1)
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_paste_that_is_never_confirmed_holds_the_next_input_up_for_a_moment_only() {
    let (fleet, mut phone, _watch) = controlled_with(Timing {
        paste_timeout: Duration::from_millis(50),
        ..timing()
    })
    .await;
    Manner::set(&phone.manner.hold_acks, true);
    send(&fleet, &Input::Text("你".to_owned()));
    send(&fleet, &Input::Rotate);
    assert_eq!(phone.control().await, pasted(1, "你"));
    assert_eq!(phone.control().await, ControlMessage::RotateDevice);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_a_slow_phone_cannot_take_is_refused_and_nothing_stays_pressed() {
    let (fleet, mut phone, _watch) = controlled_with(Timing {
        paste_timeout: Duration::from_hours(1),
        ..timing()
    })
    .await;
    Manner::set(&phone.manner.hold_acks, true);
    send(&fleet, &Input::Text("你".to_owned()));
    assert_eq!(phone.control().await, pasted(1, "你"));
    send(&fleet, &touch(TouchAction::Down, 1, 0, 0));
    send(&fleet, &key(KeyAction::Down, 29));
    let turn = Input::Scroll {
        x: 0,
        y: 0,
        horizontal: 0,
        vertical: 10 * 256,
    };
    for _ in 0..3 {
        send(&fleet, &turn);
    }
    let mut rotations = 0;
    while fleet.input(1, EPOCH, &Input::Rotate).is_ok() {
        rotations += 1;
        assert!(rotations < QUEUE_MAX, "there is a bound");
    }
    for refused in [
        Input::Rotate,
        key(KeyAction::Down, 30),
        touch(TouchAction::Down, 2, 0, 0),
    ] {
        assert_eq!(fleet.input(1, EPOCH, &refused), Err(InputRefused::Busy));
    }
    for release in [
        touch(TouchAction::Move, 1, u16::MAX, u16::MAX),
        touch(TouchAction::Up, 1, u16::MAX, u16::MAX),
        key(KeyAction::Up, 29),
    ] {
        send(&fleet, &release);
    }
    eventually("the phone is seen to be slow", async || {
        fleet.oldest_pending_input_age(1, EPOCH) > Duration::from_millis(20)
    })
    .await;
    phone.act(Act::Acknowledge(1));
    assert_eq!(
        phone.control().await,
        touched(control::TouchAction::Down, 1, at(0, 0))
    );
    assert_eq!(
        phone.control().await,
        keyed(control::KeyAction::Down, 29, 1)
    );
    for _ in 0..3 {
        let turned = ControlMessage::InjectScroll {
            position: at(0, 0),
            horizontal: 0,
            vertical: 10 * 0x0800,
            buttons: 0,
        };
        assert_eq!(phone.control().await, turned);
    }
    for _ in 0..rotations {
        assert_eq!(phone.control().await, ControlMessage::RotateDevice);
    }
    let corner = at(719, 1279);
    for message in [
        touched(control::TouchAction::Move, 1, corner),
        touched(control::TouchAction::Up, 1, corner),
        keyed(control::KeyAction::Up, 29, 1),
    ] {
        assert_eq!(phone.control().await, message);
    }
    assert_eq!(fleet.oldest_pending_input_age(1, EPOCH), Duration::ZERO);
}
