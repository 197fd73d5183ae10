//! Any bytes as the service of an `OPEN` packet.
#![no_main]

use libfuzzer_sys::fuzz_target;
use phone_wire::service::Service;

fuzz_target!(|data: &[u8]| {
    if let Ok(service) = Service::parse(data) {
        let _ = Service::parse(&service.to_bytes());
    }
});
