//! Any bytes as `AUTH` packets and the lines of a phone's key file.
#![no_main]

use libfuzzer_sys::fuzz_target;
use phone_wire::auth::{Auth, PublicKey};
use phone_wire::packet::{Command, Packet};

fuzz_target!(|data: &[u8]| {
    let kind = data.first().map_or(0, |byte| u32::from(byte % 5));
    let payload = data.get(1..).unwrap_or_default().to_vec();
    if let Ok(auth) = Auth::parse(&Packet::new(Command::Auth, kind, 0, payload.into())) {
        assert_eq!(Auth::parse(&auth.to_packet()), Ok(auth));
    }
    if let Ok((key, comment)) = PublicKey::parse_line(data) {
        assert_eq!(
            PublicKey::parse_line(key.to_line(&comment).as_bytes()).map(|(key, _)| key),
            Ok(key)
        );
    }
});
