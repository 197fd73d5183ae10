//! The handset through its only door: bytes on a TCP port.

mod adb;
mod devices;
mod display;
mod files;
mod gallery;
mod host_commands;
mod language;
mod moving;
mod newer;
mod scripts;
mod session;
mod shell;
mod sizes;
mod support;
mod viewer;
mod windows;
