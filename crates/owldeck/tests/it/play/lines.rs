//! A thin line: the controller's automatic quality, an onlooker's small picture.

use domain::play::picture::Picture;
use domain::play::{Event, Quality, QualityStep, SessionRequest, Size};
use serde_json::json;

use crate::demo::{Demo, GUEST, OWNER};
use crate::play::{FIRST, shell, told, until_pong};

fn shown(event: &Event) -> Option<(Quality, QualityStep)> {
    match event {
        Event::Quality { wanted, shown } => Some((*wanted, *shown)),
        _ => None,
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_browser_that_falls_behind_brings_the_automatic_quality_down_and_a_chosen_one_stays() {
    let demo = Demo::start().await;
    let owner = demo.sign_in(OWNER).await;
    let phone = owner.running(FIRST).await;
    shell(&demo, 0, "setprop owl.corner 10").await;
    let (mut socket, hello) = owner.play(phone, json!({})).await;
    let Event::Hello { epoch, .. } = hello else {
        panic!("{hello:?}")
    };
    let first = Picture::parse(&socket.picture().await).expect("a picture");
    // The browser shows the first picture and says so, but no other.
    let sequence = first.sequence;
    socket.send(&SessionRequest::Ack { sequence }, 0).await;
    let automatic = |step: QualityStep| {
        move |event: &Event| (shown(event) == Some((Quality::Automatic, step))).then_some(())
    };
    told(&mut socket, automatic(QualityStep::Standard)).await;
    told(&mut socket, automatic(QualityStep::Fluent)).await;
    socket
        .send(&SessionRequest::Quality(Quality::High), epoch)
        .await;
    told(&mut socket, |event| {
        (shown(event) == Some((Quality::High, QualityStep::High))).then_some(())
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_onlooker_that_falls_behind_gets_the_small_picture_and_nobody_else_does() {
    let demo = Demo::start().await;
    let (owner, guest) = (demo.sign_in(OWNER).await, demo.sign_in(GUEST).await);
    let phone = owner.running(FIRST).await;
    shell(&demo, 0, "setprop owl.corner 10").await;
    let (mut controller, _) = owner.play(phone, json!({})).await;
    controller.picture().await;
    let (mut onlooker, _) = guest.play(phone, json!({})).await;
    let first = Picture::parse(&onlooker.picture().await).expect("a picture");
    let sequence = first.sequence;
    onlooker.send(&SessionRequest::Ack { sequence }, 0).await;
    let size = |event: &Event| match event {
        Event::Size(Size { width, height }) => Some((*width).max(*height)),
        _ => None,
    };
    told(&mut onlooker, |event| {
        (shown(event) == Some((Quality::Automatic, QualityStep::Small))).then_some(())
    })
    .await;
    assert_eq!(told(&mut onlooker, size).await, 320);
    let small = Picture::parse(&onlooker.picture().await).expect("a picture");
    assert!(small.key, "it can be decoded at once");
    // The other one never answers, so that its own line tells nothing.
    for message in until_pong(&mut controller, 0).await {
        let (_, event) = Event::parse(&message).expect("an event");
        assert!(!matches!(event, Event::Quality { .. }), "{event:?}");
    }
}
