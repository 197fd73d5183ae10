//! The handset through its only door: bytes on a TCP port. Parts that bytes do not reach one by one are tested through `handset::internal`.

mod adb;
mod device;
mod devices;
mod display;
mod fault;
mod files;
mod gallery;
mod host_commands;
mod language;
mod log;
mod moving;
mod newer;
mod packages;
mod phone;
mod scrcpy;
mod screen;
mod scripts;
mod session;
mod shell;
mod sizes;
mod support;
mod viewer;
mod windows;
