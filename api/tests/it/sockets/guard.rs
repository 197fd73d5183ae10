//! Headers of frames, judged before the codec reads them.

use actix_ws::CloseCode;
use api::internal::{Bounds, Broken, Headers};

/// RFC 6455 section 5.2, bits of a frame's first byte: final fragment, and two opcodes.
const FINAL: u8 = 0x80;
const BINARY: u8 = 2;
const PING: u8 = 9;
/// RFC 6455 section 5.2, a frame's second byte: the mask's bit, and the two lengths that say that the true one follows, in two or eight bytes.
const MASKED: u8 = 0x80;
const LENGTH_IN_TWO: u8 = 126;
const LENGTH_IN_EIGHT: u8 = 127;
/// Bytes of a mask, which every frame of a client has.
const MASK_BYTES: usize = 4;

const DISORDER: Broken = (CloseCode::Protocol, "not a WebSocket frame");
const TOO_LARGE: Broken = (CloseCode::Size, "message too large");
const TOO_MANY: Broken = (CloseCode::Policy, "too many messages");

const MAX: usize = 70_000;
const BOUNDS: Bounds = Bounds {
    message_max_bytes: MAX,
    a_second_max: 100,
};

fn header(first: u8, masked: bool, length: u64) -> Vec<u8> {
    let mask = if masked { MASKED } else { 0 };
    let mut bytes = vec![first];
    match length {
        0..=125 => bytes.push(mask | length as u8),
        126..=0xffff => {
            bytes.push(mask | LENGTH_IN_TWO);
            bytes.extend((length as u16).to_be_bytes());
        }
        _ => {
            bytes.push(mask | LENGTH_IN_EIGHT);
            bytes.extend(length.to_be_bytes());
        }
    }
    bytes
}

/// Frame whose mask and payload look like frames that nobody may send.
fn frame(first: u8, length: usize) -> Vec<u8> {
    let mut bytes = header(first, true, length as u64);
    bytes.extend(vec![0xff; MASK_BYTES + length]);
    bytes
}

/// Result of reading a stream that comes in chunks of `chunk` bytes.
fn read(bytes: &[u8], chunk: usize) -> Result<(), (usize, Broken)> {
    let mut headers = Headers::new(BOUNDS);
    for (nth, piece) in bytes.chunks(chunk).enumerate() {
        headers
            .read(piece)
            .map_err(|(sound, broken)| (nth * chunk + sound, broken))?;
    }
    Ok(())
}

#[test]
fn frames_of_all_sizes_pass_up_to_the_limit_and_not_a_byte_more() {
    for length in [0, 1, 124, 125, 126, 127, 65_535, 65_536, MAX - 1, MAX] {
        let two = [frame(FINAL | BINARY, length), frame(FINAL | PING, 125)].concat();
        for chunk in [1, 2, 3, 7, 1000, two.len()] {
            assert_eq!(read(&two, chunk), Ok(()), "{length} by {chunk}");
        }
    }
    for length in [MAX as u64 + 1, 1 << 32, (1 << 63) - 1, 1 << 63, u64::MAX] {
        let before = frame(BINARY, 200);
        let head = header(0, true, length);
        let last = before.len() + head.len() - 1;
        let bytes = [before, head, vec![0; 100]].concat();
        for chunk in 1..bytes.len() {
            assert_eq!(read(&bytes, chunk), Err((last, TOO_LARGE)), "{length}");
        }
    }
}

#[test]
fn what_is_no_frame_of_a_client_ends_at_the_byte_that_shows_it() {
    let of = |first, second| vec![first, second, 0, 200];
    let cases = [
        ("a reserved bit", of(FINAL | 0x40 | BINARY, MASKED), 0),
        ("an operation that nobody has", of(FINAL | 0x03, MASKED), 0),
        ("a control that nobody has", of(FINAL | 0x0b, MASKED), 0),
        ("a ping in pieces", of(PING, MASKED), 0),
        ("no mask", of(FINAL | BINARY, 5), 1),
        ("a long ping", of(FINAL | PING, MASKED | LENGTH_IN_TWO), 1),
        (
            "a close of 2^63",
            of(FINAL | 0x08, MASKED | LENGTH_IN_EIGHT),
            1,
        ),
    ];
    for (what, bytes, at) in cases {
        for chunk in 1..=bytes.len() {
            assert_eq!(read(&bytes, chunk), Err((at, DISORDER)), "{what}");
        }
    }
}

#[test]
fn so_many_frames_a_second_and_not_one_more_whatever_they_are() {
    for first in [FINAL | BINARY, 0, FINAL | PING] {
        let mut headers = Headers::new(BOUNDS);
        let allowed = frame(first, 0).repeat(BOUNDS.a_second_max as usize);
        assert_eq!(headers.read(&allowed), Ok(()));
        assert_eq!(headers.read(&frame(first, 0)), Err((0, TOO_MANY)));
        headers.begin_second();
        assert_eq!(headers.read(&allowed), Ok(()), "another second");
    }
}

#[test]
fn any_bytes_are_judged_alike_however_they_are_split() {
    let mut state = 1_u64;
    let mut drawn = || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (state >> 33) as u8
    };
    let mut passed = 0;
    for _ in 0..2000 {
        // Half of the streams begin with a sound header, else few would come far.
        let mut bytes = if drawn() & 1 == 0 {
            frame(FINAL | BINARY, usize::from(drawn()))
        } else {
            Vec::new()
        };
        bytes.extend((0..40).map(|_| drawn()));
        let whole = read(&bytes, bytes.len());
        passed += usize::from(whole.is_ok());
        for chunk in [1, 2, 3, 5, 11, 64] {
            assert_eq!(read(&bytes, chunk), whole, "{bytes:?} by {chunk}");
        }
    }
    assert!((1..2000).contains(&passed), "{passed} of both kinds");
}
