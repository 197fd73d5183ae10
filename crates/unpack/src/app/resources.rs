//! Table of an app's resources, `resources.arsc`: a resource is looked up in place, nothing is built from the table.
//! Source: AOSP `ResourceTypes.h`, see [`super::chunks`].

use super::chunks::{
    Chunk, Chunks, PACKAGE, Strings, TABLE, TYPE, Value, place, u8_at, u16_at, u32_at,
};

/// Most references that are followed from one resource to another, as many as in Android (`ResTable::resolveReference`).
const REFERENCES_MAX: usize = 20;

/// Flags of `ResTable_type`, `FLAG_SPARSE` and `FLAG_OFFSET16`.
const SPARSE: u8 = 1;
const OFFSETS_16: u8 = 2;
/// Flags of `ResTable_entry`, `FLAG_COMPLEX` and `FLAG_COMPACT`.
const COMPLEX: u16 = 1;
const COMPACT: u16 = 8;

pub(super) struct Resources<'a> {
    strings: Strings<'a>,
    packages: Chunks<'a>,
}

impl<'a> Resources<'a> {
    pub(super) fn parse(bytes: &'a [u8]) -> Option<Self> {
        let table = Chunks(bytes).next().filter(|chunk| chunk.kind == TABLE)?;
        let mut packages = table.inside();
        let strings = Strings::of(&packages.next()?)?;
        Some(Self { strings, packages })
    }

    /// Text of a resource, cut to `bytes_max` bytes of UTF-8.
    pub(super) fn text(&self, id: u32, bytes_max: usize) -> Option<String> {
        let mut id = id;
        for _ in 0..REFERENCES_MAX {
            match self.value(id)? {
                Value::Reference(other) => id = other,
                Value::Text(index) => return self.strings.text(index, bytes_max),
                _ => return None,
            }
        }
        None
    }

    /// Value of a resource, whose id is made of package, type and entry. Of its values the one for any configuration is taken, else the one for the
    /// lowest density.
    fn value(&self, id: u32) -> Option<Value> {
        let [package, kind, high, low] = id.to_be_bytes();
        let number = u16::from_be_bytes([high, low]);
        self.packages
            .clone()
            .filter(|chunk| {
                chunk.kind == PACKAGE && u32_at(chunk.bytes, 8) == Some(u32::from(package))
            })
            .flat_map(|package| package.inside())
            .filter(|chunk| chunk.kind == TYPE && u8_at(chunk.bytes, 8) == Some(kind))
            .filter_map(|chunk| Some((configuration(&chunk)?, entry(&chunk, number)?)))
            .min_by_key(|(configuration, _)| *configuration)
            .map(|(_, value)| value)
    }
}

/// Whether the `ResTable_config` of a `ResTable_type` has any requirement, and its density (at byte 14).
fn configuration(chunk: &Chunk<'_>) -> Option<(bool, u16)> {
    const AT: usize = 20;
    let length = u32_at(chunk.bytes, AT)? as usize;
    let config = chunk.bytes.get(AT..AT.checked_add(length)?)?;
    let asks = config.iter().skip(4).any(|byte| *byte != 0);
    Some((asks, u16_at(config, 14).unwrap_or(0)))
}

/// Offset of an entry among the entries of a `ResTable_type`.
fn offset(chunk: &Chunk<'_>, number: u16) -> Option<usize> {
    let flags = u8_at(chunk.bytes, 9)?;
    let count = u32_at(chunk.bytes, 12)? as usize;
    let nth = usize::from(number);
    if flags & SPARSE != 0 {
        let index = chunk.bytes.get(chunk.head..)?.as_chunks::<4>().0;
        let found = index
            .iter()
            .take(count)
            .find(|entry| u16::from_le_bytes([entry[0], entry[1]]) == number)?;
        return Some(usize::from(u16::from_le_bytes([found[2], found[3]])) * 4);
    }
    if nth >= count {
        return None;
    }
    if flags & OFFSETS_16 != 0 {
        let offset = u16_at(chunk.bytes, place(chunk.head, nth, 2)?)?;
        (offset != u16::MAX).then_some(usize::from(offset) * 4)
    } else {
        let offset = u32_at(chunk.bytes, place(chunk.head, nth, 4)?)?;
        (offset != u32::MAX).then_some(offset as usize)
    }
}

fn entry(chunk: &Chunk<'_>, number: u16) -> Option<Value> {
    let start = u32_at(chunk.bytes, 16)? as usize;
    let at = start.checked_add(offset(chunk, number)?)?;
    let entry = chunk.bytes.get(at..)?;
    let flags = u16_at(entry, 2)?;
    if flags & COMPACT != 0 {
        return Some(Value::of((flags >> 8) as u8, u32_at(entry, 4)?));
    }
    if flags & COMPLEX != 0 {
        return None;
    }
    Value::at(entry, usize::from(u16_at(entry, 0)?))
}
