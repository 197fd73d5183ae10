//! The handset through its only door: bytes on a TCP port.

mod adb;
mod devices;
mod display;
mod files;
mod gallery;
mod newer;
mod orders;
mod session;
mod shell;
mod sizes;
mod support;
mod viewer;
mod windows;
