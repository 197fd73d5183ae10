//! Hostile and broken streams: an error or a picture, never a fault of the program, and all well again with a key picture.

use proptest::prelude::*;
use soft::{AccessUnitError, Decoder, UNIT_MAX_BYTES};

use crate::scenes::{Scene, Settings, recorded, stream};

#[test]
fn nothing_is_decoded_before_a_key_picture() {
    let units = stream(Scene::Camera, Settings::Handset, (64, 64), 3);
    let mut decoder = Decoder::default();
    assert_eq!(decoder.decode(&units[1]), Err(AccessUnitError::NoKey));
    assert!(decoder.picture().is_none());
    assert_eq!(decoder.decode(&units[0]), Ok(true));
    assert_eq!(decoder.decode(&units[1]), Ok(true));
}

#[test]
fn a_unit_without_a_picture_is_no_fault() {
    let mut decoder = Decoder::default();
    for unit in [
        &[][..],
        &[0; 64],
        &[0, 0, 1],
        &[0, 0, 0, 1, 9, 16],
        b"no start code at all",
    ] {
        assert_eq!(decoder.decode(unit), Ok(false), "{unit:?}");
    }
}

#[test]
fn a_picture_cut_short_is_a_fault_and_the_next_key_picture_helps() {
    let units = stream(Scene::Camera, Settings::Handset, (128, 128), 4);
    let mut decoder = Decoder::default();
    assert_eq!(decoder.decode(&units[0]), Ok(true));
    let half = &units[1][..units[1].len() / 2];
    assert!(decoder.decode(half).is_err());
    assert_eq!(
        decoder.decode(&units[2]),
        Err(AccessUnitError::NoKey),
        "its forerunner is missing"
    );
    assert_eq!(decoder.decode(&units[0]), Ok(true));
    assert_eq!(decoder.decode(&units[1]), Ok(true));
}

#[test]
fn a_unit_may_be_as_long_as_the_limit_and_no_longer() {
    let mut unit = stream(Scene::Screen, Settings::Handset, (64, 64), 1).swap_remove(0);
    unit.resize(UNIT_MAX_BYTES, 0);
    let mut decoder = Decoder::default();
    assert_eq!(decoder.decode(&unit), Ok(true));
    unit.push(0);
    assert_eq!(decoder.decode(&unit), Err(AccessUnitError::TooLong));
}

#[test]
fn every_fault_has_a_number_of_its_own() {
    let all = [
        AccessUnitError::TooLong,
        AccessUnitError::NoKey,
        AccessUnitError::Parameters,
        AccessUnitError::Limits,
        AccessUnitError::Unsupported,
        AccessUnitError::Damaged,
    ];
    let codes: std::collections::BTreeSet<i32> = all.iter().map(|fault| fault.code()).collect();
    assert_eq!(codes.len(), all.len());
    assert!(codes.iter().all(|code| *code < 0));
}

fn sample() -> &'static Vec<Vec<u8>> {
    static SAMPLE: std::sync::OnceLock<Vec<Vec<u8>>> = std::sync::OnceLock::new();
    SAMPLE.get_or_init(|| {
        let mut units = stream(Scene::Camera, Settings::Handset, (64, 96), 3);
        units.extend(stream(Scene::Scrolling, Settings::High, (64, 96), 3));
        for profile in ["main", "high"] {
            let recorded = recorded(&format!("tests/samples/x264-{profile}.h264"));
            units.extend(recorded.into_iter().take(4));
        }
        units
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    #[test]
    fn garbage_is_answered(unit in proptest::collection::vec(any::<u8>(), 0..2_000)) {
        let mut decoder = Decoder::default();
        let _ = decoder.decode(&unit);
        let with_start = [&[0, 0, 0, 1, 0x67][..], &unit].concat();
        let _ = decoder.decode(&with_start);
    }

    #[test]
    fn a_damaged_stream_is_answered_and_heals(
        damage in proptest::collection::vec((0_usize..14, any::<prop::sample::Index>(), any::<u8>()), 1..24),
        cut in proptest::option::of((0_usize..14, any::<prop::sample::Index>())),
    ) {
        let mut units = sample().clone();
        for (unit, at, byte) in damage {
            let unit = &mut units[unit];
            let at = at.index(unit.len());
            unit[at] = byte;
        }
        if let Some((unit, at)) = cut {
            let length = at.index(units[unit].len());
            units[unit].truncate(length);
        }
        let mut decoder = Decoder::default();
        for unit in &units {
            let decoded = decoder.decode(unit);
            prop_assert!(decoded != Ok(true) || decoder.picture().is_some());
        }
        prop_assert_eq!(decoder.decode(&sample()[0]), Ok(true));
    }
}
