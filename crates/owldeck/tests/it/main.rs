//! The product's parts together, and the binary from outside.

mod causes;
mod codes;
mod commands;
mod demo;
mod fleet;
mod flood;
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
mod web;
