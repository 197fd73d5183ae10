//! The fleet and simulated phones, over their real wires.

use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use bytes::Bytes;
use domain::play::picture::{PICTURE_HEADER_BYTES, Picture};
use domain::play::sound::Form;
use domain::play::{Input, KeyAction, Size, SoundState, TouchAction};
use eventually::{LIMIT, eventually};
use fleet::{Fleet, FleetOptions, PhoneFault, PhoneSpec, PictureKind, ServerFile, Timing, Watch};
use handset::{Host, HostOptions};
use kept_port::KeptPort;
use phone_link::{Link, LinkOptions, ShellCommand};
use stopwatch::Stopwatch;
use tokio::runtime::Handle;
use tokio::time::timeout;

pub const PHONE: i64 = 1;
pub const EPOCH: u32 = 1;
const KEYCODE_HOME: u16 = 3;
const PORTRAIT: Size = Size {
    width: 720,
    height: 1280,
};
const LANDSCAPE: Size = Size {
    width: 1280,
    height: 720,
};

pub async fn soon<T>(what: impl Future<Output = T>) -> T {
    timeout(LIMIT, what).await.expect("it happens soon")
}

async fn host(listen: SocketAddr, data: &Path) -> Host {
    let options = HostOptions {
        listen,
        count: 1,
        data_dir: Some(data.to_owned()),
    };
    Host::start(options).await.expect("a phone")
}

/// A fleet with one simulated phone that is healthy.
async fn started() -> (Fleet, Host, tempfile::TempDir) {
    let server_file = ServerFile::trusted(
        Bytes::from_static(handset::SERVER_FILE),
        handset::SERVER_VERSION,
    );
    started_with(Some(server_file.expect("a server file"))).await
}

pub async fn started_with(server_file: Option<ServerFile>) -> (Fleet, Host, tempfile::TempDir) {
    let data = tempfile::tempdir().expect("a folder");
    let kept = KeptPort::bind();
    let host = host(kept.address(), data.path()).await;
    // Kept to the end of the test, so that a phone which is started again has its port again.
    std::mem::forget(kept);
    let start = Instant::now();
    let clock = Arc::new(move || start.elapsed().as_micros() as u64);
    let fleet = Fleet::new(FleetOptions {
        server_file,
        runtime: Handle::current(),
        clock,
        // The tests here ask what is shown, not how soon: other tests run at the same time.
        timing: Timing {
            probe_timeout: LIMIT,
            open_timeout: LIMIT,
            recovery_timeout: LIMIT,
            picture_age: Duration::from_hours(1),
            input_age_least: Duration::from_hours(1),
            ..Timing::default()
        },
    });
    let mut events = fleet.health_events();
    let address = host.addresses()[0].to_string();
    fleet.attach(PhoneSpec {
        phone_id: PHONE,
        address,
    });
    // On a busy machine the first try may be too slow.
    while !soon(events.recv()).await.expect("an event").healthy {}
    (fleet, host, data)
}

pub async fn next(watch: &mut Watch) -> (Picture, Bytes) {
    let frame = soon(watch.viewer.next()).await.expect("a picture");
    let picture = Picture::parse(&frame.message).expect("a picture message");
    assert_eq!(picture.key, frame.key);
    (picture, frame.message.slice(PICTURE_HEADER_BYTES..))
}

/// Joins and gets the first picture.
async fn opened(fleet: &Fleet, kind: PictureKind) -> Watch {
    let mut watch = fleet.watch(PHONE, kind).expect("attached");
    let (picture, unit) = next(&mut watch).await;
    assert!(picture.key);
    assert_eq!(unit[..4], [0, 0, 0, 1]);
    assert_eq!(unit[4] & 0x1f, 7, "a key picture begins with the SPS");
    watch
}

pub fn send(fleet: &Fleet, input: &Input) {
    assert_eq!(fleet.input(PHONE, EPOCH, input), Ok(()), "{input:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_phone_says_who_it_is_before_it_joins_and_nobody_else_does() {
    let (fleet, host, _data) = started().await;
    let address = host.addresses()[0].to_string();
    let asking = async {
        loop {
            // On a busy machine the first try may be too slow.
            if let Ok(told) = fleet.identify_phone(&address).await {
                return told;
            }
        }
    };
    let told = soon(asking).await;
    assert!(
        !told.model.is_empty() && !told.android_version.is_empty(),
        "{told:?}"
    );
    let nobody = fleet.identify_phone("127.0.0.1:1").await;
    assert!(
        matches!(nobody, Err(PhoneFault::Unreachable(_))),
        "{nobody:?}"
    );
    assert!(fleet.is_healthy(PHONE), "asking disturbs nobody");
    host.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_second_viewer_sees_the_standing_screen_at_once() {
    let (fleet, host, _data) = started().await;
    let first = opened(&fleet, PictureKind::Full).await;
    assert_eq!(*first.size.borrow(), Some(PORTRAIT));
    let start = Stopwatch::start();
    let _second = opened(&fleet, PictureKind::Full).await;
    start.within(Duration::from_secs(1));
    host.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_small_picture_has_key_pictures_only() {
    let (fleet, host, _data) = started().await;
    let mut small = opened(&fleet, PictureKind::Small).await;
    let size = small.size.borrow().expect("a size");
    assert!(size.height <= 320 && size.width < size.height, "{size:?}");
    let _full = opened(&fleet, PictureKind::Full).await;
    fleet.grant_control(PHONE, EPOCH).expect("attached");
    for _ in 0..3 {
        send(&fleet, &Input::Rotate);
        assert!(next(&mut small).await.0.key);
    }
    host.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn inputs_change_the_picture_and_rotation_its_size() {
    let (fleet, host, _data) = started().await;
    let mut watch = opened(&fleet, PictureKind::Full).await;
    fleet.grant_control(PHONE, EPOCH).expect("attached");
    let touch = |action, x, y| Input::Touch {
        action,
        pointer: 0,
        x,
        y,
        pressure: u16::MAX,
    };
    send(&fleet, &touch(TouchAction::Down, 30_000, 30_000));
    send(&fleet, &Input::Rotate);
    soon(watch.size.wait_for(|size| *size == Some(LANDSCAPE)))
        .await
        .expect("it runs");
    send(&fleet, &touch(TouchAction::Up, 30_000, 30_000));
    send(&fleet, &Input::Rotate);
    soon(watch.size.wait_for(|size| *size == Some(PORTRAIT)))
        .await
        .expect("it runs");
    for action in [KeyAction::Down, KeyAction::Up] {
        send(
            &fleet,
            &Input::Key {
                action,
                keycode: KEYCODE_HOME,
                repeat: 0,
                meta: 0,
            },
        );
    }
    next(&mut watch).await;
    host.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_phone_that_is_restarted_comes_back_under_its_viewers() {
    let (fleet, phone, data) = started().await;
    let mut watch = opened(&fleet, PictureKind::Full).await;
    let address = phone.addresses()[0];
    phone.stop().await;
    let phone = host(address, data.path()).await;
    // No viewer asks for a key picture, so the next one is the new screen server's first.
    while !next(&mut watch).await.0.key {}
    phone.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_phone_that_nobody_watches_any_more_puts_its_screen_away() {
    let (fleet, host, _data) = started().await;
    let stats = || host.stats(0).expect("a phone");
    assert_eq!(stats().frames_encoded, 0);
    let watch = opened(&fleet, PictureKind::Full).await;
    assert!(stats().sessions == 1 && stats().has_screen);
    drop(watch);
    eventually("its screen is put away", async || {
        let now = stats();
        if now.sessions == 0 && !now.has_screen {
            Ok(())
        } else {
            Err(format!("{now:?}"))
        }
    })
    .await;
    host.stop().await;
}

pub async fn shell(host: &Host, line: &'static str) {
    let address = host.addresses()[0].to_string();
    let link = Link::connect(&address, LinkOptions::default())
        .await
        .expect("a phone");
    let done = link
        .shell(&ShellCommand::new(line))
        .await
        .expect("an answer");
    assert_eq!(done.exit, 0, "{line}");
}

/// Asks for the phone's sound until the phone has it or says that it has none.
async fn sound(fleet: &Fleet, form: Form) -> SoundState {
    eventually("it is heard or absent", async || {
        let mut listener = fleet.listen(PHONE, form).expect("attached");
        let state = listener
            .state
            .wait_for(|state| *state != SoundState::Starting);
        let state = *state.await.expect("its task says more");
        (state != SoundState::Lost).then_some(state)
    })
    .await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_phone_is_asked_for_an_encoder_once_for_each_link() {
    let (fleet, phone, data) = started().await;
    shell(&phone, "setprop owl.sound 440").await;
    shell(&phone, "setprop owl.sound.opus none").await;
    assert_eq!(sound(&fleet, Form::Opus).await, SoundState::Absent);
    shell(&phone, "setprop owl.sound.opus c2.owl.opus.encoder").await;
    assert_eq!(sound(&fleet, Form::Opus).await, SoundState::Absent);
    let address = phone.addresses()[0];
    phone.stop().await;
    let phone = host(address, data.path()).await;
    eventually("it is asked over the next link", async || {
        sound(&fleet, Form::Opus).await == SoundState::Live
    })
    .await;
    phone.stop().await;
}
