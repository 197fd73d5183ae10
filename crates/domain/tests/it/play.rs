use domain::access::Level;
use domain::lang::Lang;
use domain::phones::ScreenCause;
use domain::play::picture::{PICTURE_HEADER_BYTES, Picture};
use domain::play::{
    CLIPBOARD_MAX_BYTES, CellState, Channel, EndReason, Event, Header, INPUT_MAX_BYTES, Input,
    KeyAction, Malformed, NextStep, Size, Stage, TEXT_MAX_BYTES, TouchAction, content_point, keys,
    map_point,
};

use crate::{rows, sentences, vectors};

const FILE: &str = include_str!("../../vectors/play.json");

fn inputs() -> Vec<Input> {
    vec![
        Input::Touch {
            action: TouchAction::Move,
            pointer: 7,
            x: 1,
            y: 65_535,
            pressure: 32_768,
        },
        Input::Scroll {
            x: 3,
            y: 4,
            horizontal: -256,
            vertical: 512,
        },
        Input::Key {
            action: KeyAction::Up,
            keycode: 66,
            repeat: 2,
            meta: 0x1001,
        },
        Input::Text("你好 hello 👍".into()),
        Input::Paste(String::new()),
        Input::Rotate,
        Input::Ping { echo_us: u64::MAX },
        Input::Ack { sequence: 9 },
        Input::Reset,
        Input::Stay,
        Input::Subscribe,
        Input::Unsubscribe,
    ]
}

fn events() -> Vec<Event> {
    vec![
        Event::Hello {
            epoch: 3,
            level: Level::Operate,
            control: true,
            resume: "r".repeat(43),
            server_us: 1_700_000_000_000_000,
        },
        Event::Stage(Stage::FirstFrame),
        Event::Size(Size {
            width: 720,
            height: 1280,
        }),
        Event::Pong {
            echo_us: 1,
            server_us: 2,
        },
        Event::Clipboard("剪贴板".into()),
        Event::Ended {
            reason: EndReason::Idle,
            detail: 30,
        },
        Event::Cell(CellState::Offline),
        Event::IdleWarning { seconds: 60 },
    ]
}

sentences! {
    fn every_input_comes_back_as_it_was() {
        for input in inputs() {
            assert_eq!(Input::parse(&input.encode(299, 5)), Ok((299, 5, input)));
        }
    }

    fn every_event_comes_back_as_it_was() {
        for event in events() {
            assert_eq!(Event::parse(&event.encode(12)), Ok((12, event)));
        }
    }

    fn a_message_cut_anywhere_is_refused_and_so_is_a_longer_one() {
        for whole in inputs().iter().map(|i| i.encode(0, 1)) {
            for cut in 0..whole.len() {
                assert!(Input::parse(&whole[..cut]).is_err(), "{whole:?} cut at {cut}");
            }
            let longer = [&whole[..], &[0]].concat();
            assert!(Input::parse(&longer).is_err(), "{whole:?} and one byte");
        }
        for whole in events().iter().map(|e| e.encode(0)) {
            for cut in 0..whole.len() {
                assert!(Event::parse(&whole[..cut]).is_err(), "{whole:?} cut at {cut}");
            }
        }
    }

    fn a_text_of_the_limit_passes_and_one_byte_more_does_not() {
        assert!(Input::parse(&Input::Text("a".repeat(TEXT_MAX_BYTES)).encode(0, 1)).is_ok());
        assert_eq!(Input::parse(&Input::Text("a".repeat(TEXT_MAX_BYTES + 1)).encode(0, 1)), Err(Malformed::TooLong));
        assert_eq!(Input::parse(&vec![0; INPUT_MAX_BYTES + 1]), Err(Malformed::TooLong));
        assert!(Event::parse(&Event::Clipboard("a".repeat(CLIPBOARD_MAX_BYTES)).encode(0)).is_ok());
        assert_eq!(Event::parse(&Event::Clipboard("a".repeat(CLIPBOARD_MAX_BYTES + 1)).encode(0)), Err(Malformed::TooLong));
    }

    fn a_foreign_version_channel_kind_or_text_is_refused() {
        let mut bytes = Input::Rotate.encode(0, 1);
        bytes[0] = 2;
        assert_eq!(Input::parse(&bytes), Err(Malformed::Version(2)));
        assert_eq!(Input::parse(&Event::Stage(Stage::Connecting).encode(0)), Err(Malformed::Channel(0)));
        assert_eq!(Event::parse(&Input::Rotate.encode(0, 1)), Err(Malformed::Channel(2)));
        let mut bytes = Input::Rotate.encode(0, 1);
        bytes[8] = 200;
        assert_eq!(Input::parse(&bytes), Err(Malformed::Kind(200)));
        let mut bytes = Input::Text("ab".into()).encode(0, 1);
        *bytes.last_mut().unwrap() = 0xff;
        assert_eq!(Input::parse(&bytes), Err(Malformed::Utf8));
    }

    fn a_picture_is_read_from_its_first_bytes_alone() {
        let picture = Picture { slot: 299, key: true, still: false, sequence: 0x0102_0304, drawn_us: 1_700_000_000_000_000 };
        let bytes = picture.to_bytes();
        assert_eq!(bytes.len(), PICTURE_HEADER_BYTES);
        assert_eq!(&bytes[..12], &[1, 1, 1, 0, 1, 43, 0, 0, 1, 2, 3, 4]);
        assert_eq!(Picture::parse(&bytes), Ok(picture));
        assert_eq!(Picture::parse(&bytes[..19]), Err(Malformed::Short));
        assert_eq!(Header::parse(&bytes), Ok(Header::new(Channel::Picture, 1, 299)));
        let still = Picture { still: true, ..picture };
        assert_eq!(still.to_bytes()[2], 3);
        assert_eq!(Picture::parse(&still.to_bytes()), Ok(still));
    }

    fn normalised_points_reach_every_pixel_and_none_beyond() {
        for row in rows(&vectors(FILE), "map") {
            let n = |at: usize| u16::try_from(row[at].as_u64().unwrap()).unwrap();
            let got = map_point(n(0), n(1), Size { width: n(2), height: n(3) });
            assert_eq!(serde_json::json!(got.map(|m| [m.x, m.y])), row[4], "{row}");
        }
    }

    fn points_on_the_bars_are_clamped_to_the_content() {
        for row in rows(&vectors(FILE), "content") {
            let n = |at: usize| row[at].as_f64().unwrap();
            let size = Size { width: n(4) as u16, height: n(5) as u16 };
            let got = content_point(n(0), n(1), n(2), n(3), size);
            assert_eq!(serde_json::json!(got.map(|(x, y)| [x, y])), row[6], "{row}");
        }
        assert_eq!(content_point(f64::NAN, 0.0, 1.0, 1.0, Size { width: 1, height: 1 }), None);
    }

    fn browser_keys_have_android_codes() {
        for row in rows(&vectors(FILE), "keys") {
            assert_eq!(keys::keycode_of(row[0].as_str().unwrap()).map(u64::from), row[1].as_u64(), "{row}");
        }
        assert_eq!(keys::meta_state(true, false, true, false, false, false), 0x1001);
    }

    fn each_end_has_words_in_both_languages_and_a_next_step() {
        for reason in EndReason::ALL {
            assert_eq!(EndReason::from_code(reason as u8), Some(reason));
            let (zh, en) = (reason.sentence(30, Lang::Zh), reason.sentence(30, Lang::En));
            assert!(!zh.is_empty() && zh != en && !zh.contains('{') && !en.contains('{'), "{reason:?}");
        }
        assert_eq!(EndReason::from_code(0), None);
        assert_eq!(EndReason::Idle.sentence(30, Lang::En), "Disconnected after 30 minutes without activity.");
        let told = EndReason::NotRetrieved.or_cause(Some(ScreenCause::NoEncoder));
        assert_eq!(told, (EndReason::NoPicture, 4));
        assert_eq!(told.0.sentence(told.1, Lang::En), ScreenCause::NoEncoder.words().en);
        assert_eq!(EndReason::StreamLeft.or_cause(None), (EndReason::StreamLeft, 0));
        assert_eq!(EndReason::Offline.or_cause(Some(ScreenCause::Killed)), (EndReason::Offline, 0), "that says more");
        assert_eq!(EndReason::NoPicture.sentence(99, Lang::En), EndReason::NoPicture.words().en);
        assert_eq!(EndReason::SignedOut.next_step(), NextStep::SignIn);
        assert_eq!(EndReason::Occupied.next_step(), NextStep::BackToList);
    }

    fn only_acting_inputs_need_control() {
        let acting = inputs().iter().filter(|i| i.acts()).count();
        assert_eq!(acting, 6);
    }
}

#[cfg(not(target_arch = "wasm32"))]
mod properties {
    use domain::play::{Event, Input, Size, content_point, map_point};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn garbage_never_panics(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
            let _ = Input::parse(&bytes);
            let _ = Event::parse(&bytes);
        }

        #[test]
        fn text_round_trips(text in ".{0,200}", slot in any::<u16>(), epoch in any::<u32>()) {
            let input = Input::Text(text);
            prop_assert_eq!(Input::parse(&input.encode(slot, epoch)), Ok((slot, epoch, input)));
        }

        #[test]
        fn a_mapped_point_lies_on_the_screen_and_keeps_its_order(a in any::<u16>(), b in any::<u16>(), w in 1u16..4096, h in 1u16..4096) {
            let size = Size { width: w, height: h };
            let (low, high) = (map_point(a.min(b), 0, size).unwrap(), map_point(a.max(b), 0, size).unwrap());
            prop_assert!(low.x <= high.x && high.x < w && low.y < h);
        }

        #[test]
        fn a_pixel_shown_at_any_scale_is_hit(x in 0u16..720, y in 0u16..1280, scale in 0.2f64..4.0) {
            let size = Size { width: 720, height: 1280 };
            let (ew, eh) = (720.0 * scale, 1280.0 * scale);
            // The centre of a pixel in the element leads back to that pixel, give or take the rounding of one.
            let (nx, ny) = content_point((f64::from(x) + 0.5) * scale, (f64::from(y) + 0.5) * scale, ew, eh, size).unwrap();
            let hit = map_point(nx, ny, size).unwrap();
            prop_assert!(hit.x.abs_diff(x) <= 1 && hit.y.abs_diff(y) <= 1);
        }
    }
}
