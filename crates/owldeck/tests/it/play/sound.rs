//! A phone's sound in a play session, as programs meet it.

use domain::play::picture::Picture;
use domain::play::sound::{Form, Forms, Sound};
use domain::play::{Event, SessionRequest, SoundState};
use eventually::{LIMIT, eventually};
use phone_link::{Link, LinkOptions, ShellCommand};
use serde_json::json;
use tokio::time::{Instant, timeout};

use crate::demo::{Demo, GUEST, OWNER, Socket};
use crate::play::{FIRST, SECOND, shell, told, until_pong};

async fn told_sound(socket: &mut Socket, form: Form, state: SoundState) {
    told(socket, |event| {
        (*event == Event::Sound { form, state }).then_some(())
    })
    .await;
}

/// Asks for the sound in this form until the phone has it or says that it has none. A busy machine may lose the sound before: then it is asked for
/// again, as a page does.
async fn listen(socket: &mut Socket, form: Form) -> SoundState {
    let what = format!("{form:?} is heard or absent");
    eventually(what, async || {
        let request = SessionRequest::Listen(Forms::only(form));
        socket.send(&request, 0).await;
        let state = told(socket, |event| match event {
            Event::Sound { form: told, state } if *told == form => {
                (*state != SoundState::Starting).then_some(*state)
            }
            _ => None,
        });
        let state = state.await;
        (state != SoundState::Lost).then_some(state)
    })
    .await
}

/// The next message of sound; pictures and events between are left out.
async fn sound(socket: &mut Socket) -> Vec<u8> {
    let next = async {
        loop {
            let bytes = socket.bytes().await;
            if bytes[1] == 3 {
                return bytes;
            }
        }
    };
    timeout(LIMIT, next).await.expect("sound in time")
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_sees_the_picture_may_hear_the_phone_and_only_who_listens_does() {
    let demo = Demo::start().await;
    let (owner, guest) = (demo.sign_in(OWNER).await, demo.sign_in(GUEST).await);
    let phone = owner.running(FIRST).await;
    shell(&demo, 0, "setprop owl.sound 440").await;
    let (mut socket, _) = owner.play(phone, json!({})).await;
    let (mut onlooker, _) = guest.play(phone, json!({})).await;
    let picture = Picture::parse(&socket.picture().await).expect("a picture");
    for socket in [&mut socket, &mut onlooker] {
        assert_eq!(listen(socket, Form::Raw).await, SoundState::Live);
        let message = sound(socket).await;
        let (first, samples) = Sound::parse(&message).expect("sound");
        assert!(samples.iter().any(|byte| *byte != 0), "a tone");
        let behind = first.heard_us.abs_diff(picture.drawn_us);
        assert!(
            behind < 60_000_000,
            "both by the server's clock: {behind} us"
        );
        let message = sound(socket).await;
        let (next, samples) = Sound::parse(&message).expect("sound");
        let apart_us = next.heard_us - first.heard_us;
        let packets = u64::from(next.sequence - first.sequence);
        assert!(
            packets >= 1 && apart_us.abs_diff(packets * 20_000) < 200_000,
            "{apart_us}"
        );
        assert_eq!(samples.len(), 48 * 20 * 4, "20 ms");
    }

    socket.send(&SessionRequest::Mute, 0).await;
    told_sound(&mut socket, Form::Raw, SoundState::Off).await;
    // Sound that was on its way has arrived with the first answer.
    until_pong(&mut socket, 3).await;
    sound(&mut onlooker).await;
    assert!(until_pong(&mut socket, 3).await.is_empty(), "muted");

    // Silence costs nothing.
    shell(&demo, 0, "setprop owl.sound 0").await;
    eventually("it falls silent", async || {
        until_pong(&mut onlooker, 3).await.is_empty()
    })
    .await;

    // A phone without sound says so, and asking again after it can is answered.
    onlooker.send(&SessionRequest::Mute, 0).await;
    shell(&demo, 0, "setprop owl.sound none").await;
    let (mut other, _) = guest.play(guest.running(SECOND).await, json!({})).await;
    shell(&demo, 1, "setprop owl.sound none").await;
    assert_eq!(listen(&mut other, Form::Raw).await, SoundState::Absent);
    shell(&demo, 1, "setprop owl.sound 440").await;
    assert_eq!(listen(&mut other, Form::Raw).await, SoundState::Live);
    sound(&mut other).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn opus_takes_a_tenth_of_the_samples_beside_which_it_may_be_heard() {
    let demo = Demo::start().await;
    let owner = demo.sign_in(OWNER).await;
    let phone = owner.running(FIRST).await;
    shell(&demo, 0, "setprop owl.sound 440").await;
    let (mut socket, _) = owner.play(phone, json!({})).await;
    let both = Forms::only(Form::Raw).with(Form::Opus);
    socket.send(&SessionRequest::Listen(both), 0).await;
    let (mut live, mut bytes) = ([false; 2], [0; 2]);
    let mut packets = [0_usize; 2];
    let until = Instant::now() + LIMIT;
    while packets.iter().any(|count| *count < 50) {
        assert!(Instant::now() < until, "{live:?} {packets:?}");
        let message = socket.bytes().await;
        if let Ok((_, Event::Sound { form, state })) = Event::parse(&message) {
            live[form as usize] = state == SoundState::Live;
        } else if message[1] == 3 {
            let (head, data) = Sound::parse(&message).expect("sound");
            assert!(live[head.form as usize], "first said, then heard");
            packets[head.form as usize] += 1;
            bytes[head.form as usize] += data.len();
        }
    }
    let [raw, opus] = [0, 1].map(|form| bytes[form] / packets[form]);
    // A packet is 20 ms: at most 128 kbit/s.
    assert!(opus * 10 <= raw && opus <= 320, "{opus} of {raw} bytes");

    // The one goes, the other stays.
    let opus_only = SessionRequest::Listen(Forms::only(Form::Opus));
    socket.send(&opus_only, 0).await;
    told_sound(&mut socket, Form::Raw, SoundState::Off).await;
    until_pong(&mut socket, 3).await;
    for _ in 0..5 {
        let message = sound(&mut socket).await;
        assert_eq!(
            Sound::parse(&message).map(|(head, _)| head.form),
            Ok(Form::Opus)
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_phone_without_an_encoder_says_so_and_is_heard_a_step_below() {
    let demo = Demo::start().await;
    let owner = demo.sign_in(OWNER).await;
    let phone = owner.running(SECOND).await;
    shell(&demo, 1, "setprop owl.sound 440").await;
    shell(&demo, 1, "setprop owl.sound.opus none").await;
    let (mut socket, _) = owner.play(phone, json!({})).await;

    // Of that form alone.
    assert_eq!(listen(&mut socket, Form::Opus).await, SoundState::Absent);
    assert_eq!(listen(&mut socket, Form::Aac).await, SoundState::Live);
    let message = sound(&mut socket).await;
    let (mut before, _) = Sound::parse(&message).expect("sound");
    let (mut bytes, mut astray_us) = (0, Vec::new());
    for _ in 0..50 {
        let message = sound(&mut socket).await;
        let (head, packet) = Sound::parse(&message).expect("sound");
        assert_eq!(head.form, Form::Aac);
        // A pair of channels comes first (ISO/IEC 14496-3, 4.5.2.1.1).
        assert_eq!(packet[0] >> 5, 1, "{packet:02x?}");
        bytes += packet.len();
        let packets = u64::from(head.sequence - before.sequence);
        let expected_us = before.heard_us + packets * 21_333;
        astray_us.push(head.heard_us.abs_diff(expected_us));
        before = head;
    }
    // Most of them: where a busy machine makes some wait, the estimate of the phone's clock moves.
    astray_us.sort_unstable();
    assert!(astray_us[25] < 21_333, "{astray_us:?}");
    // 128 kbit/s at most, and as much again for what is not even.
    let each = bytes / 50;
    assert!((30..=682).contains(&each), "{each}");

    // Started anew it may be another phone.
    socket.send(&SessionRequest::Mute, 0).await;
    let link = Link::connect(&demo.addresses()[1], LinkOptions::default()).await;
    // The phone may go before it has answered.
    let _ = (link.expect("a link"))
        .shell(&ShellCommand::new("reboot"))
        .await;
    eventually("asked again after a restart", async || {
        listen(&mut socket, Form::Opus).await == SoundState::Live
    })
    .await;

    // Without either encoder, samples are left.
    let other = owner.running(FIRST).await;
    shell(&demo, 0, "setprop owl.sound 440").await;
    shell(&demo, 0, "setprop owl.sound.opus none").await;
    shell(&demo, 0, "setprop owl.sound.aac none").await;
    let (mut socket, _) = owner.play(other, json!({})).await;
    for form in [Form::Opus, Form::Aac] {
        assert_eq!(listen(&mut socket, form).await, SoundState::Absent);
    }
    assert_eq!(listen(&mut socket, Form::Raw).await, SoundState::Live);
    let message = sound(&mut socket).await;
    assert_eq!(
        Sound::parse(&message).map(|(head, _)| head.form),
        Ok(Form::Raw)
    );
}
