//! The control socket of a session, both ways.

use std::time::Duration;

use phone_link::wire::Decoder;
use phone_link::wire::control::{ControlMessage, ControlMessages};
use phone_link::wire::packet::{Command, Packet};
use phone_link::{ControlSendError, ControlSender, ScreenError, ScreenOptions};
use tokio::time::{sleep, timeout};

use super::scrcpy::session;

#[tokio::test]
async fn a_controller_faster_than_the_phone_is_told_and_never_waits() {
    let (_link, session, mut server) = session(&ScreenOptions::default()).await;
    let sender = session.control.unwrap();
    let mut taken = 0;
    let refused = loop {
        match sender.send(&ControlMessage::RotateDevice) {
            Ok(()) => taken += 1,
            Err(error) => break error,
        }
        // The forwarder takes what it can; the phone acknowledges nothing.
        tokio::task::yield_now().await;
    };
    assert_eq!(refused, ControlSendError::Full);
    assert!((64..=200).contains(&taken), "{taken}");

    let control = server.control.unwrap();
    let mut messages = Decoder::<ControlMessages>::default();
    for _ in 0..taken {
        let message = server.adbd.message(control, &mut messages).await;
        assert_eq!(message, Some(ControlMessage::RotateDevice));
    }
    sender
        .send_when_free(&ControlMessage::ResetVideo)
        .await
        .unwrap();
    server.adbd.close(control).await;
    sender.closed().await;
    assert_eq!(
        sender.send(&ControlMessage::ResetVideo),
        Err(ControlSendError::Closed)
    );
    let long = ControlMessage::InjectText("a".repeat(301));
    assert!(matches!(
        sender.send(&long),
        Err(ControlSendError::Invalid(_))
    ));
}

/// Whether it does now.
async fn keeps_up(sender: &ControlSender) -> bool {
    timeout(Duration::ZERO, sender.keeps_up()).await.is_ok()
}

#[tokio::test(start_paused = true)]
async fn a_phone_that_does_not_take_what_it_was_sent_is_late_until_it_does() {
    let (_link, session, mut server) = session(&ScreenOptions::default()).await;
    let (sender, control) = (session.control.unwrap(), server.control.unwrap());
    assert!(keeps_up(&sender).await, "nothing was sent");
    sender.send(&ControlMessage::RotateDevice).unwrap();
    while server.adbd.next().await.unwrap().command != Command::Write {}
    sleep(Duration::from_millis(200)).await;
    assert!(keeps_up(&sender).await, "so long the way may be");
    sleep(Duration::from_millis(100)).await;
    assert!(!keeps_up(&sender).await);
    server
        .adbd
        .send(Packet::okay(control.phone, control.host))
        .await;
    timeout(Duration::from_secs(1), sender.keeps_up())
        .await
        .expect("it took it");
}

#[tokio::test(start_paused = true)]
async fn a_phone_that_takes_nothing_for_ten_seconds_takes_no_input_any_more() {
    let (_link, session, _server) = session(&ScreenOptions::default()).await;
    let sender = session.control.unwrap();
    sender.send(&ControlMessage::RotateDevice).unwrap();
    sleep(Duration::from_secs(10)).await;
    assert!(!sender.is_closed());
    timeout(Duration::from_secs(1), sender.closed())
        .await
        .expect("it is given up");
    assert!(keeps_up(&sender).await, "nobody waits for it");
}

#[tokio::test]
async fn broken_device_messages_end_the_session() {
    let (_link, session, mut server) = session(&ScreenOptions::default()).await;
    server.adbd.write(server.control.unwrap(), vec![9]).await;
    let error = session.device.unwrap().next().await.unwrap_err();
    assert!(matches!(error, ScreenError::Device(_)));
}
