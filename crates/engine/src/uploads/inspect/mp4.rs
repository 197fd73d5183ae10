//! Whether a file is a video that browsers play: an MP4 (ISO/IEC 14496-12) with a video track. Only its boxes' headers are read.

use std::io::{self, Read, Seek, SeekFrom};
use std::ops::Range;

/// Brands that are pictures, sound alone, or films that Apple's browsers alone play, though their container is the same.
const OTHER_BRANDS: [[u8; 4]; 9] = [
    *b"avif", *b"avis", *b"heic", *b"heix", *b"mif1", *b"msf1", *b"M4A ", *b"M4B ", *b"qt  ",
];
/// Most boxes that are read in one file: a clip has a few dozen at these places.
const BOXES_MAX: usize = 4096;
/// Offset of the handler's type in a `hdlr` box, behind version, flags and `pre_defined` (8.4.3).
const HANDLER_AT: u64 = 8;

/// Whether this is an MP4 with a video track.
pub(super) fn is_video(file: &mut (impl Read + Seek)) -> io::Result<bool> {
    let length = file.seek(SeekFrom::End(0))?;
    let mut boxes = Boxes {
        file,
        left: BOXES_MAX,
    };
    let Some(first) = boxes.at(0..length)?.filter(|first| first.kind == *b"ftyp") else {
        return Ok(false);
    };
    let brand = boxes.word(first.content.start)?;
    if OTHER_BRANDS.contains(&brand) {
        return Ok(false);
    }
    let Some(movie) = boxes.find(0..length, *b"moov")? else {
        return Ok(false);
    };
    let mut rest = movie;
    while let Some(track) = boxes.find(rest.clone(), *b"trak")? {
        rest.start = track.end;
        let Some(media) = boxes.find(track, *b"mdia")? else {
            continue;
        };
        let Some(handler) = boxes.find(media, *b"hdlr")? else {
            continue;
        };
        if boxes.word(handler.start + HANDLER_AT)? == *b"vide" {
            return Ok(true);
        }
    }
    Ok(false)
}

/// A box: its type, and the place of its content.
struct Found {
    kind: [u8; 4],
    content: Range<u64>,
}

/// Reader of the headers of boxes, which reads at most `left` more of them.
struct Boxes<'a, F> {
    file: &'a mut F,
    left: usize,
}

impl<F: Read + Seek> Boxes<'_, F> {
    /// The first box of this type within a span of the file; none too when the span holds no whole boxes.
    fn find(&mut self, mut within: Range<u64>, kind: [u8; 4]) -> io::Result<Option<Range<u64>>> {
        while let Some(found) = self.at(within.clone())? {
            if found.kind == kind {
                return Ok(Some(found.content));
            }
            within.start = found.content.end;
        }
        Ok(None)
    }

    /// The box at the beginning of a span (4.2): its length, its type, and a longer length where that does not fit in 32 bits.
    fn at(&mut self, within: Range<u64>) -> io::Result<Option<Found>> {
        let room = within.end.saturating_sub(within.start);
        if room < 8 || self.left == 0 {
            return Ok(None);
        }
        self.left -= 1;
        let length = u64::from(u32::from_be_bytes(self.word(within.start)?));
        let kind = self.word(within.start + 4)?;
        let (head, length) = match length {
            // To the end of the file.
            0 => (8, room),
            1 if room >= 16 => {
                let (high, low) = (self.word(within.start + 8)?, self.word(within.start + 12)?);
                let high = u64::from(u32::from_be_bytes(high));
                (16, (high << 32) | u64::from(u32::from_be_bytes(low)))
            }
            length => (8, length),
        };
        if length < head || length > room {
            return Ok(None);
        }
        let content = within.start + head..within.start + length;
        Ok(Some(Found { kind, content }))
    }

    fn word(&mut self, at: u64) -> io::Result<[u8; 4]> {
        self.file.seek(SeekFrom::Start(at))?;
        let mut word = [0; 4];
        self.file.read_exact(&mut word)?;
        Ok(word)
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;

    fn boxed(kind: [u8; 4], content: &[u8]) -> Vec<u8> {
        let length = u32::try_from(content.len() + 8).unwrap();
        [&length.to_be_bytes()[..], &kind, content].concat()
    }

    fn track(handler: [u8; 4]) -> Vec<u8> {
        let handler = boxed(*b"hdlr", &[&[0; 8][..], &handler, &[0; 13]].concat());
        boxed(*b"trak", &boxed(*b"mdia", &handler))
    }

    fn file(brand: [u8; 4], tracks: &[Vec<u8>]) -> Vec<u8> {
        let movie = [boxed(*b"mvhd", &[0; 100]), tracks.concat()].concat();
        [
            boxed(*b"ftyp", &[&brand[..], &[0; 4], b"isom"].concat()),
            boxed(*b"mdat", &[7; 50]),
            boxed(*b"moov", &movie),
        ]
        .concat()
    }

    fn judged(bytes: &[u8]) -> bool {
        is_video(&mut Cursor::new(bytes)).unwrap_or(false)
    }

    #[test]
    fn a_clip_has_a_video_track_and_a_brand_of_one() {
        let (picture, sound) = (track(*b"vide"), track(*b"soun"));
        for brand in [*b"isom", *b"mp42", *b"iso5"] {
            assert!(judged(&file(brand, std::slice::from_ref(&picture))));
            assert!(judged(&file(brand, &[sound.clone(), picture.clone()])));
            assert!(!judged(&file(brand, std::slice::from_ref(&sound))));
            assert!(!judged(&file(brand, &[])));
        }
        for brand in OTHER_BRANDS {
            assert!(!judged(&file(brand, std::slice::from_ref(&picture))));
        }
    }

    #[test]
    fn what_is_cut_or_lies_about_its_length_is_none() {
        let whole = file(*b"isom", &[track(*b"vide")]);
        for end in 0..whole.len() {
            assert!(!judged(&whole[..end]), "{end}");
        }
        // The longest length that can be written, in a box that begins the file.
        let mut long = [&1_u32.to_be_bytes()[..], b"ftyp", &[0xff; 8]].concat();
        long.extend(&whole);
        assert!(!judged(&long));
        // Boxes without end.
        assert!(!judged(&boxed(*b"free", &[]).repeat(BOXES_MAX + 1)));
    }

    #[test]
    fn whatever_byte_is_another_one_it_is_judged() {
        let whole = file(*b"isom", &[track(*b"soun"), track(*b"vide")]);
        for at in 0..whole.len() {
            for byte in [0, 1, 0x7f, 0xff] {
                let mut changed = whole.clone();
                changed[at] = byte;
                judged(&changed);
            }
        }
    }
}
