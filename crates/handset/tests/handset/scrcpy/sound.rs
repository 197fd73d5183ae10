//! Samples of a tone on request, and of silence.

use handset::internal::sound::{PACKET_SAMPLES, samples, tone_of};

#[test]
fn a_tone_swings_as_often_as_asked_and_goes_on_over_packets() {
    let mut phase = 0.0;
    let mut left = Vec::new();
    for _ in 0..50 {
        let packet = samples(Some(440.0), PACKET_SAMPLES, &mut phase);
        left.extend(
            packet
                .chunks(4)
                .map(|both| i16::from_le_bytes([both[0], both[1]])),
        );
    }
    let rises = left.windows(2).filter(|pair| pair[0] < 0 && pair[1] >= 0);
    assert!((438..=441).contains(&rises.count()));
    let jump = left.windows(2).map(|pair| pair[0].abs_diff(pair[1])).max();
    assert!(jump < Some(500), "{jump:?}");
    assert!(
        samples(None, PACKET_SAMPLES, &mut phase)
            .iter()
            .all(|byte| *byte == 0)
    );
}

#[test]
fn only_tones_that_can_be_heard_are_played() {
    assert_eq!(tone_of(Some("440")), Some(440.0));
    for text in [
        None,
        Some(""),
        Some("0"),
        Some("19"),
        Some("20001"),
        Some("x"),
    ] {
        assert_eq!(tone_of(text), None, "{text:?}");
    }
}
