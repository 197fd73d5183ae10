//! State of the gallery: the pictures in the usual folders, and the one that is open, zoomed and moved by fingers.

use super::{App, Device, Front};
use crate::files::Files;

/// Folders that are searched for pictures.
const FOLDERS: [&str; 3] = ["/sdcard/Pictures", "/sdcard/DCIM", "/sdcard/Download"];
/// Most pictures that are shown.
const PICTURES_LIMIT: usize = 60;
/// Greatest magnification of a picture.
const ZOOM_MAX: f32 = 8.0;

/// State of the gallery.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Gallery {
    /// Paths on the phone.
    pub(crate) pictures: Vec<String>,
    pub(crate) open: Option<String>,
    /// Magnification; 1 fits the screen.
    pub(crate) zoom: f32,
    /// Offset from the middle of the screen to the middle of the picture, in points.
    pub(crate) offset: (f32, f32),
}

impl Default for Gallery {
    fn default() -> Self {
        Self {
            pictures: Vec::new(),
            open: None,
            zoom: 1.0,
            offset: (0.0, 0.0),
        }
    }
}

/// Whether the gallery shows a file of this name.
pub(super) fn is_picture(name: &str) -> bool {
    name.rsplit_once('.')
        .is_some_and(|(stem, end)| !stem.is_empty() && end.eq_ignore_ascii_case("png"))
}

impl Gallery {
    pub(super) fn reload(&mut self, files: &Files) {
        self.pictures = FOLDERS
            .iter()
            .flat_map(|folder| {
                let entries = files.list(folder).into_iter();
                let pictures = entries.filter(|entry| !entry.is_folder && is_picture(&entry.name));
                pictures.map(move |entry| format!("{folder}/{}", entry.name))
            })
            .take(PICTURES_LIMIT)
            .collect();
    }

    fn show(&mut self, path: Option<String>) {
        self.open = path;
        self.zoom = 1.0;
        self.offset = (0.0, 0.0);
    }
}

impl Device {
    /// Opens one picture in the gallery.
    pub(super) fn show_picture(&mut self, path: String) {
        if self.front != Front::App(App::Gallery) {
            self.open(App::Gallery);
        }
        self.gallery.show(Some(path));
        self.touch();
    }

    pub(super) fn close_picture(&mut self) {
        self.gallery.show(None);
    }

    fn has_picture(&self) -> bool {
        self.front == Front::App(App::Gallery) && self.gallery.open.is_some()
    }

    /// Handles a drag in points: moves the open picture, or scrolls the page.
    pub(crate) fn drag(&mut self, x: f32, y: f32) {
        if self.has_picture() {
            self.gallery.offset.0 += x;
            self.gallery.offset.1 += y;
        } else {
            self.scroll -= y;
            self.follow_cursor = false;
        }
        self.touch();
    }

    /// Handles a pinch: two fingers move apart or together by `ratio` around a place given in points from the middle of the screen.
    pub(crate) fn pinch(&mut self, ratio: f32, around: (f32, f32)) {
        if !self.has_picture() {
            return;
        }
        let gallery = &mut self.gallery;
        let zoom = (gallery.zoom * ratio).clamp(1.0, ZOOM_MAX);
        let ratio = zoom / gallery.zoom;
        gallery.zoom = zoom;
        // The point under the fingers stays there.
        let follow = |offset: f32, around: f32| around + (offset - around) * ratio;
        gallery.offset = (
            follow(gallery.offset.0, around.0),
            follow(gallery.offset.1, around.1),
        );
        self.touch();
    }
}
