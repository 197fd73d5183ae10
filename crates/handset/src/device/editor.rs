//! Text with a cursor and a selection: typing, pasting and deleting.

use std::ops::Range;

/// Longest text of a note in bytes; characters that do not fit are dropped.
pub const TEXT_LIMIT_BYTES: usize = 64 * 1024;

/// Text being written. Cursor and anchor are byte offsets on character borders.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Editor {
    text: String,
    cursor: usize,
    anchor: Option<usize>,
}

impl Editor {
    /// Opens a text with the cursor behind it.
    pub fn new(text: String) -> Self {
        Self {
            cursor: text.len(),
            text,
            anchor: None,
        }
    }

    pub fn text(&self) -> &str {
        &self.text
    }

    /// Characters before the cursor.
    pub fn cursor_chars(&self) -> usize {
        self.text[..self.cursor].chars().count()
    }

    /// The selection as a range of characters.
    pub fn selection_chars(&self) -> Option<Range<usize>> {
        let range = self.selection()?;
        let start = self.text[..range.start].chars().count();
        Some(start..start + self.text[range].chars().count())
    }

    pub fn selected(&self) -> Option<&str> {
        self.selection().map(|range| &self.text[range])
    }

    fn selection(&self) -> Option<Range<usize>> {
        self.anchor
            .map(|anchor| anchor.min(self.cursor)..anchor.max(self.cursor))
    }

    /// Replaces the selection, or inserts at the cursor. Line ends become `\n`; other control characters but tabs are dropped.
    pub fn insert(&mut self, text: &str) {
        let clean: String = text
            .replace("\r\n", "\n")
            .chars()
            .map(|c| if c == '\r' { '\n' } else { c })
            .filter(|c| !c.is_control() || matches!(c, '\n' | '\t'))
            .collect();
        let replaced = self.selection().unwrap_or(self.cursor..self.cursor);
        let mut fits = (TEXT_LIMIT_BYTES + replaced.len())
            .saturating_sub(self.text.len())
            .min(clean.len());
        while !clean.is_char_boundary(fits) {
            fits -= 1;
        }
        self.text.replace_range(replaced.clone(), &clean[..fits]);
        self.cursor = replaced.start + fits;
        self.anchor = None;
    }

    /// Deletes the selection or the character before the cursor.
    pub fn backspace(&mut self) {
        if self.selection().is_none_or(|range| range.is_empty()) {
            self.anchor = Some(self.before());
        }
        self.insert("");
    }

    /// Deletes the selection or the character behind the cursor.
    pub fn delete(&mut self) {
        if self.selection().is_none_or(|range| range.is_empty()) {
            self.anchor = Some(self.after());
        }
        self.insert("");
    }

    pub fn select_all(&mut self) {
        self.anchor = Some(0);
        self.cursor = self.text.len();
    }

    /// Puts the cursor behind `chars` characters.
    pub fn place(&mut self, chars: usize) {
        self.cursor = self
            .text
            .char_indices()
            .nth(chars)
            .map_or(self.text.len(), |(at, _)| at);
        self.anchor = None;
    }

    /// Moves the cursor; with `select` the selection grows along.
    pub fn step(&mut self, to: Step, select: bool) {
        let target = match to {
            Step::Left => self.before(),
            Step::Right => self.after(),
            Step::Up => self.line_above(),
            Step::Down => self.line_below(),
            Step::LineStart => self.line_start(self.cursor),
            Step::LineEnd => self.line_end(self.cursor),
        };
        self.anchor = if select {
            self.anchor.or(Some(self.cursor))
        } else {
            None
        };
        self.cursor = target;
    }

    fn before(&self) -> usize {
        self.text[..self.cursor]
            .char_indices()
            .next_back()
            .map_or(0, |(at, _)| at)
    }

    fn after(&self) -> usize {
        self.text[self.cursor..]
            .chars()
            .next()
            .map_or(self.cursor, |c| self.cursor + c.len_utf8())
    }

    fn line_start(&self, at: usize) -> usize {
        self.text[..at].rfind('\n').map_or(0, |at| at + 1)
    }

    fn line_end(&self, at: usize) -> usize {
        self.text[at..]
            .find('\n')
            .map_or(self.text.len(), |more| at + more)
    }

    fn line_above(&self) -> usize {
        let start = self.line_start(self.cursor);
        if start == 0 {
            0
        } else {
            self.at_column(self.line_start(start - 1), self.column())
        }
    }

    fn line_below(&self) -> usize {
        let end = self.line_end(self.cursor);
        if end == self.text.len() {
            end
        } else {
            self.at_column(end + 1, self.column())
        }
    }

    fn column(&self) -> usize {
        self.text[self.line_start(self.cursor)..self.cursor]
            .chars()
            .count()
    }

    fn at_column(&self, line: usize, column: usize) -> usize {
        let end = self.line_end(line);
        self.text[line..end]
            .char_indices()
            .nth(column)
            .map_or(end, |(at, _)| line + at)
    }
}

/// Target of a cursor key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    Left,
    Right,
    Up,
    Down,
    LineStart,
    LineEnd,
}
