//! Archives and apps for tests: correct ones, and ones whose headers state false sizes.

use std::io::Write as _;

use flate2::Compression;
use flate2::write::DeflateEncoder;

/// File of an archive.
#[derive(Debug, Clone)]
pub struct File<'a> {
    pub name: &'a str,
    pub content: &'a [u8],
    /// Whether the file is deflated; otherwise it is stored.
    pub deflate: bool,
    /// Unpacked length in the table, where it is not the true one.
    pub claimed: Option<u32>,
    /// Packed length in the table, where it is not the true one.
    pub claimed_packed: Option<u32>,
}

/// Makes an archive of files, all deflated or all stored.
pub fn archive(files: &[(&str, &[u8])], deflate: bool) -> Vec<u8> {
    let files: Vec<File<'_>> = files
        .iter()
        .map(|(name, content)| File {
            name,
            content,
            deflate,
            claimed: None,
            claimed_packed: None,
        })
        .collect();
    lying_archive(&files)
}

/// Adds an APK signing block to an archive: for each scheme's id, a signer for each certificate.
pub fn signed(archive: &[u8], schemes: &[(u32, &[&[u8]])]) -> Vec<u8> {
    let mut parts = Vec::new();
    for (id, certificates) in schemes {
        let signer = |certificate: &&[u8]| {
            let signed = [sized(&[]), sized(&sized(certificate))].concat();
            sized(&[sized(&signed), sized(&[]), sized(b"key")].concat())
        };
        let signers: Vec<u8> = certificates.iter().flat_map(signer).collect();
        let value = sized(&signers);
        parts.extend((value.len() as u64 + 4).to_le_bytes());
        parts.extend(id.to_le_bytes());
        parts.extend(value);
    }
    with_block(archive, &parts)
}

/// Adds an APK signing block with these ID-value pairs to an archive, before its table.
pub fn with_block(archive: &[u8], parts: &[u8]) -> Vec<u8> {
    let bytes = (parts.len() as u64 + 24).to_le_bytes();
    let block = [&bytes, parts, &bytes, b"APK Sig Block 42"].concat();
    let end = archive.len() - 22;
    let offset_at = end + 16;
    let number = |at: usize| u32::from_le_bytes(archive[at..at + 4].try_into().unwrap_or_default());
    let (table, rest) = (number(offset_at) as usize, offset_at + 4);
    let moved = (table + block.len()) as u32;
    [
        &archive[..table],
        &block,
        &archive[table..offset_at],
        &moved.to_le_bytes(),
        &archive[rest..],
    ]
    .concat()
}

/// Puts the length of bytes before them, as APK signatures do.
fn sized(bytes: &[u8]) -> Vec<u8> {
    [&(bytes.len() as u32).to_le_bytes(), bytes].concat()
}

/// Makes an archive whose table states the sizes given in the files.
pub fn lying_archive(files: &[File<'_>]) -> Vec<u8> {
    let mut out = Vec::new();
    let mut table = Vec::new();
    for file in files {
        let offset = out.len() as u32;
        let packed = if file.deflate {
            let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
            // Writing to a vector cannot fail.
            let _ = encoder.write_all(file.content);
            encoder.finish().unwrap_or_default()
        } else {
            file.content.to_vec()
        };
        let packed_bytes = file.claimed_packed.unwrap_or(packed.len() as u32);
        let claimed = file.claimed.unwrap_or(file.content.len() as u32);
        let mut middle = Vec::new();
        middle.extend(20u16.to_le_bytes());
        middle.extend(0u16.to_le_bytes());
        middle.extend(if file.deflate { 8u16 } else { 0 }.to_le_bytes());
        middle.extend([0; 8]);
        middle.extend(packed_bytes.to_le_bytes());
        middle.extend(claimed.to_le_bytes());
        middle.extend((file.name.len() as u16).to_le_bytes());
        middle.extend(0u16.to_le_bytes());
        out.extend(b"PK\x03\x04");
        out.extend(&middle);
        out.extend(file.name.as_bytes());
        out.extend(packed);
        table.extend(b"PK\x01\x02");
        table.extend(20u16.to_le_bytes());
        table.extend(&middle);
        table.extend([0; 10]);
        table.extend(offset.to_le_bytes());
        table.extend(file.name.as_bytes());
    }
    let (offset, bytes, count) = (out.len() as u32, table.len() as u32, files.len() as u16);
    out.extend(table);
    out.extend(b"PK\x05\x06");
    out.extend([0; 4]);
    out.extend(count.to_le_bytes());
    out.extend(count.to_le_bytes());
    out.extend(bytes.to_le_bytes());
    out.extend(offset.to_le_bytes());
    out.extend([0; 2]);
    out
}

fn chunk(kind: u16, head: &[u8], body: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    out.extend(kind.to_le_bytes());
    out.extend((8 + head.len() as u16).to_le_bytes());
    out.extend((8 + (head.len() + body.len()) as u32).to_le_bytes());
    out.extend(head);
    out.extend(body);
    out
}

fn words(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

/// String pool in UTF-16; each text must be shorter than 32,768 units, so that its length takes one unit.
fn pool(texts: &[&str]) -> Vec<u8> {
    let mut offsets = Vec::new();
    let mut data = Vec::new();
    for text in texts {
        offsets.push(data.len() as u32);
        let units: Vec<u16> = text.encode_utf16().collect();
        data.extend((units.len() as u16).to_le_bytes());
        data.extend(units.iter().flat_map(|unit| unit.to_le_bytes()));
        data.extend([0; 2]);
    }
    data.resize(data.len().next_multiple_of(4), 0);
    let start = 28 + 4 * offsets.len() as u32;
    let head = words(&[texts.len() as u32, 0, 0, start, 0]);
    chunk(1, &head, &[words(&offsets), data].concat())
}

/// Value of an attribute.
#[derive(Debug, Clone, Copy)]
pub enum Value<'a> {
    Text(&'a str),
    Number(u32),
    Reference(u32),
    Boolean(bool),
}

/// Element: its name, its attributes, each by its resource id (0 is `package`, 1 is `split`), and its content.
#[derive(Debug, Clone)]
pub struct Element<'a> {
    pub name: &'a str,
    pub attributes: Vec<(u32, Value<'a>)>,
    pub inside: Vec<Element<'a>>,
}

/// Encodes an element as Android's binary XML.
pub fn manifest(root: &Element<'_>) -> Vec<u8> {
    let mut numbers = Vec::new();
    collect(root, &mut numbers);
    let mut texts: Vec<String> = numbers
        .iter()
        .map(|number| format!("a{number:x}"))
        .collect();
    texts.extend(["package".to_owned(), "split".to_owned()]);
    let mut nodes = Vec::new();
    write(root, &numbers, &mut texts, &mut nodes);
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let body = [pool(&texts), chunk(0x0180, &[], &words(&numbers)), nodes].concat();
    chunk(3, &[], &body)
}

fn collect(element: &Element<'_>, numbers: &mut Vec<u32>) {
    for (number, _) in &element.attributes {
        if *number > 1 && !numbers.contains(number) {
            numbers.push(*number);
        }
    }
    for inside in &element.inside {
        collect(inside, numbers);
    }
}

fn text(texts: &mut Vec<String>, text: &str) -> u32 {
    texts.push(text.to_owned());
    texts.len() as u32 - 1
}

fn write(element: &Element<'_>, numbers: &[u32], texts: &mut Vec<String>, out: &mut Vec<u8>) {
    const NONE: u32 = u32::MAX;
    let name = text(texts, element.name);
    let mut body = words(&[NONE, name]);
    for half in [20, 20, element.attributes.len() as u16, 0, 0, 0] {
        body.extend(half.to_le_bytes());
    }
    for (number, value) in &element.attributes {
        let name = match numbers.iter().position(|known| known == number) {
            Some(nth) => nth as u32,
            None => numbers.len() as u32 + number,
        };
        let (kind, data) = match value {
            Value::Text(value) => (0x03, text(texts, value)),
            Value::Number(number) => (0x10, *number),
            Value::Reference(id) => (0x01, *id),
            Value::Boolean(value) => (0x12, if *value { NONE } else { 0 }),
        };
        body.extend(words(&[NONE, name, NONE, 8 | kind << 24, data]));
    }
    let head = words(&[1, NONE]);
    out.extend(chunk(0x0102, &head, &body));
    for inside in &element.inside {
        write(inside, numbers, texts, out);
    }
    out.extend(chunk(0x0103, &head, &words(&[NONE, name])));
}

/// Table of the resources from `0x7f01_0000` on: for each one its values, each with the density of its configuration (0: any).
pub fn resources(entries: &[&[(u16, &str)]]) -> Vec<u8> {
    let texts: Vec<&str> = entries
        .iter()
        .flat_map(|all| all.iter().map(|(_, text)| *text))
        .collect();
    let mut types = Vec::new();
    let mut nth = 0;
    for (entry, all) in entries.iter().enumerate() {
        for (density, _) in *all {
            let mut config = vec![0; 28];
            config[..4].copy_from_slice(&28u32.to_le_bytes());
            config[14..16].copy_from_slice(&density.to_le_bytes());
            let mut offsets = vec![u32::MAX; entries.len()];
            offsets[entry] = 0;
            let start = 8 + 12 + 28 + 4 * entries.len() as u32;
            let head = [words(&[1, entries.len() as u32, start]), config].concat();
            // The entry has size 8, no flags, key 0; then follows a value of 8 bytes that is a text.
            let body = [words(&offsets), words(&[8, 0, 8 | 0x03 << 24, nth])].concat();
            types.extend(chunk(0x0201, &head, &body));
            nth += 1;
        }
    }
    let head = [words(&[0x7f]), vec![0; 256], words(&[0; 5])].concat();
    let package = chunk(0x0200, &head, &types);
    chunk(2, &words(&[1]), &[pool(&texts), package].concat())
}
