//! The control socket of a session, both ways.

use phone_link::wire::Decoder;
use phone_link::wire::control::{ControlMessage, ControlMessages};
use phone_link::{ControlSendError, ScreenError, ScreenOptions};

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

#[tokio::test]
async fn broken_device_messages_end_the_session() {
    let (_link, session, mut server) = session(&ScreenOptions::default()).await;
    server.adbd.write(server.control.unwrap(), vec![9]).await;
    let error = session.device.unwrap().next().await.unwrap_err();
    assert!(matches!(error, ScreenError::Device(_)));
}
