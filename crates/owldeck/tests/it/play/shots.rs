//! The picture on a phone's screen, by a call.

use eventually::eventually;
use futures_util::future::join_all;
use serde_json::Value;

use crate::demo::{Demo, GUEST, Member, OWNER};
use crate::play::{FIRST, SECOND, shell};

/// Size of a screenshot, or the code of a refusal.
#[derive(Debug, PartialEq, Eq)]
enum Got {
    Picture { width: u32, height: u32 },
    Refused(i64),
}

async fn screenshot(demo: &Demo, member: &Member<'_>, phone_id: i64) -> Got {
    let path = "/app-api/infra/cacloud-resource/phone/screenshot";
    let url = format!("{}{path}?phoneId={phone_id}", demo.origin);
    let request = crate::demo::client()
        .build()
        .expect("a client")
        .get(url)
        .bearer_auth(&member.token);
    let answer = request.send().await.expect("an answer");
    assert_eq!(answer.status(), 200);
    if answer.headers()["content-type"] != "image/png" {
        let refusal: Value = answer.json().await.expect("JSON");
        return Got::Refused(refusal["code"].as_i64().expect("a code"));
    }
    assert_eq!(answer.headers()["cache-control"], "no-store");
    assert_eq!(answer.headers()["x-content-type-options"], "nosniff");
    let png = answer.bytes().await.expect("a body");
    let side = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().expect("four bytes"));
    Got::Picture {
        width: side(16),
        height: side(20),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_operates_a_phone_may_have_its_picture_taken_thirty_times_a_minute() {
    let demo = Demo::start().await;
    let (owner, guest) = (demo.sign_in(OWNER).await, demo.sign_in(GUEST).await);
    let (first, second) = (owner.running(FIRST).await, owner.running(SECOND).await);
    let whole = Got::Picture {
        width: 720,
        height: 1280,
    };
    // All are asked for at once: asked for one after the other, a slow machine would take longer than a minute. The phone may be too slow for some.
    let asked = (0..40).map(|_| screenshot(&demo, &owner, first));
    let answers = join_all(asked).await;
    let refused = |code| move |got: &&Got| **got == Got::Refused(code);
    let often = answers.iter().filter(refused(1_002_000_429)).count();
    let failed = answers.iter().filter(refused(1_011_101_010)).count();
    let taken = answers.iter().filter(|got| **got == whole).count();
    assert_eq!((taken + failed, often), (30, 10), "{answers:?}");
    assert!(taken > 0, "{answers:?}");
    demo.move_clock(61);
    eventually("the minute is over", async || {
        screenshot(&demo, &owner, first).await == whole
    })
    .await;

    assert_eq!(screenshot(&demo, &owner, first).await, whole);
    assert_eq!(
        screenshot(&demo, &guest, second).await,
        whole,
        "may operate"
    );
    let view_only = screenshot(&demo, &guest, first).await;
    assert_eq!(view_only, Got::Refused(1_011_101_004));
    let unknown = screenshot(&demo, &owner, 4711).await;
    assert_eq!(unknown, Got::Refused(1_011_101_001));

    // A phone that refuses once is told from one that may not be asked.
    shell(&demo, 0, "setprop owl.fault screen:refuse").await;
    let failed = screenshot(&demo, &owner, first).await;
    assert_eq!(failed, Got::Refused(1_011_101_010));
}
