//! State of a phone's user interface: the app in front, notes, clipboard. Taps and keys change plain values;
//! `screen` draws them and says what was tapped.

mod apps;
pub mod editor;
mod gallery;
pub(crate) mod keys;
pub(crate) mod language;
pub(crate) mod notes;

use std::path::PathBuf;
use std::sync::Arc;

pub(crate) use apps::App;
pub(crate) use language::Language;

use gallery::Gallery;

use crate::files::{Entry, Files};
use crate::identity::Identity;
use crate::log::Log;
use crate::packages::Packages;
use notes::Notes;

/// Longest text of the clipboard in bytes: as long as scrcpy's SET_CLIPBOARD carries.
pub(crate) const CLIPBOARD_LIMIT_BYTES: usize = 262_130;

/// Content of the screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Front {
    Home,
    App(App),
    Recents,
}

/// Effect of a tap on a place of the screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Action {
    Open(App),
    CloseRecents,
    Back,
    Home,
    OpenNote(u32),
    NewNote,
    DeleteNote,
    CopyNote,
    PasteIntoNote,
    OpenEntry(usize),
    OpenPicture(usize),
    /// Puts the cursor at a place in the text of the note, which the screen finds.
    PlaceCursor,
    Type(char),
    Backspace,
    Shift,
    Symbols,
    HideKeyboard,
}

/// State of the soft keyboard.
#[derive(Debug, Default, Clone, Copy)]
pub(crate) struct Keyboard {
    pub(crate) shown: bool,
    pub(crate) shift: bool,
    pub(crate) symbols: bool,
}

/// State of the files app.
#[derive(Debug, Default)]
pub(crate) struct Browser {
    pub(crate) folder: String,
    pub(crate) entries: Vec<Entry>,
}

/// A phone's state. Every change sets `changed`, which tells the screen to draw.
#[derive(Debug)]
pub(crate) struct Device {
    pub(crate) identity: Arc<Identity>,
    pub(crate) name: String,
    pub(crate) language: Language,
    files: Files,
    pub(crate) packages: Arc<Packages>,
    log: Arc<Log>,
    /// Dots per inch; 320 makes one point two pixels.
    density: u32,
    /// Width and height in pixels while the phone stands upright.
    upright: (u16, u16),
    pub(crate) awake: bool,
    pub(crate) landscape: bool,
    pub(crate) front: Front,
    /// Opened apps, the latest first.
    pub(crate) recents: Vec<App>,
    pub(crate) notes: Notes,
    pub(crate) keyboard: Keyboard,
    pub(crate) browser: Browser,
    pub(crate) gallery: Gallery,
    /// Scroll position of the page in front, in points; the screen keeps it within the page.
    pub(crate) scroll: f32,
    /// Whether the screen must scroll so that the text cursor is visible.
    pub(crate) follow_cursor: bool,
    clipboard: String,
    copied: bool,
    changed: bool,
}

impl Device {
    pub(crate) fn new(
        identity: Arc<Identity>,
        name: String,
        files: Files,
        packages: Arc<Packages>,
        log: Arc<Log>,
        (density, upright): (u32, (u16, u16)),
    ) -> Self {
        Self {
            notes: Notes::new(files.notes()),
            identity,
            name,
            language: Language::of_locale(language::USUAL),
            files,
            packages,
            log,
            density,
            upright,
            awake: true,
            landscape: false,
            front: Front::Home,
            recents: Vec::new(),
            keyboard: Keyboard::default(),
            browser: Browser::default(),
            gallery: Gallery::default(),
            scroll: 0.0,
            follow_cursor: false,
            clipboard: String::new(),
            copied: false,
            changed: true,
        }
    }

    /// Sets the language of the screens; a boot sets the stored one before anything is drawn.
    pub(crate) fn set_language(&mut self, language: Language) {
        if self.language != language {
            self.language = language;
            self.touch();
        }
    }

    /// Text in the phone's language.
    pub(crate) const fn words(&self, chinese: &'static str, english: &'static str) -> &'static str {
        self.language.pick(chinese, english)
    }

    /// Whether anything changed since the last call.
    pub(crate) fn take_changed(&mut self) -> bool {
        std::mem::take(&mut self.changed)
    }

    /// Text that the user copied on the phone since the last call.
    pub(crate) fn take_copied(&mut self) -> Option<String> {
        std::mem::take(&mut self.copied).then(|| self.clipboard.clone())
    }

    /// Marks the picture as outdated.
    pub(crate) fn touch(&mut self) {
        self.changed = true;
    }

    pub(crate) fn clipboard(&self) -> &str {
        &self.clipboard
    }

    /// Sets the clipboard from outside the phone.
    pub(crate) fn set_clipboard(&mut self, text: String) {
        self.clipboard = text;
    }

    fn copy(&mut self, text: String) {
        self.clipboard = text;
        self.copied = true;
    }

    pub(crate) fn density(&self) -> u32 {
        self.density
    }

    pub(crate) fn set_density(&mut self, density: u32) {
        self.density = density;
        self.scroll = 0.0;
        self.follow_cursor = true;
        self.touch();
    }

    /// The screen's width and height in pixels, as it is turned.
    pub(crate) fn size(&self) -> (u16, u16) {
        let (width, height) = self.upright;
        if self.landscape {
            (height, width)
        } else {
            (width, height)
        }
    }

    /// Sets the size of the screen; `upright` is its width and height in pixels while it is not turned.
    pub(crate) fn set_size(&mut self, upright: (u16, u16)) {
        self.upright = upright;
        self.scroll = 0.0;
        self.follow_cursor = true;
        self.touch();
    }

    /// Path on the host of a path of the phone.
    pub(crate) fn place(&self, path: &str) -> Option<PathBuf> {
        self.files.resolve(path)
    }

    /// Rotation of the picture, in quarters against the clock, as Android counts.
    pub(crate) const fn orientation(&self) -> u8 {
        self.landscape as u8
    }

    /// Turns the screen by a quarter, or back.
    pub(crate) fn rotate(&mut self) {
        self.landscape = !self.landscape;
        self.scroll = 0.0;
        self.follow_cursor = true;
        self.touch();
    }

    pub(crate) fn set_awake(&mut self, awake: bool) {
        if self.awake != awake {
            self.awake = awake;
            self.touch();
        }
    }

    /// Does the action of a tapped place.
    pub(crate) fn perform(&mut self, action: Action) {
        match action {
            Action::Open(app) => self.open(app),
            Action::CloseRecents => {
                self.recents.clear();
                self.home();
            }
            Action::Back => self.back(),
            Action::Home => self.home(),
            Action::OpenNote(id) => {
                self.notes.open(id);
                self.show_editor();
            }
            Action::NewNote => {
                self.notes.create();
                self.show_editor();
            }
            Action::DeleteNote => {
                self.notes.delete_open();
                self.keyboard = Keyboard::default();
                self.scroll = 0.0;
            }
            Action::CopyNote => {
                if let Some(editor) = self.notes.editor() {
                    let text = editor
                        .selected()
                        .filter(|text| !text.is_empty())
                        .unwrap_or(editor.text())
                        .to_owned();
                    self.copy(text);
                }
            }
            Action::PasteIntoNote => self.paste(),
            Action::OpenEntry(index) => self.open_entry(index),
            Action::OpenPicture(index) => {
                if let Some(path) = self.gallery.pictures.get(index).cloned() {
                    self.show_picture(path);
                }
            }
            Action::PlaceCursor => self.keyboard.shown = true,
            Action::Type(letter) => {
                self.type_text(letter.encode_utf8(&mut [0; 4]));
                self.keyboard.shift = false;
            }
            Action::Backspace => self.edit(editor::Editor::backspace),
            Action::Shift => self.keyboard.shift = !self.keyboard.shift,
            Action::Symbols => self.keyboard.symbols = !self.keyboard.symbols,
            Action::HideKeyboard => self.keyboard.shown = false,
        }
        self.touch();
    }

    /// Handles a file that was added to the shared storage, as Android's media scanner does.
    pub(crate) fn scan_file(&mut self, path: &str) {
        self.log.info("MediaProvider", &format!("Scanned {path}"));
        self.gallery.reload(&self.files);
        if self.front == Front::App(App::Files) {
            self.browser.entries = self.files.list(&self.browser.folder);
        }
        self.touch();
    }

    /// Brings an app to the front.
    pub(crate) fn open(&mut self, app: App) {
        // The icon may have been drawn before the app was removed.
        let Some(about) = self.about(app) else { return };
        self.log.info(
            "ActivityTaskManager",
            &format!("START u0 {{cmp={}/{}}}", about.package, about.activity),
        );
        self.awake = true;
        if self.front != Front::App(app) {
            self.front = Front::App(app);
            self.scroll = 0.0;
        }
        self.recents.retain(|other| *other != app);
        self.recents.insert(0, app);
        match app {
            App::Notes => self.notes.reload(),
            App::Files if self.browser.folder.is_empty() => self.browse("/sdcard".into()),
            App::Files => self.browse(self.browser.folder.clone()),
            App::Gallery => self.gallery.reload(&self.files),
            App::Settings | App::Clock | App::Installed(_) => {}
        }
        self.touch();
    }

    /// Closes an app as `am force-stop` does.
    pub(crate) fn stop(&mut self, app: App) {
        self.recents.retain(|other| *other != app);
        match app {
            App::Notes => {
                self.notes.close();
                self.keyboard = Keyboard::default();
            }
            App::Files => self.browser = Browser::default(),
            App::Gallery => self.gallery = Gallery::default(),
            App::Settings | App::Clock | App::Installed(_) => {}
        }
        if self.front == Front::App(app) {
            self.home();
        }
    }

    pub(crate) fn home(&mut self) {
        self.front = Front::Home;
        self.keyboard.shown = false;
        self.scroll = 0.0;
        self.touch();
    }

    pub(crate) fn show_recents(&mut self) {
        self.front = Front::Recents;
        self.keyboard.shown = false;
        self.scroll = 0.0;
        self.touch();
    }

    /// Goes one step back: closes the keyboard, else the page, else the app.
    pub(crate) fn back(&mut self) {
        match self.front {
            Front::Home => {}
            Front::App(App::Notes) if self.notes.editor().is_some() => {
                if self.keyboard.shown {
                    self.keyboard.shown = false;
                } else {
                    self.notes.close();
                    self.scroll = 0.0;
                }
            }
            Front::App(App::Files) if self.browser.folder != "/sdcard" => {
                let parent = self
                    .browser
                    .folder
                    .rsplit_once('/')
                    .map_or("/sdcard", |(parent, _)| parent)
                    .to_owned();
                self.browse(parent);
            }
            Front::App(App::Gallery) if self.gallery.open.is_some() => self.close_picture(),
            Front::Recents | Front::App(_) => self.home(),
        }
        self.touch();
    }

    /// Types text at the cursor, if something is being written.
    pub(crate) fn type_text(&mut self, text: &str) {
        self.edit(|editor| editor.insert(text));
    }

    /// Types the clipboard at the cursor.
    pub(crate) fn paste(&mut self) {
        let text = self.clipboard.clone();
        self.type_text(&text);
    }

    /// Copies (or cuts) the selected text.
    pub(crate) fn copy_selection(&mut self, cut: bool) {
        let Some(text) = self
            .writing()
            .and_then(|editor| editor.selected())
            .filter(|text| !text.is_empty())
        else {
            return;
        };
        let text = text.to_owned();
        self.copy(text);
        if cut {
            self.type_text("");
        }
    }

    /// Changes the text being written and keeps the note on disk in step.
    pub(crate) fn edit(&mut self, change: impl FnOnce(&mut editor::Editor)) {
        if !self.awake || self.front != Front::App(App::Notes) {
            return;
        }
        if self.notes.edit(change) {
            self.follow_cursor = true;
            self.touch();
        }
    }

    /// Text that keys act on, if one is being written.
    fn writing(&self) -> Option<&editor::Editor> {
        if self.front == Front::App(App::Notes) {
            self.notes.editor()
        } else {
            None
        }
    }

    fn show_editor(&mut self) {
        self.keyboard = Keyboard {
            shown: true,
            ..Keyboard::default()
        };
        self.scroll = 0.0;
        self.follow_cursor = true;
    }

    fn browse(&mut self, folder: String) {
        self.browser.entries = self.files.list(&folder);
        self.browser.folder = folder;
        self.scroll = 0.0;
    }

    fn open_entry(&mut self, index: usize) {
        let Some(entry) = self.browser.entries.get(index) else {
            return;
        };
        let path = format!("{}/{}", self.browser.folder, entry.name);
        if entry.is_folder {
            self.browse(path);
        } else if gallery::is_picture(&entry.name) {
            self.show_picture(path);
        }
    }
}
