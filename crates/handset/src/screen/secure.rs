//! Protected windows: what carries Android's `FLAG_SECURE` is black in every picture of the screen, and takes input as any other window does.

use super::Frame;
use crate::device::{Device, Front};

/// Names the package whose window is protected; any other value protects none.
pub(crate) const PROPERTY: &str = "owl.secure";

/// Whether the window in front is the protected one.
pub(crate) fn hides(property: Option<&str>, device: &Device) -> bool {
    let Front::App(app) = device.front else {
        return false;
    };
    property.is_some_and(|package| {
        device
            .about(app)
            .is_some_and(|about| about.package == package)
    })
}

/// Takes everything away that the picture shows.
pub(crate) fn cover(frame: &mut Frame) {
    frame.pixels.fill([0, 0, 0, 255]);
}
