//! Phones that stall or lose their session under a controller: nothing stays pressed, and it is known that they do not answer.

use domain::play::EndReason;

use super::*;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_lifted_just_before_a_session_was_lost_is_lifted_once_more() {
    let (fleet, mut phone, _watch) = controlled().await;
    for input in [
        touch(TouchAction::Down, 1, 0, 0),
        touch(TouchAction::Up, 1, 0, 0),
        key(KeyAction::Down, 67),
        key(KeyAction::Up, 67),
    ] {
        send(&fleet, &input);
        phone.control().await;
    }
    // Whether the phone did the last of it nobody knows.
    phone.act(Act::KillServers);
    let expected = [
        touched(control::TouchAction::Cancel, 1, at(0, 0)),
        touched(control::TouchAction::Up, 1, at(0, 0)),
        keyed(control::KeyAction::Up, 67, 0),
    ];
    for message in expected {
        assert_eq!(phone.control().await, message);
    }
    send(&fleet, &Input::Rotate);
    assert_eq!(phone.control().await, ControlMessage::RotateDevice);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_pressed_when_a_screen_was_given_up_is_let_go_by_the_next_one() {
    let (fleet, mut phone, watch) = controlled_with(Timing {
        recovery_timeout: Duration::from_millis(300),
        ..timing()
    })
    .await;
    for input in [touch(TouchAction::Down, 1, 0, 0), key(KeyAction::Down, 67)] {
        send(&fleet, &input);
        phone.control().await;
    }
    Manner::set(&phone.manner.server_dies, true);
    phone.act(Act::KillServers);
    assert_eq!(soon(watch.ended()).await, EndReason::StreamLeft);
    Manner::set(&phone.manner.server_dies, false);
    let _again = fleet.watch(1, PictureKind::Full).expect("attached");
    let expected = [
        touched(control::TouchAction::Cancel, 1, at(0, 0)),
        touched(control::TouchAction::Up, 1, at(0, 0)),
        keyed(control::KeyAction::Up, 67, 0),
    ];
    for message in expected {
        assert_eq!(phone.control().await, message);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_phone_that_stalls_gets_nothing_more_until_it_is_back_and_lags_meanwhile() {
    let (fleet, mut phone, _watch) = controlled_with(Timing {
        probe_timeout: Duration::from_secs(10),
        ..timing()
    })
    .await;
    eventually("it keeps up", async || {
        fleet.inputs_lag(1, EPOCH) < Duration::from_millis(100)
    })
    .await;
    phone.manner.stalled.send_replace(true);
    eventually("it is late without having been told anything", async || {
        fleet.inputs_lag(1, EPOCH) >= Duration::from_millis(500)
    })
    .await;
    send(&fleet, &key(KeyAction::Down, 29));
    eventually("what is on its way is known to be late", async || {
        let _ = fleet.input(1, EPOCH, &Input::Rotate);
        fleet.oldest_pending_input_age(1, EPOCH) > Duration::ZERO
    })
    .await;
    send(&fleet, &key(KeyAction::Up, 29));
    phone.manner.stalled.send_replace(false);
    assert_eq!(
        phone.control().await,
        keyed(control::KeyAction::Down, 29, 1)
    );
    let mut last = phone.control().await;
    while last == ControlMessage::RotateDevice {
        last = phone.control().await;
    }
    assert_eq!(last, keyed(control::KeyAction::Up, 29, 1));
    eventually("it has caught up", async || {
        fleet.oldest_pending_input_age(1, EPOCH) == Duration::ZERO
    })
    .await;
}
