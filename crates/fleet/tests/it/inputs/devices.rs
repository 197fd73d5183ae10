//! A phone that lets nobody inject: virtual devices instead, or none and why.

use domain::phones::ScreenCause;
use domain::play::{Input, InputMethod, KeyAction, Size, TouchAction};
use eventually::eventually;
use fleet::{Fleet, InputAccess, InputRefused, Watch};
use phone_wire::control::ControlMessage;
use phone_wire::hid::{
    Contact, Device, Modifiers, PLACE_MAX, buttons_report, keyboard_report, touch_report,
};
use tokio::sync::watch;

use super::{EPOCH, controlled, send, touch};
use crate::soon;
use crate::stand_in::{Act, Manner, StandIn};

const FORBIDDEN: &str = "Caused by: java.lang.SecurityException: Injecting input events requires the caller to have the INJECT_EVENTS permission.\n";
const BY_DEVICES: InputAccess = InputAccess::Open(InputMethod::Devices);

async fn goes(access: &mut watch::Receiver<InputAccess>, so: InputAccess) {
    soon(access.wait_for(|access| *access == so))
        .await
        .expect("it runs");
}

/// Expects that every virtual device is created.
async fn made(phone: &mut StandIn) {
    for device in Device::ALL {
        assert_eq!(phone.control().await, device.create());
    }
}

/// A phone whose controller goes by virtual devices.
async fn switched() -> (Fleet, StandIn, Watch, watch::Receiver<InputAccess>) {
    let (fleet, mut phone, watch) = controlled().await;
    let mut access = fleet.input_access(1).expect("attached");
    assert_eq!(*access.borrow_and_update(), InputAccess::default());
    phone.act(Act::Say(FORBIDDEN));
    goes(&mut access, InputAccess::Open(InputMethod::Switching)).await;
    assert_eq!(
        fleet.input(1, EPOCH, &Input::Rotate),
        Err(InputRefused::Forbidden),
        "nobody controls it meanwhile"
    );
    made(&mut phone).await;
    goes(&mut access, BY_DEVICES).await;
    (fleet, phone, watch, access)
}

fn contact(id: u8, touches: bool, x: u16, y: u16) -> Contact {
    Contact { id, touches, x, y }
}

fn key(action: KeyAction, keycode: u16, meta: u32) -> Input {
    Input::Key {
        action,
        keycode,
        repeat: 0,
        meta,
    }
}

async fn all(phone: &mut StandIn, expected: impl IntoIterator<Item = ControlMessage>) {
    for message in expected {
        assert_eq!(phone.control().await, message);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn fingers_keys_and_text_go_by_reports() {
    let (fleet, mut phone, _watch, _way) = switched().await;
    let max = u16::MAX;
    for input in [
        touch(TouchAction::Down, 3, 0, 0),
        touch(TouchAction::Down, 4, max, 0),
        touch(TouchAction::Move, 3, max, max),
        touch(TouchAction::Up, 4, max, 0),
        touch(TouchAction::Up, 3, max, max),
        // Control and A; volume up.
        key(KeyAction::Down, 29, 0x1000),
        key(KeyAction::Up, 29, 0x1000),
        key(KeyAction::Down, 24, 0),
        key(KeyAction::Up, 24, 0),
        Input::Text("aB".into()),
        Input::Text("你好".into()),
    ] {
        send(&fleet, &input);
    }
    let none = || keyboard_report(Modifiers::NONE, []);
    let control = Modifiers::CONTROL;
    let far = contact(0, true, PLACE_MAX, PLACE_MAX);
    let second = contact(1, true, PLACE_MAX, 0);
    all(
        &mut phone,
        [
            touch_report([contact(0, true, 0, 0)]),
            touch_report([contact(0, true, 0, 0), second]),
            touch_report([far, second]),
            touch_report([far, contact(1, false, PLACE_MAX, 0)]),
            touch_report([contact(0, false, PLACE_MAX, PLACE_MAX)]),
            keyboard_report(control, [0x04]),
            none(),
            buttons_report([0x0e9]),
            buttons_report([]),
            keyboard_report(Modifiers::NONE, [0x04]),
            none(),
            keyboard_report(Modifiers::SHIFT, [0x05]),
            none(),
            ControlMessage::SetClipboard {
                sequence: 1,
                paste: false,
                text: "你好".into(),
            },
            keyboard_report(control, []),
            keyboard_report(control, [0x19]),
            none(),
        ],
    )
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_wheel_is_a_finger_that_drags_and_leaves_when_it_has_stood_still() {
    let (fleet, mut phone, _watch, _way) = switched().await;
    let turn = Input::Scroll {
        x: 32_768,
        y: 32_768,
        horizontal: 0,
        vertical: -256,
    };
    send(&fleet, &turn);
    let place = |touches, y| contact(0, touches, 16_384, y);
    let (from, to) = (16_384, (32_768 - 6_553) / 2);
    all(
        &mut phone,
        [
            touch_report([place(true, from)]),
            touch_report([place(true, to)]),
            touch_report([place(false, to)]),
        ],
    )
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_turn_and_another_controller_take_back_what_is_pressed() {
    let (fleet, mut phone, _watch, _way) = switched().await;
    let taken_back = || [Device::Touch.destroy(), Device::Touch.create()];
    send(&fleet, &touch(TouchAction::Down, 1, 0, 0));
    all(&mut phone, [touch_report([contact(0, true, 0, 0)])]).await;
    phone.act(Act::Turn(Size {
        width: 1280,
        height: 720,
    }));
    all(&mut phone, taken_back()).await;
    // The phone does not say how it lies; a picture that is wider than high is taken for a quarter turn against the clock.
    send(&fleet, &touch(TouchAction::Up, 1, 0, 0));
    send(&fleet, &touch(TouchAction::Down, 1, 0, 0));
    send(&fleet, &key(KeyAction::Down, 29, 0));
    all(
        &mut phone,
        [
            touch_report([contact(0, true, PLACE_MAX, 0)]),
            keyboard_report(Modifiers::NONE, [0x04]),
        ],
    )
    .await;
    fleet.grant_control(1, EPOCH + 1).expect("attached");
    all(&mut phone, taken_back()).await;
    all(&mut phone, [keyboard_report(Modifiers::NONE, [])]).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_session_that_comes_back_makes_its_devices_anew() {
    let (fleet, mut phone, _watch, mut access) = switched().await;
    phone.act(Act::KillServers);
    made(&mut phone).await;
    goes(&mut access, BY_DEVICES).await;
    send(&fleet, &Input::Text("a".into()));
    all(&mut phone, [keyboard_report(Modifiers::NONE, [0x04])]).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_phone_that_takes_no_devices_is_looked_at_and_the_next_controller_may_try() {
    let (fleet, phone, watch) = controlled().await;
    let mut access = fleet.input_access(1).expect("attached");
    Manner::set(&phone.manner.no_devices, true);
    let barred = InputAccess::Barred(ScreenCause::NoInputRightVivo);
    for epoch in [EPOCH, EPOCH + 1] {
        fleet.grant_control(1, epoch).expect("attached");
        assert_eq!(fleet.input(1, epoch, &Input::Rotate), Ok(()));
        phone.act(Act::Say(FORBIDDEN));
        goes(&mut access, barred).await;
        assert_eq!(
            fleet.input(1, epoch, &Input::Rotate),
            Err(InputRefused::Forbidden)
        );
    }
    assert_eq!(*watch.cause.borrow(), None, "the picture goes on");
    drop(watch);
    eventually("the screen is closed", async || {
        *access.borrow() == InputAccess::default()
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_dies_of_making_devices_is_not_asked_again() {
    let (fleet, mut phone, mut watch) = controlled().await;
    let mut access = fleet.input_access(1).expect("attached");
    phone.act(Act::Say(FORBIDDEN));
    assert_eq!(phone.control().await, Device::Keyboard.create());
    phone.act(Act::KillServers);
    goes(
        &mut access,
        InputAccess::Barred(ScreenCause::NoInputRightVivo),
    )
    .await;
    soon(watch.viewer.next()).await.expect("a picture again");
}
