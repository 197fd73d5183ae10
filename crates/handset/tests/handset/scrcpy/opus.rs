//! Sound as opus.

use handset::internal::opus::Encoder;
use handset::internal::sound::{CHANNELS, PACKET_SAMPLES};

#[test]
fn silence_and_noise_take_as_much_as_they_may() {
    let silence = vec![0; PACKET_SAMPLES as usize * CHANNELS * 2];
    let noise: Vec<u8> = (0..silence.len())
        .map(|at| (at * at / 7 + at * 31) as u8)
        .collect();
    // 20 ms at the asked rate, and half as much again for variable rate.
    for (asked, rate) in [
        (None, 128_000),
        (Some("64000"), 64_000),
        (Some("5999"), 128_000),
        (Some("x"), 128_000),
    ] {
        let mut encoder = Encoder::new(asked).unwrap();
        let quiet = encoder.encode(&silence).unwrap();
        assert!(quiet.len() < 20, "{} bytes of silence", quiet.len());
        let most = rate / 8 / 50 * 3 / 2;
        let all: usize = (0..10).map(|_| encoder.encode(&noise).unwrap().len()).sum();
        assert!(all / 10 <= most, "{asked:?}: {} of {most}", all / 10);
    }
}

#[test]
fn half_a_frame_is_no_packet() {
    let mut encoder = Encoder::new(None).unwrap();
    assert_eq!(encoder.encode(&[0; 100]), None);
}
