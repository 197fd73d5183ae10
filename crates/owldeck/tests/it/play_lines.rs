//! A thin line: the controller's automatic quality.

use domain::play::picture::Picture;
use domain::play::{Event, Input, Quality, Shown};
use serde_json::json;

use crate::demo::{Demo, OWNER};
use crate::play::{FIRST, shell, told};

fn shown(event: &Event) -> Option<(Quality, Shown)> {
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
    // It shows the first picture and says so, but no other.
    let sequence = first.sequence;
    socket.send(&Input::Ack { sequence }, 0).await;
    let automatic = |step: Shown| {
        move |event: &Event| (shown(event) == Some((Quality::Automatic, step))).then_some(())
    };
    told(&mut socket, automatic(Shown::Standard)).await;
    told(&mut socket, automatic(Shown::Fluent)).await;
    socket.send(&Input::Quality(Quality::High), epoch).await;
    told(&mut socket, |event| {
        (shown(event) == Some((Quality::High, Shown::High))).then_some(())
    })
    .await;
}
