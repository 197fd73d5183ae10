//! Protected windows: a window with Android's `FLAG_SECURE` is black in every picture of the screen, and takes input like any other.

use super::Frame;
use crate::device::{App, Device, Front};

/// Property with the name of a package whose window is protected, beside those whose manifests ask for protection.
pub(crate) const PROPERTY: &str = "owl.secure";

/// Whether the window in front is protected.
pub(crate) fn hides(property: Option<&str>, device: &Device) -> bool {
    let Front::App(app) = device.front else {
        return false;
    };
    let named = property.is_some_and(|package| {
        device
            .about(app)
            .is_some_and(|about| about.package == package)
    });
    named || matches!(app, App::Installed(uid) if is_protected(device, uid))
}

/// Whether the app's manifest asks for protection.
fn is_protected(device: &Device, uid: u32) -> bool {
    device.packages.by_uid(uid).is_some_and(|app| app.protected)
}

/// Blackens the whole picture.
pub(crate) fn cover(frame: &mut Frame) {
    frame.pixels.fill([0, 0, 0, 255]);
}
