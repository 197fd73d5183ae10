//! The product's parts together, and the binary from outside.

#[path = "../../../handset/tests/strangers/apks.rs"]
mod apks;
mod bench;
mod causes;
mod codes;
mod commands;
mod demo;
mod embeds;
mod files;
mod fleet;
mod flood;
mod group;
mod hosts;
mod leavers;
mod live;
mod operations;
mod operations_faults;
mod operations_kills;
mod outbox;
mod payloads;
mod payments;
mod payments_kills;
mod play;
mod play_ends;
mod play_lines;
mod play_pace;
mod play_shots;
mod play_sound;
mod provider;
mod sockets;
mod stills;
mod tls;
mod tokens;
mod uploads;
mod web;
mod webhooks;
