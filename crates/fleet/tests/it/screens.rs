//! Pictures: who gets which, when the phone's screen servers run, and what happens when they are lost.

use std::time::Duration;

use domain::lang::Lang;
use domain::phones::ScreenCause;
use domain::play::picture::{PICTURE_HEADER_BYTES, Picture};
use domain::play::{EndReason, Size, Stage};
use eventually::eventually;
use fleet::{Fleet, PictureKind, Timing, Watch};
use phone_wire::control::ControlMessage;
use relay::Frame;

use crate::stand_in::{Act, Manner, Seen, StandIn, kept_address};
use crate::{attach, fleet_of, fleet_with, healthy, one_phone, one_phone_with, soon, timing};

const PORTRAIT: Size = Size {
    width: 720,
    height: 1280,
};
const LANDSCAPE: Size = Size {
    width: 1280,
    height: 720,
};

async fn picture(watch: &mut Watch) -> (Frame, Picture) {
    let frame = soon(watch.viewer.next()).await.expect("a picture");
    let picture = Picture::parse(&frame.message).expect("a picture message");
    assert_eq!((picture.slot, picture.key), (0, frame.key));
    (frame, picture)
}

async fn opened(fleet: &Fleet, kind: PictureKind) -> Watch {
    let mut watch = fleet.watch(1, kind).expect("attached");
    let (_, first) = picture(&mut watch).await;
    assert!(first.key);
    watch
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_viewers_share_one_server_and_the_very_bytes() {
    let (fleet, mut phone) = one_phone().await;
    let mut first = fleet.watch(1, PictureKind::Full).expect("attached");
    let (key, head) = picture(&mut first).await;
    assert_eq!((head.key, head.sequence), (true, 0));
    assert_eq!(
        &key.message[PICTURE_HEADER_BYTES..][..5],
        [0, 0, 0, 1, 0x67],
        "a key picture begins with its configuration"
    );
    assert_eq!(*first.stage.borrow(), Stage::FirstFrame);
    assert_eq!(*first.size.borrow(), Some(PORTRAIT));

    let mut second = fleet.watch(1, PictureKind::Full).expect("attached");
    let (joined, _) = picture(&mut second).await;
    assert_eq!(joined.message.as_ptr(), key.message.as_ptr());
    for sequence in 1..=3 {
        phone.act(Act::Picture { key: false });
        let ((a, head), (b, _)) = (picture(&mut first).await, picture(&mut second).await);
        assert_eq!((head.key, head.sequence), (false, sequence));
        assert_eq!(a.message.as_ptr(), b.message.as_ptr());
        assert_eq!(&a.message[PICTURE_HEADER_BYTES..], [0, 0, 0, 1, 0x41, 0x9a]);
    }
    let args = phone.started().await;
    assert!(args.control && !args.audio && args.tunnel_forward && !args.cleanup);
    assert_eq!(
        (args.max_size, args.max_fps, args.video_bit_rate),
        (1280, Some(30.0), 4_000_000)
    );
    assert!(phone.nothing_seen(), "one server and no reset");
    assert_eq!(phone.manner.connections(), 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pictures_carry_the_servers_time() {
    let (fleet, phone) = one_phone().await;
    let mut watch = fleet.watch(1, PictureKind::Full).expect("attached");
    let (_, first) = picture(&mut watch).await;
    phone.act(Act::Picture { key: false });
    let (_, second) = picture(&mut watch).await;
    let base = 1_700_000_000_000_000;
    assert!(
        (base..base + 60_000_000).contains(&first.drawn_us),
        "{}",
        first.drawn_us
    );
    assert!(second.drawn_us > first.drawn_us);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_small_picture_is_a_server_of_its_own_with_key_pictures_only() {
    let (fleet, mut phone) = one_phone().await;
    let mut small = opened(&fleet, PictureKind::Small).await;
    let args = phone.started().await;
    assert!(!args.control && !args.audio);
    assert_eq!((args.max_size, args.max_fps), (320, Some(2.0)));
    assert_eq!(
        args.video_codec_options.as_deref(),
        Some("i-frame-interval=0")
    );
    phone.act(Act::Picture { key: false });
    assert!(picture(&mut small).await.1.key);

    let full = opened(&fleet, PictureKind::Full).await;
    assert_ne!(phone.started().await.scid, args.scid);
    assert_eq!(phone.manner.servers(), 2);
    drop(small);
    eventually("the small server is stopped", async || {
        phone.manner.servers() == 1
    })
    .await;
    drop(full);
    eventually("the full server is stopped", async || {
        phone.manner.servers() == 0
    })
    .await;
    assert_eq!(phone.manner.connections(), 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_viewer_who_comes_while_the_screen_lingers_starts_no_second_server() {
    let (fleet, mut phone) = one_phone_with(Timing {
        linger: Duration::from_mins(1),
        ..timing()
    })
    .await;
    drop(opened(&fleet, PictureKind::Full).await);
    drop(opened(&fleet, PictureKind::Full).await);
    phone.started().await;
    assert!(phone.nothing_seen());
    assert_eq!(phone.manner.servers(), 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_screen_that_was_stopped_starts_again() {
    let (fleet, mut phone) = one_phone().await;
    for _ in 0..3 {
        drop(opened(&fleet, PictureKind::Full).await);
        phone.started().await;
        assert!(matches!(phone.seen().await, Seen::Stopped));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_killed_server_comes_back_and_viewers_go_on_with_a_key_picture() {
    let (fleet, phone) = one_phone().await;
    let mut watch = opened(&fleet, PictureKind::Full).await;
    let mut stages = watch.stage.clone();
    stages.borrow_and_update();
    for expected in 1..3 {
        phone.act(Act::KillServers);
        let (_, after) = picture(&mut watch).await;
        assert_eq!((after.key, after.sequence), (true, expected));
        assert!(stages.has_changed().expect("it runs"));
    }
    assert_eq!(*watch.stage.borrow(), Stage::FirstFrame);
    assert_eq!(phone.manner.connections(), 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_cut_connection_comes_back_under_the_same_viewers() {
    let (fleet, phone) = one_phone().await;
    let mut watch = opened(&fleet, PictureKind::Full).await;
    phone.act(Act::Cut);
    assert!(picture(&mut watch).await.1.key);
    assert_eq!(phone.manner.connections(), 2);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_is_killed_again_and_again_is_given_up() {
    let (fleet, phone) = one_phone().await;
    let mut watch = opened(&fleet, PictureKind::Full).await;
    let ended = watch.ended();
    let mut pictures = 1;
    loop {
        phone.act(Act::KillServers);
        match soon(watch.viewer.next()).await {
            Some(_) => pictures += 1,
            None => break,
        }
    }
    assert_eq!(soon(ended).await, EndReason::StreamLeft);
    assert_eq!(pictures, 6, "five recoveries");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_does_not_come_back_ends_the_session_as_stream_left() {
    let (fleet, phone) = one_phone().await;
    let watch = opened(&fleet, PictureKind::Full).await;
    Manner::set(&phone.manner.server_dies, true);
    phone.act(Act::KillServers);
    assert_eq!(soon(watch.ended()).await, EndReason::StreamLeft);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_phone_that_goes_away_ends_the_session_as_offline() {
    let phone = StandIn::at(&kept_address()).await;
    let fleet = fleet_with(timing());
    let mut events = fleet.health_events();
    attach(&fleet, 1, &phone.address);
    healthy(&mut events, 1).await;
    let watch = opened(&fleet, PictureKind::Full).await;
    drop(phone);
    assert_eq!(soon(watch.ended()).await, EndReason::Offline);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_phone_that_was_never_there_is_offline() {
    let address = kept_address();
    let fleet = fleet_with(timing());
    attach(&fleet, 1, &address);
    let watch = fleet.watch(1, PictureKind::Full).expect("attached");
    assert_eq!(*watch.stage.borrow(), Stage::Connecting);
    assert_eq!(soon(watch.ended()).await, EndReason::Offline);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_phone_that_is_slow_to_start_its_screen_is_waited_for() {
    let limit = Duration::from_secs(3);
    let timing = Timing {
        open_timeout: limit,
        ..timing()
    };
    let (fleet, phone) = one_phone_with(timing).await;
    Manner::set(&phone.manner.server_starts, true);
    let mut watch = fleet.watch(1, PictureKind::Full).expect("attached");
    eventually("the server starts", async || phone.manner.servers() == 1).await;
    tokio::time::sleep(limit + limit / 6).await;
    Manner::set(&phone.manner.server_starts, false);
    picture(&mut watch).await;
    assert_eq!(phone.manner.servers(), 1, "at the first try");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_phone_without_a_screen_server_is_not_retrieved() {
    let (fleet, phone) = one_phone().await;
    Manner::set(&phone.manner.server_dies, true);
    let watch = fleet.watch(1, PictureKind::Full).expect("attached");
    assert_eq!(soon(watch.ended()).await, EndReason::NotRetrieved);
    assert_eq!(*watch.cause.borrow(), Some(ScreenCause::Killed));
    in_words(EndReason::NotRetrieved, ScreenCause::Killed);
    Manner::set(&phone.manner.server_dies, false);
    opened(&fleet, PictureKind::Full).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_trying_again_cannot_mend_is_told_in_words_and_not_tried_again() {
    let (fleet, phone) = one_phone_with(Timing {
        open_timeout: Duration::from_hours(1),
        ..timing()
    })
    .await;
    for (says, cause) in [
        (
            "[server] ERROR: The server version (9.9) does not match the client (3.3.4)\n",
            ScreenCause::VersionMismatch,
        ),
        (
            "java.lang.ClassNotFoundException: com.genymobile.scrcpy.Server\n",
            ScreenCause::BrokenServerFile,
        ),
    ] {
        *phone.manner.server_says.lock().expect("never poisoned") = Some(says);
        let watch = fleet.watch(1, PictureKind::Full).expect("attached");
        let ended = soon(watch.ended()).await;
        assert_eq!(ended, EndReason::NotRetrieved);
        let told = *watch.cause.borrow();
        assert_eq!(told, Some(cause));
        in_words(ended, cause);
    }
}

/// Checks that members read the words of this cause at the end.
fn in_words(ended: EndReason, cause: ScreenCause) {
    let (reason, detail) = ended.or_cause(Some(cause));
    for lang in [Lang::Zh, Lang::En] {
        assert_eq!(reason.sentence(detail, lang), cause.words().in_lang(lang));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn without_a_server_file_phones_are_healthy_but_show_nothing() {
    let phone = StandIn::start().await;
    let fleet = fleet_of(timing(), None);
    let mut events = fleet.health_events();
    attach(&fleet, 1, &phone.address);
    healthy(&mut events, 1).await;
    let watch = fleet.watch(1, PictureKind::Full).expect("attached");
    assert_eq!(soon(watch.ended()).await, EndReason::NotRetrieved);
    assert_eq!(*watch.cause.borrow(), Some(ScreenCause::NoServerFile));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn without_a_server_file_a_screenshot_is_shown_whatever_the_phone_says_before_it() {
    let phone = StandIn::start().await;
    let fleet = fleet_of(timing(), None);
    attach(&fleet, 1, &phone.address);
    let writes = |bytes: Vec<u8>| {
        *phone.manner.screencap.lock().expect("never poisoned") = Some(bytes);
    };
    let warning = b"[Warning] Multiple displays were found, but no display id was specified!\n";
    let mut png = std::io::Cursor::new(Vec::new());
    image::DynamicImage::new_rgb8(72, 128)
        .write_to(&mut png, image::ImageFormat::Png)
        .expect("a picture");
    writes([&warning[..], &png.into_inner()].concat());
    let watch = opened(&fleet, PictureKind::Full).await;
    let size = Size {
        width: 72,
        height: 128,
    };
    assert_eq!(*watch.size.borrow(), Some(size));
    // A warning alone is no picture, and that has words of its own.
    writes(warning.to_vec());
    assert!(matches!(
        soon(watch.ended()).await,
        EndReason::NotRetrieved | EndReason::StreamLeft
    ));
    let watch = fleet.watch(1, PictureKind::Full).expect("attached");
    let ended = soon(watch.ended()).await;
    assert_eq!(ended, EndReason::NotRetrieved);
    assert_eq!(*watch.cause.borrow(), Some(ScreenCause::NoScreenshot));
    in_words(ended, ScreenCause::NoScreenshot);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_encoder_that_refuses_a_size_is_tried_with_smaller_ones() {
    let (fleet, mut phone) = one_phone().await;
    phone
        .manner
        .encoder_side_max
        .store(800, std::sync::atomic::Ordering::SeqCst);
    let watch = opened(&fleet, PictureKind::Full).await;
    for side in [1280, 1024, 800] {
        assert_eq!(phone.started().await.max_size, side);
    }
    drop(watch);
    eventually("the server is stopped", async || {
        phone.manner.servers() == 0
    })
    .await;
    phone.forget();
    // The size that was found out is kept.
    opened(&fleet, PictureKind::Full).await;
    assert_eq!(phone.started().await.max_size, 800);
}

/// Sizes and encoders that a phone is asked for while its encoder takes no size, one after the other.
const RUNGS: [(u16, Option<&str>); 5] = [
    (1280, None),
    (1024, None),
    (800, None),
    (800, Some("c2.android.avc.encoder")),
    (800, Some("OMX.google.h264.encoder")),
];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_phone_whose_encoder_takes_no_size_is_tried_with_androids_own() {
    let (fleet, mut phone) = one_phone().await;
    let (last, own) = RUNGS[4];
    *phone.manner.named_encoder.lock().expect("never poisoned") = own;
    phone
        .manner
        .encoder_side_max
        .store(300, std::sync::atomic::Ordering::SeqCst);
    let watch = opened(&fleet, PictureKind::Full).await;
    for (side, encoder) in RUNGS {
        let args = phone.started().await;
        let asked = (args.max_size, args.video_encoder.as_deref());
        assert_eq!(asked, (side, encoder));
    }
    // The small picture comes from Android's own encoder too, and what was found out is kept.
    let small = opened(&fleet, PictureKind::Small).await;
    assert_eq!(phone.started().await.video_encoder.as_deref(), own);
    drop((watch, small));
    eventually("the servers are stopped", async || {
        phone.manner.servers() == 0
    })
    .await;
    phone.forget();
    opened(&fleet, PictureKind::Full).await;
    let args = phone.started().await;
    assert_eq!((args.max_size, args.video_encoder.as_deref()), (last, own));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_phone_without_any_encoder_and_without_screenshots_ends_with_that_cause() {
    let (fleet, mut phone) = one_phone().await;
    phone
        .manner
        .encoder_side_max
        .store(300, std::sync::atomic::Ordering::SeqCst);
    // Findings of these tries are not kept: the encoder may only have been taken.
    for _ in 0..2 {
        let watch = fleet.watch(1, PictureKind::Full).expect("attached");
        assert_eq!(soon(watch.ended()).await, EndReason::NotRetrieved);
        assert_eq!(*watch.cause.borrow(), Some(ScreenCause::NoEncoder));
        in_words(EndReason::NotRetrieved, ScreenCause::NoEncoder);
        for (side, encoder) in RUNGS {
            let args = phone.started().await;
            let asked = (args.max_size, args.video_encoder.as_deref());
            assert_eq!(asked, (side, encoder));
        }
        assert!(phone.nothing_seen());
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_decoder_that_lost_its_way_gets_a_key_picture() {
    let (fleet, mut phone) = one_phone().await;
    let mut watch = opened(&fleet, PictureKind::Full).await;
    phone.started().await;
    fleet.reset(1, PictureKind::Full);
    assert_eq!(phone.control().await, ControlMessage::ResetVideo);
    assert!(picture(&mut watch).await.1.key);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_turned_phone_tells_its_new_size() {
    let (fleet, phone) = one_phone().await;
    let mut watch = opened(&fleet, PictureKind::Full).await;
    watch.size.borrow_and_update();
    phone.act(Act::Turn(LANDSCAPE));
    soon(watch.size.changed()).await.expect("it runs");
    assert_eq!(*watch.size.borrow(), Some(LANDSCAPE));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_text_copied_on_the_phone_reaches_those_who_watch() {
    let (fleet, phone) = one_phone().await;
    let mut watch = opened(&fleet, PictureKind::Full).await;
    phone.act(Act::Copy("你好"));
    let text = soon(watch.clipboard.wait_for(Option::is_some))
        .await
        .expect("it runs")
        .clone();
    assert_eq!(text.as_deref(), Some("你好"));
}
