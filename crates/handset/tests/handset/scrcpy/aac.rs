//! Sound as AAC-LC.

use handset::internal::aac::{Encoder, PACKET_SAMPLES, config};
use handset::internal::sound::{CHANNELS, RATE};

const RAW_BYTES: usize = PACKET_SAMPLES as usize * CHANNELS * 2;

#[test]
fn silence_and_noise_take_as_much_as_they_may() {
    let silence = vec![0; RAW_BYTES];
    let noise: Vec<u8> = (0..RAW_BYTES)
        .map(|at| (at * at / 7 + at * 31) as u8)
        .collect();
    for (asked, rate) in [
        (None, 128_000),
        (Some("64000"), 64_000),
        (Some("512000"), 512_000),
        (Some("512001"), 128_000),
        (Some("7999"), 128_000),
        (Some("x"), 128_000),
    ] {
        let mut encoder = Encoder::new(asked).unwrap();
        let quiet = encoder.encode(&silence).unwrap();
        assert!(quiet.len() < 20, "{} bytes of silence", quiet.len());
        let packets: Vec<usize> = (0..50)
            .map(|_| encoder.encode(&noise).unwrap().len())
            .collect();
        let most = packets.iter().max().unwrap();
        assert!(*most <= 1536, "{asked:?}: {most}");
        let each = packets.iter().sum::<usize>() / packets.len();
        let may = rate / 8 * PACKET_SAMPLES as usize / RATE as usize;
        assert!(each <= may * 11 / 10, "{asked:?}: {each} of {may}");
    }
}

#[test]
fn the_config_is_the_encoder_s_own_and_half_a_packet_is_none() {
    let mut encoder = Encoder::new(None).unwrap();
    assert_eq!(encoder.aac.asc(), config());
    assert_eq!(encoder.encode(&[0; RAW_BYTES / 2]), None);
    assert_eq!(encoder.encode(&[0; RAW_BYTES + 4]), None);
}
