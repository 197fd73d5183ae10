//! Luma and chroma equal to openh264's, picture by picture.

use openh264::formats::YUVSource;
use soft::Decoder;

use crate::scenes::{Scene, Settings, recorded, stream};

/// Decodes with both and compares each picture; how many there were.
fn compare(what: &str, units: &[Vec<u8>]) -> usize {
    let mut theirs = openh264::decoder::Decoder::new().unwrap();
    let mut ours = Decoder::default();
    let mut pictures = 0;
    for (at, unit) in units.iter().enumerate() {
        assert_eq!(ours.decode(unit), Ok(true), "{what}, picture {at}");
        let (picture, parameters) = ours.picture().unwrap();
        let expected = theirs.decode(unit).unwrap().expect("one picture a unit");
        assert_eq!(
            (picture.width, picture.height),
            expected.dimensions(),
            "{what}, {at}"
        );
        assert_eq!(
            (parameters.width as usize, parameters.height as usize),
            expected.dimensions(),
            "{what}, {at}"
        );
        let strides = expected.strides();
        let (width, height) = expected.dimensions();
        for (plane, mine, yours, stride, across, down) in [
            ("luma", &picture.y, expected.y(), strides.0, width, height),
            (
                "blue",
                &picture.u,
                expected.u(),
                strides.1,
                width / 2,
                height / 2,
            ),
            (
                "red",
                &picture.v,
                expected.v(),
                strides.2,
                width / 2,
                height / 2,
            ),
        ] {
            assert_eq!(mine.len(), across * down, "{what}, {at}, {plane}");
            for (row, mine) in mine.chunks_exact(across).enumerate() {
                assert!(
                    mine == &yours[row * stride..row * stride + across],
                    "{what}, picture {at}, row {row} of {plane} differs"
                );
            }
        }
        pictures += 1;
    }
    pictures
}

#[test]
fn every_content_is_decoded_as_openh264_decodes_it() {
    for scene in [Scene::Camera, Scene::Screen, Scene::Scrolling] {
        for settings in [
            Settings::Handset,
            Settings::Camera,
            Settings::Screen,
            Settings::High,
        ] {
            let units = stream(scene, settings, (368, 640), 30);
            assert_eq!(compare(&format!("{scene:?} by {settings:?}"), &units), 30);
        }
    }
}

#[test]
fn the_streams_are_of_the_profiles_that_they_should_be() {
    // Behind the start code and the head of the sequence parameters.
    for (settings, profile) in [
        (Settings::Handset, 66),
        (Settings::Screen, 66),
        (Settings::High, 100),
    ] {
        let unit = stream(Scene::Camera, settings, (64, 64), 1).swap_remove(0);
        let head = unit
            .windows(4)
            .position(|bytes| bytes == [0, 0, 1, 0x67])
            .unwrap();
        assert_eq!(unit[head + 4], profile, "{settings:?}");
    }
}

#[test]
fn a_picture_that_is_no_whole_number_of_macroblocks_is_cropped_alike() {
    for size in [(360, 640), (354, 626), (18, 34)] {
        let units = stream(Scene::Camera, Settings::Handset, size, 8);
        assert_eq!(compare(&format!("{size:?}"), &units), 8);
    }
}

#[test]
fn a_phone_s_own_size_is_decoded_alike() {
    let units = stream(Scene::Scrolling, Settings::Handset, (720, 1_280), 12);
    assert_eq!(compare("720 × 1280", &units), 12);
}

#[test]
fn a_turned_phone_goes_on_with_other_parameters_in_the_same_decoder() {
    let mut units = stream(Scene::Screen, Settings::Handset, (368, 640), 6);
    units.extend(stream(Scene::Screen, Settings::Handset, (640, 368), 6));
    units.extend(stream(Scene::Camera, Settings::Camera, (368, 640), 6));
    assert_eq!(compare("turned twice", &units), 18);
}

#[test]
fn what_the_handset_sent_is_decoded_alike() {
    let units = recorded("../../e2e/bench/sample.h264");
    assert_eq!(compare("recorded", &units), units.len());
    assert!(units.len() >= 60);
}

#[test]
fn another_encoder_s_main_and_high_profile_are_decoded_alike() {
    for (profile, number) in [("main", 77), ("high", 100)] {
        let units = recorded(&format!("tests/samples/x264-{profile}.h264"));
        let head = units[0]
            .windows(4)
            .position(|bytes| bytes == [0, 0, 1, 0x67])
            .unwrap();
        assert_eq!(units[0][head + 4], number);
        assert_eq!(compare(profile, &units), 30);
    }
}

#[test]
fn small_pictures_that_are_all_key_pictures_may_share_a_decoder() {
    let streams: Vec<Vec<Vec<u8>>> = [(144, 320), (320, 144), (144, 320)]
        .iter()
        .zip([Scene::Camera, Scene::Screen, Scene::Scrolling])
        .map(|(size, scene)| {
            (0..4)
                .map(|time| stream(scene, Settings::Handset, *size, time + 1).swap_remove(0))
                .collect()
        })
        .collect();
    let mut units = Vec::new();
    for time in 0..4 {
        units.extend(streams.iter().map(|stream| stream[time].clone()));
    }
    assert_eq!(compare("three phones in one decoder", &units), 12);
}
