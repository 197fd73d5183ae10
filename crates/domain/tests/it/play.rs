use domain::access::Level;
use domain::lang::Lang;
use domain::phones::{ScreenCause, Unwell};
use domain::play::picture::{PICTURE_HEADER_BYTES, Picture};
use domain::play::quality::{Arrival, Automatic, IN_TIME_MS, LATE_MS, Step};
use domain::play::sound::{
    AAC_CONFIG, AAC_MAX_BYTES, AAC_SAMPLES, CHANNELS, Form, Forms, OPUS_MAX_BYTES, RATE_HZ,
    SAMPLE_BYTES, SOUND_HEADER_BYTES, SOUND_MAX_BYTES, Sound,
};
use domain::play::{
    CLIPBOARD_MAX_BYTES, CLIPBOARD_SET_MAX_BYTES, CellState, Channel, ClientMessage,
    ClipboardOutcome, EndReason, Event, Following, Header, INPUT_MAX_BYTES, Input, InputMethod,
    KeyAction, Malformed, NextStep, Orientation, Pace, Quality, QualityStep, SessionRequest, Size,
    SoundState, Stage, TEXT_MAX_BYTES, TouchAction, content_point, keys, map_point,
    shared_at_first,
};

use crate::{rows, sentences, vectors};

const FILE: &str = include_str!("../../vectors/play.json");

fn messages() -> Vec<ClientMessage> {
    let inputs = [
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
        Input::Paste("".into()),
        Input::Rotate,
        Input::SetClipboard {
            sequence: 4,
            text: "剪贴板".into(),
        },
    ];
    let requests = [
        SessionRequest::Ping { echo_us: u64::MAX },
        SessionRequest::Ack { sequence: 9 },
        SessionRequest::Reset,
        SessionRequest::Stay,
        SessionRequest::Subscribe,
        SessionRequest::Unsubscribe,
        SessionRequest::Listen(Forms::only(Form::Raw)),
        SessionRequest::Listen(Forms {
            raw: true,
            opus: true,
            aac: false,
        }),
        SessionRequest::Mute,
        SessionRequest::ShareClipboard(true),
        SessionRequest::Quality(Quality::Fluent),
        SessionRequest::FollowApp(true),
        SessionRequest::Include,
        SessionRequest::Exclude,
        SessionRequest::AskControl,
        SessionRequest::GiveControl { to: 70_000 },
        SessionRequest::RefuseControl { to: 1 },
        SessionRequest::CellInterval { ms: 5_000 },
    ];
    inputs
        .map(ClientMessage::from)
        .into_iter()
        .chain(requests.map(ClientMessage::from))
        .collect()
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
        Event::Sound {
            form: Form::Opus,
            state: SoundState::Absent,
        },
        Event::ClipboardShared(true),
        Event::ClipboardSet {
            sequence: 4,
            outcome: ClipboardOutcome::Unconfirmed,
        },
        Event::Quality {
            wanted: Quality::Automatic,
            shown: QualityStep::Small,
        },
        Event::Pace(Pace::LeftOut),
        Event::App("com.owldeck.notes".into()),
        Event::ViewOnly(ScreenCause::NoInputRightXiaomi),
        Event::InputMethod(InputMethod::Devices),
        Event::Follower {
            state: Following::Status,
            detail: 2,
        },
        Event::Lag { ms: 310 },
    ]
}

sentences! {
    fn every_message_comes_back_as_it_was() {
        for message in messages() {
            assert_eq!(ClientMessage::parse(&message.encode_on(None, 299, 5)), Ok((299, 5, message)));
        }
    }

    fn every_event_comes_back_as_it_was() {
        for event in events() {
            assert_eq!(Event::parse(&event.encode(12)), Ok((12, event)));
        }
    }

    fn a_message_cut_anywhere_is_refused_and_so_is_a_longer_one() {
        for whole in messages().iter().map(|message| message.encode_on(None, 0, 1)) {
            for cut in 0..whole.len() {
                assert!(ClientMessage::parse(&whole[..cut]).is_err(), "{whole:?} cut at {cut}");
            }
            let longer = [&whole[..], &[0]].concat();
            assert!(ClientMessage::parse(&longer).is_err(), "{whole:?} and one byte");
        }
        for whole in events().iter().map(|e| e.encode(0)) {
            for cut in 0..whole.len() {
                assert!(Event::parse(&whole[..cut]).is_err(), "{whole:?} cut at {cut}");
            }
        }
    }

    fn a_text_of_the_limit_passes_and_one_byte_more_does_not() {
        assert!(ClientMessage::parse(&Input::Text("a".repeat(TEXT_MAX_BYTES)).encode(0, 1)).is_ok());
        assert_eq!(ClientMessage::parse(&Input::Text("a".repeat(TEXT_MAX_BYTES + 1)).encode(0, 1)), Err(Malformed::TooLong));
        let pasted = |bytes: usize| ClientMessage::parse(&Input::Paste("a".repeat(bytes).into()).encode(0, 1)).map(|(.., input)| input);
        assert_eq!(pasted(CLIPBOARD_SET_MAX_BYTES), Ok(Input::Paste("a".repeat(CLIPBOARD_SET_MAX_BYTES).into()).into()));
        assert_eq!(pasted(CLIPBOARD_SET_MAX_BYTES + 1), Err(Malformed::TooLong));
        assert_eq!(ClientMessage::parse(&vec![0; INPUT_MAX_BYTES + 1]), Err(Malformed::TooLong));
        assert!(Event::parse(&Event::Clipboard("a".repeat(CLIPBOARD_MAX_BYTES)).encode(0)).is_ok());
        assert_eq!(Event::parse(&Event::Clipboard("a".repeat(CLIPBOARD_MAX_BYTES + 1)).encode(0)), Err(Malformed::TooLong));
    }

    fn a_foreign_version_channel_kind_or_text_is_refused() {
        let mut bytes = Input::Rotate.encode(0, 1);
        bytes[0] = 2;
        assert_eq!(ClientMessage::parse(&bytes), Err(Malformed::Version(2)));
        assert_eq!(ClientMessage::parse(&Event::Stage(Stage::Connecting).encode(0)), Err(Malformed::Channel(0)));
        assert_eq!(Event::parse(&Input::Rotate.encode(0, 1)), Err(Malformed::Channel(2)));
        let mut bytes = Input::Rotate.encode(0, 1);
        bytes[8] = 200;
        assert_eq!(ClientMessage::parse(&bytes), Err(Malformed::Kind(200)));
        let mut bytes = Input::Text("ab".into()).encode(0, 1);
        *bytes.last_mut().unwrap() = 0xff;
        assert_eq!(ClientMessage::parse(&bytes), Err(Malformed::Utf8));
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
    }

    fn the_end_of_a_picture_says_of_an_unwell_phone_what_its_card_says() {
        for unwell in Unwell::ALL {
            for reason in [EndReason::Offline, EndReason::NotRetrieved, EndReason::StreamLeft] {
                let (told, detail) = reason.or_unwell(0, Some(unwell));
                assert_eq!(told, EndReason::Offline);
                for lang in [Lang::Zh, Lang::En] {
                    assert_eq!(told.sentence(detail, lang), unwell.words().in_lang(lang));
                }
            }
        }
        let (killed, unwell) = (ScreenCause::Killed as u32, Some(Unwell::Unreachable));
        assert_eq!(EndReason::NoPicture.or_unwell(killed, unwell), (EndReason::NoPicture, killed), "that says more");
        assert_eq!(EndReason::NotRetrieved.or_unwell(0, None), (EndReason::NotRetrieved, 0));
        assert_eq!(EndReason::Offline.sentence(0, Lang::Zh), EndReason::Offline.words().zh);
        assert_eq!(EndReason::NoPicture.sentence(99, Lang::En), EndReason::NoPicture.words().en);
        assert_eq!(EndReason::SignedOut.next_step(), NextStep::SignIn);
        // "Go back to the list" is what both of them say.
        for reason in [EndReason::Occupied, EndReason::JoinFailed] {
            assert_eq!(reason.next_step(), NextStep::BackToList);
        }
    }

    fn what_the_rules_or_the_member_end_is_no_failure_and_some_of_it_ends_a_link() {
        let names = |wanted: fn(EndReason) -> bool| -> Vec<&str> {
            EndReason::ALL.into_iter().filter(|reason| wanted(*reason)).map(|reason| reason.into_str()).collect()
        };
        assert_eq!(names(EndReason::is_failure), ["offline", "streamLeft", "joinFailed", "notRetrieved", "status", "badMessage", "noPicture"]);
        assert_eq!(names(EndReason::ends_link), ["expired", "recalled", "signedOut", "left", "lowered"]);
    }

    fn a_clipboard_of_the_limit_passes_and_one_byte_more_does_not() {
        let of = |bytes| Input::SetClipboard { sequence: 1, text: "a".repeat(bytes) }.encode(0, 1);
        assert!(of(CLIPBOARD_SET_MAX_BYTES).len() <= INPUT_MAX_BYTES);
        assert!(ClientMessage::parse(&of(CLIPBOARD_SET_MAX_BYTES)).is_ok());
        assert_eq!(ClientMessage::parse(&of(CLIPBOARD_SET_MAX_BYTES + 1)), Err(Malformed::TooLong));
    }

    fn an_input_says_how_the_picture_lay_or_nothing() {
        for orientation in [None, Some(Orientation::Portrait), Some(Orientation::Landscape)] {
            let bytes = Input::Rotate.encode_on(orientation, 0, 1);
            assert_eq!(Orientation::of_header(Header::parse(&bytes).unwrap()), orientation);
            assert_eq!(ClientMessage::parse(&bytes), Ok((0, 1, Input::Rotate.into())));
        }
        let mut both = Input::Rotate.encode(0, 1);
        both[2] = 3;
        assert_eq!(Orientation::of_header(Header::parse(&both).unwrap()), None);
        assert_eq!(Orientation::of(Size { width: 720, height: 1280 }), Orientation::Portrait);
        assert_eq!(Orientation::of(Size { width: 1280, height: 720 }), Orientation::Landscape);
    }

    fn sound_is_read_as_it_was_written_and_only_in_whole_samples() {
        let sound = Sound { slot: 0, form: Form::Raw, sequence: 7, heard_us: 1_700_000_000_000_000 };
        let message = |samples: usize| [&sound.to_bytes()[..], &vec![5; samples]].concat();
        assert_eq!(&message(0)[..12], &[1, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 7]);
        assert_eq!(Sound::parse(&message(8)), Ok((sound, &[5; 8][..])));
        assert!(Sound::parse(&message(SOUND_MAX_BYTES)).is_ok());
        assert_eq!(Sound::parse(&message(SOUND_MAX_BYTES + SAMPLE_BYTES)), Err(Malformed::TooLong));
        assert_eq!(Sound::parse(&message(6)), Err(Malformed::Trailing(2)));
        assert_eq!(Sound::parse(&message(0)[..SOUND_HEADER_BYTES - 1]), Err(Malformed::Short));
        assert_eq!(Sound::parse(&Input::Rotate.encode(0, 1)), Err(Malformed::Channel(2)));
    }

    fn a_packet_of_opus_or_aac_is_read_as_it_was_written_and_is_never_empty_or_too_long() {
        for (form, most) in [(Form::Opus, OPUS_MAX_BYTES), (Form::Aac, AAC_MAX_BYTES)] {
            let sound = Sound { slot: 0, form, sequence: 8, heard_us: 9 };
            let message = |bytes: usize| [&sound.to_bytes()[..], &vec![5; bytes]].concat();
            assert_eq!(&message(0)[..12], &[1, 3, form as u8, 0, 0, 0, 0, 0, 0, 0, 0, 8]);
            assert_eq!(Sound::parse(&message(3)), Ok((sound, &[5; 3][..])));
            assert!(Sound::parse(&message(most)).is_ok());
            assert_eq!(Sound::parse(&message(most + 1)), Err(Malformed::TooLong));
            assert_eq!(Sound::parse(&message(0)), Err(Malformed::Short));
        }
        let mut neither = Sound { slot: 0, form: Form::Aac, sequence: 8, heard_us: 9 }.to_bytes();
        neither[2] = 3;
        assert_eq!(Sound::parse(&neither), Err(Malformed::Range));
    }

    fn forms_are_what_their_bits_say() {
        for bits in 1..=7 {
            assert_eq!(Forms::from_bits(bits).map(Forms::bits), Some(bits));
        }
        assert_eq!((Forms::from_bits(0), Forms::from_bits(8)), (None, None));
        for form in Form::ALL {
            let only = Forms::only(form);
            assert_eq!((only.bits(), only.without(form), only.with(form)), (1 << form as u8, Forms::NONE, only));
            assert!(Form::ALL.iter().all(|other| only.has(*other) == (*other == form)));
            assert_eq!((Form::from_code(form as u8), form.is_encoded()), (Some(form), form != Form::Raw));
        }
        assert_eq!(Form::from_code(3), None);
    }

    fn a_phone_is_heard_in_the_best_form_that_it_and_the_browser_have_and_never_in_none() {
        let (opus, aac) = (Forms::only(Form::Opus), Forms::only(Form::Aac));
        let both = opus.with(Form::Aac);
        for (decodes, refused, heard) in [
            (both, Forms::NONE, Form::Opus),
            (both, opus, Form::Aac),
            (both, aac, Form::Opus),
            (both, both, Form::Raw),
            (opus, Forms::NONE, Form::Opus),
            (opus, opus, Form::Raw),
            (aac, Forms::NONE, Form::Aac),
            (aac, opus, Form::Aac),
            (aac, aac, Form::Raw),
            (Forms::NONE, Forms::NONE, Form::Raw),
            (both.with(Form::Raw), both.with(Form::Raw), Form::Raw),
        ] {
            assert_eq!(Form::to_hear(decodes, refused), heard, "{decodes:?} but {refused:?}");
            // Each refusal is a step down, so that the last one is soon reached.
            let below = Form::to_hear(decodes, refused.with(heard));
            assert!(heard == Form::Raw || below != heard, "{below:?}");
        }
        for (refused, recorded) in [
            (Forms::NONE, Some(Form::Opus)),
            (opus, Some(Form::Aac)),
            (aac, Some(Form::Opus)),
            (both, None),
            (Forms::only(Form::Raw), Some(Form::Opus)),
        ] {
            assert_eq!(Form::to_record(refused), recorded);
        }
    }

    fn what_a_decoder_of_aac_is_told_is_what_the_numbers_say() {
        let [first, second] = AAC_CONFIG.map(u32::from);
        let both = first << 8 | second;
        // ISO/IEC 14496-3, 1.6.2.1: object type, index of the rate, channels, and nothing else.
        assert_eq!((both >> 11, both >> 7 & 15, both >> 3 & 15, both & 7), (2, 3, u32::from(CHANNELS), 0));
        assert_eq!((RATE_HZ, AAC_SAMPLES), (48_000, 1024));
    }

    fn states_of_sound_clipboard_and_quality_have_words_in_both_languages() {
        let words = SoundState::ALL.map(SoundState::words).into_iter()
            .chain(ClipboardOutcome::ALL.map(ClipboardOutcome::words))
            .chain(Pace::ALL.map(Pace::words))
            .chain(Quality::ALL.map(Quality::words));
        for words in words {
            assert!(!words.zh.is_empty() && !words.en.is_empty() && words.zh != words.en, "{}", words.en);
        }
        assert_eq!((SoundState::from_code(5), ClipboardOutcome::from_code(5), Quality::from_code(4)), (None, None, None));
        assert_eq!((QualityStep::from_code(0), QualityStep::from_code(5), Pace::from_code(3)), (None, None, None));
    }

    fn a_clipboard_is_shared_at_first_only_on_ones_own_phone_that_nobody_else_is_let_into() {
        assert!(shared_at_first(Level::Owner, false));
        assert!(!shared_at_first(Level::Owner, true));
        assert!(!shared_at_first(Level::Operate, true));
        assert!(!shared_at_first(Level::View, true));
    }

    fn late_pictures_bring_the_automatic_quality_down_step_by_step() {
        let mut automatic = Automatic::new(0);
        let late = Arrival { age_ms: Some(LATE_MS), dropped: false };
        assert_eq!(automatic.judge(QualityStep::High, late, 2_500), None, "a new picture may still be on its way");
        assert_eq!(automatic.judge(QualityStep::High, late, 3_499), None, "not late for a second yet");
        assert_eq!(automatic.judge(QualityStep::High, late, 3_500), Some(QualityStep::Standard));
        assert_eq!(automatic.judge(QualityStep::Standard, late, 3_600), None);
        assert_eq!(automatic.judge(QualityStep::Standard, late, 6_499), None);
        assert_eq!(automatic.judge(QualityStep::Standard, late, 6_500), Some(QualityStep::Fluent));
        assert_eq!(automatic.judge(QualityStep::Fluent, late, 60_000), None, "there is nothing below");
        assert_eq!(Automatic::new(0).judge(QualityStep::High, Arrival { age_ms: None, dropped: true }, 3_000), Some(QualityStep::Standard), "what was left out need not last");
        assert_eq!(Automatic::new(0).judge(QualityStep::High, Arrival { age_ms: None, dropped: true }, 2_999), None);
    }

    fn pictures_in_time_bring_it_up_and_a_step_that_was_too_early_doubles_the_wait() {
        let (late, in_time) = (Arrival { age_ms: Some(LATE_MS), dropped: true }, Arrival { age_ms: Some(IN_TIME_MS - 1), dropped: false });
        let mut automatic = Automatic::new(0);
        assert_eq!(automatic.judge(QualityStep::Fluent, in_time, 10), None);
        assert_eq!(automatic.judge(QualityStep::Fluent, in_time, 15_009), None);
        assert_eq!(automatic.judge(QualityStep::Fluent, in_time, 15_010), Some(QualityStep::Standard));
        assert_eq!(automatic.judge(QualityStep::Standard, late, 20_000), Some(QualityStep::Fluent));
        assert_eq!(automatic.judge(QualityStep::Fluent, in_time, 21_000), None);
        assert_eq!(automatic.judge(QualityStep::Fluent, in_time, 50_999), None, "30 s now");
        assert_eq!(automatic.judge(QualityStep::Fluent, in_time, 51_000), Some(QualityStep::Standard));
        let between = Arrival { age_ms: Some(IN_TIME_MS), dropped: false };
        assert_eq!(automatic.judge(QualityStep::Standard, in_time, 52_000), None);
        assert_eq!(automatic.judge(QualityStep::Standard, between, 53_000), None, "neither late nor in time");
        assert_eq!(automatic.judge(QualityStep::Standard, in_time, 82_500), None, "counted anew");
        assert_eq!(automatic.judge(QualityStep::High, in_time, 1_000_000), None, "there is nothing above");
    }

    fn a_step_up_is_taken_back_at_the_first_picture_that_is_late() {
        let (late, in_time) = (Arrival { age_ms: Some(LATE_MS), dropped: false }, Arrival { age_ms: Some(10), dropped: false });
        let mut automatic = Automatic::new(0);
        assert_eq!(automatic.judge(QualityStep::Fluent, in_time, 10), None);
        assert_eq!(automatic.judge(QualityStep::Fluent, in_time, 15_010), Some(QualityStep::Standard));
        assert_eq!(automatic.judge(QualityStep::Standard, in_time, 15_260), None);
        assert_eq!(automatic.judge(QualityStep::Standard, late, 15_510), Some(QualityStep::Fluent), "neither long nor settled");
        assert_eq!(automatic.judge(QualityStep::Fluent, late, 15_760), None, "what follows the way down is judged as ever");
        assert_eq!(automatic.judge(QualityStep::Fluent, in_time, 16_000), None);
        assert_eq!(automatic.judge(QualityStep::Fluent, in_time, 45_999), None, "30 s now");
        assert_eq!(automatic.judge(QualityStep::Fluent, in_time, 46_000), Some(QualityStep::Standard));
    }

    fn an_onlooker_goes_to_the_small_picture_and_back_and_no_further() {
        let (late, in_time) = (Arrival { age_ms: None, dropped: true }, Arrival { age_ms: Some(10), dropped: false });
        let mut automatic = Automatic::new(0);
        assert_eq!(automatic.judge_onlooker(false, in_time, 100_000), None, "there is nothing above");
        assert_eq!(automatic.judge_onlooker(false, late, 100_250), Some(Step::Down));
        assert_eq!(automatic.judge_onlooker(true, late, 110_000), None, "there is nothing below");
        assert_eq!(automatic.judge_onlooker(true, in_time, 111_000), None);
        assert_eq!(automatic.judge_onlooker(true, in_time, 126_000), Some(Step::Up));
        assert_eq!(automatic.judge_onlooker(false, late, 130_000), Some(Step::Down));
        assert_eq!(automatic.judge_onlooker(true, in_time, 131_000), None);
        assert_eq!(automatic.judge_onlooker(true, in_time, 160_999), None, "30 s now");
        assert_eq!(automatic.judge_onlooker(true, in_time, 161_000), Some(Step::Up));
    }

    fn nothing_sent_tells_nothing() {
        let mut automatic = Automatic::new(0);
        let nothing = Arrival { age_ms: None, dropped: false };
        for second in 0..1_000 {
            assert_eq!(automatic.judge(QualityStep::Standard, nothing, second * 1_000), None);
        }
        assert_eq!(Quality::Automatic.shown(QualityStep::Standard), QualityStep::Standard);
        assert_eq!(Quality::High.shown(QualityStep::Standard), QualityStep::High);
    }
}

#[cfg(not(target_arch = "wasm32"))]
mod properties {
    use domain::play::sound::Sound;
    use domain::play::{ClientMessage, Event, Input, Size, content_point, map_point};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn garbage_never_panics(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
            let _ = ClientMessage::parse(&bytes);
            let _ = Event::parse(&bytes);
            let _ = Sound::parse(&bytes);
        }

        #[test]
        fn text_round_trips(text in ".{0,200}", slot in any::<u16>(), epoch in any::<u32>()) {
            let input = Input::Text(text);
            prop_assert_eq!(ClientMessage::parse(&input.encode(slot, epoch)), Ok((slot, epoch, input.into())));
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
