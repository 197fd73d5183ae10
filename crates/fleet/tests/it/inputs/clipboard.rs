//! The phone's clipboard: a text that has to be pasted borrows it, and gives it back.

use std::time::Duration;

use domain::play::{CLIPBOARD_SET_MAX_BYTES, Input};
use fleet::{Timing, Watch};
use phone_wire::control::ControlMessage;

use super::{controlled, controlled_with, pasted, send};
use crate::stand_in::{Act, Manner, StandIn};
use crate::{soon, timing};

fn put(sequence: u64, text: &str) -> ControlMessage {
    ControlMessage::SetClipboard {
        sequence,
        paste: false,
        text: text.to_owned(),
    }
}

/// With all the time in the world for the phone's confirmation.
fn pausing(typing_pause: Duration) -> Timing {
    Timing {
        typing_pause,
        paste_timeout: Duration::from_hours(1),
        ..timing()
    }
}

async fn copied(phone: &StandIn, watch: &mut Watch, text: &'static str) {
    phone.act(Act::Copy(text));
    soon(watch.clipboard.wait_for(|now| now.as_deref() == Some(text)))
        .await
        .expect("it runs");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_copied_is_put_back_once_after_the_typing_and_is_no_news() {
    let (fleet, mut phone, mut watch) = controlled_with(pausing(Duration::from_millis(300))).await;
    copied(&phone, &mut watch, "copied").await;
    // The phone confirms nothing before both texts wait, so that no pause is between them.
    Manner::set(&phone.manner.hold_acks, true);
    for text in ["你", "好"] {
        send(&fleet, &Input::Text(text.to_owned()));
    }
    for (sequence, text) in [(1, "你"), (2, "好")] {
        assert_eq!(phone.control().await, pasted(sequence, text));
        phone.act(Act::Acknowledge(sequence));
    }
    assert_eq!(phone.control().await, put(3, "copied"));

    // A phone that repeats what it was given; the confirmation after it shows that its word was heard.
    phone.act(Act::Copy("copied"));
    send(&fleet, &Input::Paste("pasted".into()));
    send(&fleet, &Input::Rotate);
    assert_eq!(phone.control().await, pasted(4, "pasted"));
    phone.act(Act::Acknowledge(4));
    assert_eq!(phone.control().await, ControlMessage::RotateDevice);
    assert!(!watch.clipboard.has_changed().expect("it runs"));

    // A text that the controller pasted stays: it is put back after the next typing.
    Manner::set(&phone.manner.hold_acks, false);
    send(&fleet, &Input::Text("吗".to_owned()));
    assert_eq!(phone.control().await, pasted(5, "吗"));
    assert_eq!(phone.control().await, put(6, "pasted"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_waits_for_what_is_put_back() {
    let (fleet, mut phone, mut watch) = controlled_with(pausing(Duration::ZERO)).await;
    copied(&phone, &mut watch, "copied").await;
    Manner::set(&phone.manner.hold_acks, true);
    send(&fleet, &Input::Text("你".to_owned()));
    assert_eq!(phone.control().await, pasted(1, "你"));
    phone.act(Act::Acknowledge(1));
    assert_eq!(phone.control().await, put(2, "copied"));
    send(&fleet, &Input::Rotate);
    assert_eq!(phone.control().await, ControlMessage::RotateDevice);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_the_phone_held_stays_unknown_until_it_says() {
    let (fleet, mut phone, mut watch) = controlled_with(pausing(Duration::ZERO)).await;
    send(&fleet, &Input::Text("你".to_owned()));
    assert_eq!(phone.control().await, pasted(1, "你"));
    send(&fleet, &Input::Rotate);
    assert_eq!(
        phone.control().await,
        ControlMessage::RotateDevice,
        "nothing is put back"
    );
    copied(&phone, &mut watch, "copied").await;
    send(&fleet, &Input::Text("好".to_owned()));
    assert_eq!(phone.control().await, pasted(2, "好"));
    assert_eq!(phone.control().await, put(3, "copied"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_paste_as_long_as_a_clipboard_arrives_whole() {
    let (fleet, mut phone, _watch) = controlled().await;
    let longest = "x".repeat(CLIPBOARD_SET_MAX_BYTES);
    send(&fleet, &Input::Paste(longest.as_str().into()));
    assert_eq!(phone.control().await, pasted(1, &longest));
}
