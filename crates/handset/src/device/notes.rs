//! Store of the notes app: one text file a note in the app's folder, written at each change.

use std::path::{Path, PathBuf};

use causes::causes;

use super::editor::{Editor, TEXT_LIMIT_BYTES};

/// Most notes that a phone lists.
const NOTES_LIMIT: usize = 500;

/// A note as the list shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Note {
    pub(crate) id: u32,
    /// First line with text.
    pub(crate) title: String,
    /// Second line with text.
    pub(crate) preview: String,
}

/// Notes of a phone, and the note being written.
#[derive(Debug)]
pub(crate) struct Notes {
    folder: PathBuf,
    list: Vec<Note>,
    open: Option<(u32, Editor)>,
}

impl Notes {
    pub(crate) fn new(folder: PathBuf) -> Self {
        Self {
            folder,
            list: Vec::new(),
            open: None,
        }
    }

    /// The notes, latest first.
    pub(crate) fn list(&self) -> &[Note] {
        &self.list
    }

    /// The note being written.
    pub(crate) fn editor(&self) -> Option<&Editor> {
        self.open.as_ref().map(|(_, editor)| editor)
    }

    /// Reads the list anew.
    pub(crate) fn reload(&mut self) {
        let names = std::fs::read_dir(&self.folder).into_iter().flatten();
        let mut ids: Vec<u32> = names
            .filter_map(|entry| id_of(&entry.ok()?.path()))
            .collect();
        ids.sort_unstable_by(|a, b| b.cmp(a));
        ids.truncate(NOTES_LIMIT);
        self.list = ids
            .into_iter()
            .map(|id| summary(id, &self.read(id)))
            .collect();
    }

    pub(crate) fn open(&mut self, id: u32) {
        self.open = Some((id, Editor::new(self.read(id))));
    }

    /// Starts an empty note; its file appears with the first character.
    pub(crate) fn create(&mut self) {
        let id = self
            .list
            .iter()
            .map(|note| note.id)
            .max()
            .unwrap_or(0)
            .saturating_add(1);
        self.open = Some((id, Editor::default()));
    }

    /// Leaves the note being written, which is on disk already.
    pub(crate) fn close(&mut self) {
        self.open = None;
        self.reload();
    }

    pub(crate) fn delete_open(&mut self) {
        if let Some((id, _)) = self.open.take() {
            // A note that was never written has no file; anything else shows up in the reloaded list.
            let _ = std::fs::remove_file(self.path(id));
        }
        self.reload();
    }

    /// Changes the note being written; true if there is one.
    pub(crate) fn edit(&mut self, change: impl FnOnce(&mut Editor)) -> bool {
        let Some((id, editor)) = self.open.as_mut() else {
            return false;
        };
        let before = editor.text().to_owned();
        change(editor);
        if editor.text() != before {
            let (id, text) = (*id, editor.text().to_owned());
            if let Err(error) = write_whole(&self.path(id), &text) {
                tracing::warn!(error = %causes(&error), id, "store note failed");
            }
        }
        true
    }

    fn path(&self, id: u32) -> PathBuf {
        self.folder.join(format!("note-{id:04}.txt"))
    }

    fn read(&self, id: u32) -> String {
        let mut bytes = std::fs::read(self.path(id)).unwrap_or_default();
        bytes.truncate(TEXT_LIMIT_BYTES);
        String::from_utf8_lossy(&bytes).into_owned()
    }
}

/// Replaces a file in one step, so that a killed phone keeps the old text or the new, never half.
fn write_whole(path: &Path, text: &str) -> std::io::Result<()> {
    let beside = path.with_extension("tmp");
    std::fs::write(&beside, text)?;
    std::fs::rename(&beside, path)
}

fn id_of(path: &Path) -> Option<u32> {
    path.file_name()?
        .to_str()?
        .strip_prefix("note-")?
        .strip_suffix(".txt")?
        .parse()
        .ok()
}

fn summary(id: u32, text: &str) -> Note {
    let mut lines = text
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .map(|line| line.chars().take(60).collect::<String>());
    Note {
        id,
        title: lines.next().unwrap_or_default(),
        preview: lines.next().unwrap_or_default(),
    }
}
