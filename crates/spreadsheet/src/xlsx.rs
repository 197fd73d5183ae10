//! Reader of the first sheet of an untrusted XLSX file (ECMA-376, part 1: 12.3, 18.3, 18.4, 18.8).
//!
//! Counts and sizes that the file states are ignored: values are counted as they are read, and a text that many cells share counts once for each
//! of them.

use std::collections::HashSet;
use std::io::Cursor;

use quick_xml::Reader;
use quick_xml::escape::{resolve_predefined_entity, unescape};
use quick_xml::events::{BytesRef, BytesStart, Event};
use unpack::{Archive, ArchiveError, Entry, MEMORY, MEMORY_MAX_BYTES};

use super::read::ReadError;
use super::{COLUMNS_MAX, Cell, ROWS_MAX, Row};

/// Most bytes to which all parts of a file together may unpack.
const UNPACKED_MAX_BYTES: u64 = 16 * 1024 * 1024;
/// Most bytes of text in the cells of a table.
const CELLS_MAX_BYTES: usize = 8 * 1024 * 1024;
/// Limit of shared texts: as many as a table has cells.
const SHARED_MAX: usize = (ROWS_MAX + 1) * COLUMNS_MAX;
/// Limit of cell formats, the same as in Excel.
const FORMATS_MAX: usize = 65_490;
/// Smallest integer that may differ from what was typed: spreadsheet programs keep fifteen digits.
const EXACT_BELOW: f64 = 1e15;
/// Length of `_x000D_`.
const ESCAPE_BYTES: usize = 7;
/// Path of the workbook in a package that does not state it.
const WORKBOOK: &str = "xl/workbook.xml";

impl From<ArchiveError> for ReadError {
    fn from(error: ArchiveError) -> Self {
        match error {
            ArchiveError::TooLong => Self::TooMany,
            _ => Self::Damaged,
        }
    }
}

impl From<quick_xml::Error> for ReadError {
    fn from(_: quick_xml::Error) -> Self {
        Self::Damaged
    }
}

pub(super) fn rows(bytes: &[u8]) -> Result<Vec<Row>, ReadError> {
    // The memory that a workbook takes is known only after it was read. Therefore one at a time is read, with the whole memory.
    let lease = MEMORY.take(MEMORY_MAX_BYTES);
    let _lease = lease.map_err(|_| ReadError::TooMany)?;
    let mut package = Package::open(bytes)?;
    let root = package.part("_rels/.rels")?.unwrap_or_default();
    let workbook_path = target(&root, "", |_, kind| kind.ends_with("/officeDocument"))?
        .unwrap_or_else(|| WORKBOOK.to_owned());
    let workbook = package.part(&workbook_path)?.ok_or(ReadError::Damaged)?;
    let first = first_sheet(&workbook)?.ok_or(ReadError::Empty)?;
    let (folder, name) = workbook_path
        .rsplit_once('/')
        .unwrap_or(("", &workbook_path));
    let relations = package.part(&below(folder, &format!("_rels/{name}.rels")))?;
    let relations = relations.ok_or(ReadError::Damaged)?;
    // Some programs write these two parts without a relationship, at their usual paths.
    let mut related = |kind: &str| {
        let ending = format!("/{kind}");
        let path = target(&relations, folder, |_, other| other.ends_with(&ending))?;
        let path = path.unwrap_or_else(|| below(folder, &format!("{kind}.xml")));
        package.part(&path).map(Option::unwrap_or_default)
    };
    let shared = shared_texts(&related("sharedStrings")?)?;
    let dates = date_formats(&related("styles")?)?;
    let sheet = target(&relations, folder, |id, _| id == first)?.ok_or(ReadError::Damaged)?;
    let sheet = package.part(&sheet)?.ok_or(ReadError::Damaged)?;
    sheet_rows(&sheet, &shared, &dates)
}

/// Parts of an XLSX file (a package in the sense of ECMA-376, part 2).
struct Package<'a> {
    archive: Archive<Cursor<&'a [u8]>>,
    entries: Vec<Entry>,
    /// Number of bytes that may still be unpacked.
    left: u64,
}

impl<'a> Package<'a> {
    fn open(bytes: &'a [u8]) -> Result<Self, ReadError> {
        let mut archive = Archive::open(Cursor::new(bytes))?;
        let mut entries = Vec::new();
        archive.visit(|entry| entries.push(entry))?;
        Ok(Self {
            archive,
            entries,
            left: UNPACKED_MAX_BYTES,
        })
    }

    /// Text of a part. Names of parts are compared without case (ECMA-376, part 2).
    fn part(&mut self, path: &str) -> Result<Option<String>, ReadError> {
        let mut entries = self.entries.iter();
        let Some(entry) = entries.find(|entry| entry.name.eq_ignore_ascii_case(path)) else {
            return Ok(None);
        };
        let bytes = self.archive.bytes(entry, self.left)?;
        self.left -= bytes.len() as u64;
        let text = String::from_utf8(bytes).map_err(|_| ReadError::Damaged)?;
        Ok(Some(text))
    }
}

fn below(folder: &str, path: &str) -> String {
    if folder.is_empty() {
        path.to_owned()
    } else {
        format!("{folder}/{path}")
    }
}

fn reader(text: &str) -> Reader<&[u8]> {
    let mut reader = Reader::from_str(text.trim_start_matches('\u{feff}'));
    // An empty element, `<v/>`, yields a start and an end, so that all elements are read alike.
    reader.config_mut().expand_empty_elements = true;
    reader
}

fn is(element: &BytesStart<'_>, name: &str) -> bool {
    element.local_name().as_ref() == name
}

fn attribute(element: &BytesStart<'_>, name: &str) -> Option<String> {
    let mut attributes = element.attributes();
    let found = attributes
        .with_checks(false)
        .flatten()
        .find(|attribute| attribute.key.local_name().as_ref() == name)?;
    unescape(&found.value).ok().map(Into::into)
}

/// Path of the first relationship for which `wanted` is true; it gets the id and the type.
fn target(
    relations: &str,
    folder: &str,
    wanted: impl Fn(&str, &str) -> bool,
) -> Result<Option<String>, ReadError> {
    let mut reader = reader(relations);
    loop {
        match reader.read_event()? {
            Event::Start(element) if is(&element, "Relationship") => {
                let named = |name| attribute(&element, name).unwrap_or_default();
                if wanted(&named("Id"), &named("Type")) {
                    let path = named("Target");
                    return Ok(Some(match path.strip_prefix('/') {
                        Some(whole) => whole.to_owned(),
                        None => below(folder, &path),
                    }));
                }
            }
            Event::Eof => return Ok(None),
            _ => {}
        }
    }
}

/// Relationship id of the first sheet.
fn first_sheet(workbook: &str) -> Result<Option<String>, ReadError> {
    let mut reader = reader(workbook);
    loop {
        match reader.read_event()? {
            Event::Start(element) if is(&element, "sheet") => return Ok(attribute(&element, "id")),
            Event::Eof => return Ok(None),
            _ => {}
        }
    }
}

/// Shared texts, to which cells refer by index (18.4.9).
fn shared_texts(part: &str) -> Result<Vec<String>, ReadError> {
    let mut reader = reader(part);
    let mut texts = Vec::new();
    loop {
        match reader.read_event()? {
            Event::Start(element) if is(&element, "si") => {
                if texts.len() == SHARED_MAX {
                    return Err(ReadError::TooMany);
                }
                texts.push(rich_text(&mut reader)?);
            }
            Event::Eof => return Ok(texts),
            _ => {}
        }
    }
}

/// For each cell format, by its index: whether it shows a number as a date.
fn date_formats(part: &str) -> Result<Vec<bool>, ReadError> {
    let mut reader = reader(part);
    let (mut own, mut formats, mut of_cells) = (HashSet::new(), Vec::new(), false);
    loop {
        match reader.read_event()? {
            Event::Start(element) if is(&element, "cellXfs") => of_cells = true,
            Event::End(element) if element.local_name().as_ref() == "cellXfs" => of_cells = false,
            Event::Start(element) if is(&element, "numFmt") => {
                let code = attribute(&element, "formatCode").unwrap_or_default();
                own.extend(number(&element, "numFmtId").filter(|_| shows_a_date(&code)));
            }
            Event::Start(element) if of_cells && is(&element, "xf") => {
                if formats.len() == FORMATS_MAX {
                    return Err(ReadError::TooMany);
                }
                formats.push(number(&element, "numFmtId").unwrap_or_default());
            }
            Event::Eof => break,
            _ => {}
        }
    }
    // These are the predefined formats of dates and times (18.8.30).
    let built_in = |id: &usize| matches!(id, 14..=22 | 27..=36 | 45..=47 | 50..=58);
    let is_date = |id: &usize| built_in(id) || own.contains(id);
    Ok(formats.iter().map(is_date).collect())
}

fn number(element: &BytesStart<'_>, name: &str) -> Option<usize> {
    attribute(element, name)?.trim().parse().ok()
}

/// Whether a format code has a letter of a date or time outside of quotes, escapes and brackets.
fn shows_a_date(code: &str) -> bool {
    let mut letters = code.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '"' => while letters.next().is_some_and(|next| next != '"') {},
            '\\' | '_' | '*' => {
                letters.next();
            }
            '[' => {
                let inside: String = letters.by_ref().take_while(|next| *next != ']').collect();
                // `[h]` and the like show elapsed time; everything else in brackets is a colour, a condition or a language.
                if matches!(
                    inside.to_ascii_lowercase().as_str(),
                    "h" | "hh" | "m" | "mm" | "s" | "ss"
                ) {
                    return true;
                }
            }
            'd' | 'D' | 'm' | 'M' | 'y' | 'Y' | 'h' | 'H' | 's' | 'S' => return true,
            _ => {}
        }
    }
    false
}

fn sheet_rows(part: &str, shared: &[String], dates: &[bool]) -> Result<Vec<Row>, ReadError> {
    let mut reader = reader(part);
    let mut rows: Vec<Row> = Vec::new();
    let (mut number, mut column, mut kept) = (0, 0, 0);
    loop {
        let element = match reader.read_event()? {
            Event::Start(element) => element,
            Event::Eof => return Ok(rows),
            _ => continue,
        };
        if is(&element, "row") {
            let said = attribute(&element, "r").and_then(|said| said.trim().parse().ok());
            (number, column) = (said.unwrap_or(number + 1), 0);
        }
        if !is(&element, "c") {
            continue;
        }
        if let Some(place) = attribute(&element, "r") {
            (column, number) = position(&place).ok_or(ReadError::Damaged)?;
        }
        let cell = value(&mut reader, &element, shared, dates)?;
        let at = column;
        column += 1;
        let bytes = match &cell {
            Cell::Text(text) | Cell::Inexact(text) => text.len(),
        };
        if bytes == 0 {
            continue;
        }
        kept += bytes;
        if kept > CELLS_MAX_BYTES {
            return Err(ReadError::TooMany);
        }
        if rows.last().is_none_or(|last| last.number != number) {
            // Rows must be in ascending order; a file in which they are not is damaged.
            if rows.last().is_some_and(|last| last.number > number) {
                return Err(ReadError::Damaged);
            }
            if rows.len() > ROWS_MAX {
                return Err(ReadError::TooMany);
            }
            let cells = Vec::new();
            rows.push(Row { number, cells });
        }
        if at >= COLUMNS_MAX {
            return Err(ReadError::TooMany);
        }
        if let Some(last) = rows.last_mut() {
            if last.cells.len() <= at {
                last.cells.resize(at + 1, Cell::Text(String::new()));
            }
            last.cells[at] = cell;
        }
    }
}

/// Parses a cell reference such as `AB12`: the column, counted from 0, and the row.
fn position(place: &str) -> Option<(usize, u64)> {
    let digits = place.find(|c: char| c.is_ascii_digit())?;
    let (letters, row) = place.split_at(digits);
    let known =
        (1..=3).contains(&letters.len()) && letters.bytes().all(|b| b.is_ascii_alphabetic());
    let column = letters.bytes().fold(0, |before, letter| {
        before * 26 + usize::from(letter.to_ascii_uppercase().wrapping_sub(b'A')) + 1
    });
    known.then_some((column.checked_sub(1)?, row.parse().ok()?))
}

/// Reads the content of a cell, up to its end tag.
fn value(
    reader: &mut Reader<&[u8]>,
    cell: &BytesStart<'_>,
    shared: &[String],
    dates: &[bool],
) -> Result<Cell, ReadError> {
    let mut written = String::new();
    loop {
        match reader.read_event()? {
            Event::Start(element) if is(&element, "v") => written = plain_text(reader)?,
            Event::Start(element) if is(&element, "is") => written = rich_text(reader)?,
            // Any other element, such as a formula or an extension, is skipped.
            Event::Start(element) => {
                reader.read_to_end(element.name())?;
            }
            Event::End(_) => break,
            Event::Eof => return Err(ReadError::Damaged),
            _ => {}
        }
    }
    let text = written.trim();
    if text.is_empty() {
        return Ok(Cell::Text(String::new()));
    }
    Ok(match attribute(cell, "t").as_deref().unwrap_or("n") {
        "s" => {
            let nth = text.parse().ok().and_then(|nth: usize| shared.get(nth));
            Cell::Text(nth.ok_or(ReadError::Damaged)?.clone())
        }
        "str" | "inlineStr" | "d" => Cell::Text(text.to_owned()),
        "b" => Cell::Text(if text == "1" { "true" } else { "false" }.to_owned()),
        "n" => {
            let of_date = number(cell, "s").and_then(|format| dates.get(format));
            exact(text, of_date == Some(&true))?
        }
        _ => Cell::Inexact(text.to_owned()),
    })
}

fn exact(text: &str, date: bool) -> Result<Cell, ReadError> {
    let number: f64 = text.parse().map_err(|_| ReadError::Damaged)?;
    Ok(if date {
        Cell::Inexact(text.to_owned())
    } else if number.fract() == 0.0 && number.abs() < EXACT_BELOW {
        Cell::Text(format!("{number:.0}"))
    } else {
        Cell::Inexact(format!("{number:E}"))
    })
}

/// Reads a text of several runs up to its end tag, and trims it. Phonetic runs (`rPh`, 18.4.6) are left out, as they repeat the text's pronunciation.
fn rich_text(reader: &mut Reader<&[u8]>) -> Result<String, ReadError> {
    let (mut text, mut depth) = (String::new(), 0_usize);
    loop {
        match reader.read_event()? {
            Event::Start(element) if is(&element, "t") => text.push_str(&plain_text(reader)?),
            Event::Start(element) if is(&element, "rPh") => {
                reader.read_to_end(element.name())?;
            }
            Event::Start(_) => depth += 1,
            Event::End(_) if depth == 0 => return Ok(text.trim().to_owned()),
            Event::End(_) => depth -= 1,
            Event::Eof => return Err(ReadError::Damaged),
            _ => {}
        }
    }
}

/// Reads an element that may hold only text, up to its end tag.
fn plain_text(reader: &mut Reader<&[u8]>) -> Result<String, ReadError> {
    let mut text = String::new();
    loop {
        match reader.read_event()? {
            Event::Text(part) => text.push_str(&part.xml10_content()),
            Event::CData(part) => text.push_str(&part.xml10_content()),
            Event::GeneralRef(name) => text.push_str(&named(&name)?),
            Event::End(_) => return Ok(without_escapes(&text)),
            Event::Start(_) | Event::Eof => return Err(ReadError::Damaged),
            _ => {}
        }
    }
}

/// Resolves `&amp;` or `&#38;`. Entities that the file itself defines are refused: nested ones can expand a short file without bound.
fn named(reference: &BytesRef<'_>) -> Result<String, ReadError> {
    if let Some(letter) = reference.resolve_char_ref()? {
        return Ok(letter.to_string());
    }
    let meaning = resolve_predefined_entity(&reference.xml10_content()).map(str::to_owned);
    meaning.ok_or(ReadError::Damaged)
}

/// Character for which the escape at the beginning of a text stands.
fn escaped(from: &str) -> Option<char> {
    let code = from.get(2..ESCAPE_BYTES)?.strip_suffix('_')?;
    let hex = code.bytes().all(|b| b.is_ascii_hexdigit());
    let number = u32::from_str_radix(code, 16).ok().filter(|_| hex)?;
    Some(char::from_u32(number).unwrap_or(char::REPLACEMENT_CHARACTER))
}

/// Replaces each escape such as `_x000D_` with its character (22.9.2.19).
fn without_escapes(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find("_x") {
        let (before, from) = rest.split_at(at);
        out.push_str(before);
        if let Some(letter) = escaped(from) {
            out.push(letter);
            rest = &from[ESCAPE_BYTES..];
        } else {
            out.push_str(&from[..2]);
            rest = &from[2..];
        }
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests;
