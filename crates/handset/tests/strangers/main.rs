//! The handset against programs that nobody here wrote: Debian's `adb`, APKs made by Debian's `aapt` and signed by
//! `apksigner`. A program that is missing fails its tests; `cargo xtask test` installs them.

mod apks;
mod auth;
mod bench;
mod files;
mod packages;
mod phone;
mod power;
mod reverse;
mod scrcpy;
mod shells;
