//! Keys and `AUTH` packets, and delayed acknowledgement.

use bytes::Bytes;
use phone_wire::auth::{Auth, AuthError, KEY_BYTES, MODULUS_BYTES, PublicKey};
use phone_wire::packet::{Command, Packet, TOKEN_BYTES, WINDOW_BYTES};
use phone_wire::service::Service;
use proptest::collection::vec;
use proptest::prelude::*;

/// 2^2048 - 1942289, an odd number of full length (prime or not does not matter here).
fn modulus() -> [u8; MODULUS_BYTES] {
    let mut modulus = [0xff; MODULUS_BYTES];
    modulus[..4].copy_from_slice(&1_942_289_u32.wrapping_neg().to_le_bytes());
    modulus
}

#[test]
fn a_key_has_montgomerys_numbers_of_its_modulus() {
    let key = PublicKey::new(&modulus(), 65_537).unwrap();
    let bytes = key.to_bytes();
    assert_eq!(bytes[..4], 64_u32.to_le_bytes());
    let n0inv = u32::from_le_bytes(*bytes[4..].first_chunk().unwrap());
    let lowest = 1_942_289_u32.wrapping_neg();
    assert_eq!(n0inv.wrapping_mul(lowest).wrapping_add(1), 0);
    assert_eq!(bytes[8..264], modulus());
    // 2^2048 is 1942289 modulo n, so 2^4096 is its square.
    let square = (1_942_289_u64 * 1_942_289).to_le_bytes();
    assert_eq!(bytes[264..272], square);
    assert!(
        bytes[272..520].iter().all(|byte| *byte == 0),
        "padded with zeros"
    );
    assert_eq!(bytes[520..], 65_537_u32.to_le_bytes());
    assert_eq!(PublicKey::parse(&bytes), Ok(key));
}

#[test]
fn a_short_modulus_is_padded_to_its_full_length() {
    let key = PublicKey::new(&[13], 3).unwrap();
    let bytes = key.to_bytes();
    assert_eq!(bytes.len(), KEY_BYTES);
    // 2^12 is 1 modulo 13, and 4096 is 4 modulo 12: 2^4096 is 16, which is 3.
    assert_eq!((bytes[8], bytes[264]), (13, 3));
    assert_eq!(PublicKey::parse(&bytes), Ok(key));
}

#[test]
fn a_key_goes_through_the_line_that_phones_keep() {
    let key = PublicKey::new(&modulus(), 65_537).unwrap();
    let line = key.to_line("owl@deck");
    assert!(line.starts_with("QAAAA"));
    assert_eq!(line.len(), 700 + " owl@deck".len());
    for end in ["", "\n", "\0"] {
        let read = PublicKey::parse_line(format!("{line}{end}").as_bytes());
        assert_eq!(read, Ok((key.clone(), "owl@deck".to_owned())));
    }
    assert_eq!(
        PublicKey::parse_line(&line.as_bytes()[..700]),
        Ok((key, String::new()))
    );
}

#[test]
fn keys_with_wrong_numbers_are_refused() {
    for bad in [&[][..], &[2], &[1], &[0; MODULUS_BYTES]] {
        assert_eq!(PublicKey::new(bad, 3), Err(AuthError::Inconsistent));
    }
    assert_eq!(
        PublicKey::new(&[1; MODULUS_BYTES + 1], 3),
        Err(AuthError::Length(MODULUS_BYTES + 1))
    );
    let bytes = PublicKey::new(&modulus(), 65_537).unwrap().to_bytes();
    for at in [0, 4, 300] {
        let mut wrong = bytes;
        wrong[at] ^= 1;
        assert_eq!(
            PublicKey::parse(&wrong),
            Err(AuthError::Inconsistent),
            "{at}"
        );
    }
    assert_eq!(PublicKey::parse(&bytes[1..]), Err(AuthError::Length(523)));
    assert_eq!(PublicKey::parse_line(b"QAAAA"), Err(AuthError::NotBase64));
    assert_eq!(PublicKey::parse_line(b"\xff"), Err(AuthError::NotBase64));
    assert_eq!(
        PublicKey::parse_line(&[b'A'; 4097]),
        Err(AuthError::Length(4097))
    );
}

#[test]
fn authentication_packets_are_read_and_written() {
    let key = PublicKey::new(&modulus(), 65_537).unwrap();
    for auth in [
        Auth::Token([7; TOKEN_BYTES]),
        Auth::Signature(Bytes::from_static(&[9; MODULUS_BYTES])),
        Auth::PublicKey {
            key: Box::new(key),
            comment: "owl@deck".to_owned(),
        },
    ] {
        assert_eq!(Auth::parse(&auth.to_packet()), Ok(auth));
    }
    let packet = |kind, length| Packet::new(Command::Auth, kind, 0, Bytes::from(vec![0; length]));
    for (kind, length) in [(1, 19), (1, 21), (2, 255), (2, 257)] {
        assert_eq!(
            Auth::parse(&packet(kind, length)),
            Err(AuthError::Length(length))
        );
    }
    assert_eq!(Auth::parse(&packet(4, 0)), Err(AuthError::UnknownKind(4)));
    assert_eq!(
        Auth::parse(&Packet::okay(1, 1)),
        Err(AuthError::UnknownKind(1))
    );
}

proptest! {
    #[test]
    fn no_authentication_packet_whatever_panics(kind in 0..5_u32, payload in vec(any::<u8>(), 0..800)) {
        let _ = Auth::parse(&Packet::new(Command::Auth, kind, 0, payload.into()));
    }

    #[test]
    fn every_key_comes_back(mut modulus in vec(any::<u8>(), 2..=MODULUS_BYTES), exponent in any::<u32>()) {
        modulus[0] |= 1;
        modulus[1] |= 1;
        let key = PublicKey::new(&modulus, exponent).unwrap();
        prop_assert_eq!(PublicKey::parse(&key.to_bytes()), Ok(key));
    }
}

#[test]
fn an_acknowledgement_by_bytes_carries_them() {
    let okay = Packet::okay_bytes(1, 2, -3);
    assert_eq!(okay.payload, [0xfd, 0xff, 0xff, 0xff][..]);
    assert_eq!(okay.acknowledged(), Some(-3));
    assert_eq!(Packet::okay(1, 2).acknowledged(), None);
    let open = Packet::open_with_window(3, WINDOW_BYTES, &Service::Sync);
    assert_eq!((open.arg0, open.arg1), (3, 33_554_432));
}
