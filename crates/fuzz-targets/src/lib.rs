//! Fuzz targets for any bytes. `fuzz/` runs them by libFuzzer (`cargo xtask trust fuzz`); the test of this crate runs them on every
//! sample and on a fixed number of changed ones.

pub mod archives;
pub mod pieces;
pub mod wallets;
pub mod wires;

/// A target: it panics where bytes do harm.
pub type Target = fn(&[u8]);

/// Targets under the names of their files and of their folders of samples.
pub const ALL: [(&str, Target); 21] = [
    ("adb_handshake", wires::adb_handshake),
    ("adb_packet", wires::adb_packet),
    ("auth", wires::auth),
    ("banner", wires::banner),
    ("control_message", wires::control_message),
    ("device_message", wires::device_message),
    ("hid", wires::hid),
    ("package_reply", wires::package_reply),
    ("screen_v3", wires::screen_v3),
    ("screen_v4", wires::screen_v4),
    ("server_args", wires::server_args),
    ("service", wires::service),
    ("shell_packet", wires::shell_packet),
    ("sound", wires::sound),
    ("sync_reply", wires::sync_reply),
    ("sync_request", wires::sync_request),
    ("archive", archives::archive),
    ("app", archives::app),
    ("table", archives::table),
    ("wallet_notice", wallets::wallet_notice),
    ("wallet_answer", wallets::wallet_answer),
];
