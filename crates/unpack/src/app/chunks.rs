//! Chunks of Android's binary resource files, each with a type, a header size and a size; and string pools.
//! Source: AOSP `frameworks/base/libs/androidfw/include/androidfw/ResourceTypes.h`; structures are named in the comments.

/// Kinds of chunks, `RES_*_TYPE`.
pub(super) const STRING_POOL: u16 = 0x0001;
pub(super) const TABLE: u16 = 0x0002;
pub(super) const XML: u16 = 0x0003;
pub(super) const START_ELEMENT: u16 = 0x0102;
pub(super) const END_ELEMENT: u16 = 0x0103;
pub(super) const RESOURCE_MAP: u16 = 0x0180;
pub(super) const PACKAGE: u16 = 0x0200;
pub(super) const TYPE: u16 = 0x0201;
/// Flag `ResStringPool_header::UTF8_FLAG`.
const UTF8: u32 = 1 << 8;

pub(super) fn u8_at(bytes: &[u8], at: usize) -> Option<u8> {
    bytes.get(at).copied()
}

pub(super) fn u16_at(bytes: &[u8], at: usize) -> Option<u16> {
    let end = at.checked_add(2)?;
    Some(u16::from_le_bytes(bytes.get(at..end)?.try_into().ok()?))
}

pub(super) fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    let end = at.checked_add(4)?;
    Some(u32::from_le_bytes(bytes.get(at..end)?.try_into().ok()?))
}

/// Returns `base + index * step`; `None` where that overflows.
pub(super) fn place(base: usize, index: usize, step: usize) -> Option<usize> {
    base.checked_add(index.checked_mul(step)?)
}

/// Chunk: `ResChunk_header` and everything that belongs to it.
#[derive(Clone, Copy)]
pub(super) struct Chunk<'a> {
    pub(super) kind: u16,
    /// Length of the head, in bytes; the content begins there.
    pub(super) head: usize,
    pub(super) bytes: &'a [u8],
}

/// Iterator over consecutive chunks, until one is broken.
#[derive(Clone)]
pub(super) struct Chunks<'a>(pub(super) &'a [u8]);

impl<'a> Iterator for Chunks<'a> {
    type Item = Chunk<'a>;

    fn next(&mut self) -> Option<Chunk<'a>> {
        const HEAD_BYTES: usize = 8;
        let kind = u16_at(self.0, 0)?;
        let head = usize::from(u16_at(self.0, 2)?);
        let length = u32_at(self.0, 4)? as usize;
        if head < HEAD_BYTES || head > length {
            return None;
        }
        let (bytes, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(Chunk { kind, head, bytes })
    }
}

impl<'a> Chunk<'a> {
    /// Chunks in the content.
    pub(super) fn inside(&self) -> Chunks<'a> {
        Chunks(&self.bytes[self.head..])
    }
}

/// String pool, `ResStringPool`. A text is decoded on request and only up to a length, as a small file may refer to one long text a thousand
/// times.
#[derive(Clone, Copy)]
pub(super) struct Strings<'a> {
    offsets: &'a [u8],
    data: &'a [u8],
    utf8: bool,
}

impl<'a> Strings<'a> {
    pub(super) fn of(chunk: &Chunk<'a>) -> Option<Self> {
        if chunk.kind != STRING_POOL {
            return None;
        }
        let data_at = u32_at(chunk.bytes, 20)? as usize;
        Some(Self {
            offsets: chunk.bytes.get(chunk.head..data_at)?,
            data: chunk.bytes.get(data_at..)?,
            utf8: u32_at(chunk.bytes, 16)? & UTF8 != 0,
        })
    }

    /// Beginning of a text, `bytes_max` bytes of UTF-8 at most.
    pub(super) fn text(&self, index: u32, bytes_max: usize) -> Option<String> {
        let at = u32_at(self.offsets, place(0, index as usize, 4)?)? as usize;
        let text = self.data.get(at..)?;
        if self.utf8 {
            let (_, text) = length8(text)?;
            let (length, text) = length8(text)?;
            let cut = text.get(..length)?;
            let part = String::from_utf8_lossy(&cut[..length.min(bytes_max)]);
            Some(part[..part.floor_char_boundary(bytes_max)].to_owned())
        } else {
            let (length, text) = length16(text)?;
            let units = text.get(..length.checked_mul(2)?)?.as_chunks::<2>().0;
            let units = units.iter().map(|unit| u16::from_le_bytes(*unit));
            let mut out = String::new();
            for letter in char::decode_utf16(units) {
                let letter = letter.unwrap_or(char::REPLACEMENT_CHARACTER);
                if out.len() + letter.len_utf8() > bytes_max {
                    break;
                }
                out.push(letter);
            }
            Some(out)
        }
    }

    /// Whether the text at an index is this one.
    pub(super) fn is(&self, index: u32, text: &str) -> bool {
        self.text(index, text.len() + 1)
            .is_some_and(|found| found == text)
    }
}

/// Reads the length of a UTF-8 text: one byte, or two where the high bit of the first is set (`decodeLength`). Returns also the rest.
fn length8(bytes: &[u8]) -> Option<(usize, &[u8])> {
    let first = usize::from(u8_at(bytes, 0)?);
    if first & 0x80 == 0 {
        Some((first, &bytes[1..]))
    } else {
        let second = usize::from(u8_at(bytes, 1)?);
        Some(((first & 0x7f) << 8 | second, &bytes[2..]))
    }
}

/// Reads the length of a UTF-16 text: one unit, or two where the high bit of the first is set (`decodeLength`). Returns also the rest.
fn length16(bytes: &[u8]) -> Option<(usize, &[u8])> {
    let first = usize::from(u16_at(bytes, 0)?);
    if first & 0x8000 == 0 {
        Some((first, &bytes[2..]))
    } else {
        let second = usize::from(u16_at(bytes, 2)?);
        Some(((first & 0x7fff) << 16 | second, &bytes[4..]))
    }
}

/// Value of an attribute or a resource, `Res_value`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Value {
    /// Reference to a resource.
    Reference(u32),
    /// Text in the pool that belongs to the file.
    Text(u32),
    Number(i32),
    Boolean(bool),
    Other,
}

impl Value {
    pub(super) fn of(kind: u8, data: u32) -> Self {
        match kind {
            // These are TYPE_REFERENCE and TYPE_DYNAMIC_REFERENCE.
            0x01 | 0x07 => Self::Reference(data),
            0x03 => Self::Text(data),
            // These are TYPE_INT_DEC and TYPE_INT_HEX.
            0x10 | 0x11 => Self::Number(data.cast_signed()),
            0x12 => Self::Boolean(data != 0),
            _ => Self::Other,
        }
    }

    pub(super) fn at(bytes: &[u8], at: usize) -> Option<Self> {
        let kind = u8_at(bytes, at.checked_add(3)?)?;
        Some(Self::of(kind, u32_at(bytes, at.checked_add(4)?)?))
    }
}
