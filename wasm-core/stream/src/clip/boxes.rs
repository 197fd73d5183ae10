//! Boxes of a fragmented MP4 (ISO/IEC 14496-12 and -15): one track of H.264 with as many sample descriptions as the picture had
//! shapes, a track of opus or AAC where there is sound, and the fragments behind them. Clauses without a standard are of ISO/IEC 14496-12.

use domain::play::sound::{AAC_CONFIG, CHANNELS, Form, RATE_HZ};

/// Ticks per second in the times of the file and of its pictures.
pub const TIMESCALE: u32 = 90_000;
/// Track ids of the pictures and of the sound.
pub const PICTURE: u32 = 1;
pub const SOUND: u32 = 2;
/// Samples that a decoder drops at the start of opus: the encoder's look-ahead, 6.5 ms.
const PRE_SKIP: u16 = 312;
/// Unity matrix, which the headers of the movie and of each track carry (8.2.2, 8.3.2).
const MATRIX: [u32; 9] = [0x1_0000, 0, 0, 0, 0x1_0000, 0, 0, 0, 0x4000_0000];
/// Flags of a sample that can be decoded alone, and of one that needs others (8.8.3.1).
const SYNC: u32 = 0x0200_0000;
const NOT_SYNC: u32 = 0x0101_0000;

/// Sample description of pictures of one shape: the parameter sets that a decoder needs before its samples.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Description {
    pub sps: Vec<u8>,
    pub pps: Vec<u8>,
    pub width: u16,
    pub height: u16,
}

/// Row of a fragment's table of samples (8.8.8).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sample {
    /// Duration in ticks.
    pub duration: u32,
    pub bytes: u32,
    pub key: bool,
}

/// Appends a box (4.2): its length, its type of four letters, and the bytes that `body` writes.
fn put(out: &mut Vec<u8>, name: [u8; 4], body: impl FnOnce(&mut Vec<u8>)) {
    let at = out.len();
    out.extend_from_slice(&[0; 4]);
    out.extend_from_slice(&name);
    body(out);
    let bytes = ((out.len() - at) as u32).to_be_bytes();
    if let Some(length) = out.get_mut(at..at + 4) {
        length.copy_from_slice(&bytes);
    }
}

/// Appends a full box (4.2), which has a version and flags before its body.
fn put_full(
    out: &mut Vec<u8>,
    name: [u8; 4],
    version: u8,
    flags: u32,
    body: impl FnOnce(&mut Vec<u8>),
) {
    put(out, name, |out| {
        put_u32(out, u32::from(version) << 24 | flags);
        body(out);
    });
}

fn put_u16(out: &mut Vec<u8>, value: u16) {
    out.extend_from_slice(&value.to_be_bytes());
}

fn put_u32(out: &mut Vec<u8>, value: u32) {
    out.extend_from_slice(&value.to_be_bytes());
}

fn zeros(out: &mut Vec<u8>, count: usize) {
    out.resize(out.len() + count, 0);
}

fn matrix(out: &mut Vec<u8>) {
    for value in MATRIX {
        put_u32(out, value);
    }
}

/// Start of the file, before the fragments: `ftyp` (4.3) and `moov` (8.2.1). `ticks` is the length of the whole; `sound` is the form of the
/// sound, `None` when there are no fragments of sound.
pub fn beginning(descriptions: &[Description], ticks: u64, sound: Option<Form>) -> Vec<u8> {
    let tracks = if sound.is_some() {
        &[PICTURE, SOUND][..]
    } else {
        &[PICTURE][..]
    };
    let mut out = Vec::new();
    put(&mut out, *b"ftyp", |out| {
        out.extend_from_slice(b"isom");
        put_u32(out, 0x200);
        out.extend_from_slice(b"isomiso5iso6avc1mp41");
    });
    put(&mut out, *b"moov", |out| {
        // 8.2.2: times, timescale, duration (unknown here, see mehd), rate 1.0, volume 1.0, matrix, next track id.
        put_full(out, *b"mvhd", 0, 0, |out| {
            zeros(out, 8);
            put_u32(out, TIMESCALE);
            zeros(out, 4);
            put_u32(out, 0x1_0000);
            put_u16(out, 0x100);
            zeros(out, 10);
            matrix(out);
            zeros(out, 24);
            put_u32(out, SOUND + 1);
        });
        picture_track(out, descriptions);
        if let Some(form) = sound {
            sound_track(out, form);
        }
        // 8.8.1 to 8.8.3: length of the whole, and for each track the defaults of its fragments.
        put(out, *b"mvex", |out| {
            put_full(out, *b"mehd", 1, 0, |out| {
                out.extend_from_slice(&ticks.to_be_bytes());
            });
            for track in tracks {
                put_full(out, *b"trex", 0, 0, |out| {
                    for value in [*track, 1, 0, 0, NOT_SYNC] {
                        put_u32(out, value);
                    }
                });
            }
        });
    });
    out
}

fn picture_track(out: &mut Vec<u8>, descriptions: &[Description]) {
    let size = descriptions
        .first()
        .map_or((0, 0), |first| (first.width, first.height));
    let about = About {
        track: PICTURE,
        size,
        volume: 0,
        timescale: TIMESCALE,
        handler: *b"vide",
    };
    put_track(
        out,
        &about,
        |out| put_full(out, *b"vmhd", 0, 1, |out| zeros(out, 8)),
        |out| {
            put_u32(out, descriptions.len() as u32);
            // The parameters of several shapes come with their samples (ISO/IEC 14496-15, 5.4.2.1).
            let name = if descriptions.len() > 1 {
                *b"avc3"
            } else {
                *b"avc1"
            };
            for each in descriptions {
                entry(out, name, each);
            }
        },
    );
}

/// Track of sound with two channels and its decoder configuration: for opus by "Encapsulation of Opus in ISO Base Media File Format" (4.3),
/// for AAC by ISO/IEC 14496-14 (5.6).
fn sound_track(out: &mut Vec<u8>, form: Form) {
    let about = About {
        track: SOUND,
        size: (0, 0),
        volume: 0x100,
        timescale: RATE_HZ,
        handler: *b"soun",
    };
    put_track(
        out,
        &about,
        |out| put_full(out, *b"smhd", 0, 0, |out| zeros(out, 4)),
        |out| {
            put_u32(out, 1);
            let name = if form == Form::Aac {
                *b"mp4a"
            } else {
                *b"Opus"
            };
            // AudioSampleEntry (12.2.3): data reference 1, channels, 16 bits a sample, rate in 16.16 fixed point.
            put(out, name, |out| {
                zeros(out, 6);
                put_u16(out, 1);
                zeros(out, 8);
                put_u16(out, CHANNELS.into());
                put_u16(out, 16);
                zeros(out, 4);
                put_u32(out, RATE_HZ << 16);
                if form == Form::Aac {
                    aac_description(out);
                } else {
                    opus_description(out);
                }
            });
        },
    );
}

/// Box `dOps`: version 0, channels, samples to skip, input rate, gain 0, mapping family 0.
fn opus_description(out: &mut Vec<u8>) {
    put(out, *b"dOps", |out| {
        out.extend_from_slice(&[0, CHANNELS]);
        put_u16(out, PRE_SKIP);
        put_u32(out, RATE_HZ);
        zeros(out, 3);
    });
}

/// Box `esds` with descriptors within one another (ISO/IEC 14496-1, 7.2.6): each a tag, its length, and its content.
fn aac_description(out: &mut Vec<u8>) {
    const TOLD: u8 = AAC_CONFIG.len() as u8;
    const DECODER: u8 = 13 + 2 + TOLD;
    const LAYER: u8 = 1;
    put_full(out, *b"esds", 0, 0, |out| {
        // ES_Descriptor: id 0, depends on no other stream.
        out.extend_from_slice(&[3, 3 + 2 + DECODER + 2 + LAYER, 0, 0, 0]);
        // DecoderConfigDescriptor: MPEG-4 audio, stream type audio; buffer size and bit rates are not given.
        out.extend_from_slice(&[4, DECODER, 0x40, 5 << 2 | 1]);
        zeros(out, 3 + 4 + 4);
        // DecoderSpecificInfo: the AudioSpecificConfig.
        out.extend_from_slice(&[5, TOLD]);
        out.extend_from_slice(&AAC_CONFIG);
        // SLConfigDescriptor: predefined 2, as in all MP4 files.
        out.extend_from_slice(&[6, LAYER, 2]);
    });
}

/// Facts for the headers of a track.
struct About {
    track: u32,
    size: (u16, u16),
    volume: u16,
    timescale: u32,
    handler: [u8; 4],
}

/// Writes a track (8.3): `header` writes the header of its media type, `entries` the sample descriptions and, before them, their number.
fn put_track(
    out: &mut Vec<u8>,
    about: &About,
    header: impl FnOnce(&mut Vec<u8>),
    entries: impl FnOnce(&mut Vec<u8>),
) {
    put(out, *b"trak", |out| {
        // Track header (8.3.2); flags: the track is enabled, and in the movie.
        put_full(out, *b"tkhd", 0, 3, |out| {
            zeros(out, 8);
            put_u32(out, about.track);
            zeros(out, 8 + 8 + 4);
            put_u16(out, about.volume);
            zeros(out, 2);
            matrix(out);
            put_u32(out, u32::from(about.size.0) << 16);
            put_u32(out, u32::from(about.size.1) << 16);
        });
        put(out, *b"mdia", |out| {
            // Media header (8.4.2).
            put_full(out, *b"mdhd", 0, 0, |out| {
                zeros(out, 8);
                put_u32(out, about.timescale);
                zeros(out, 4);
                // Language "und", packed (8.4.2.3).
                put_u16(out, 0x55C4);
                zeros(out, 2);
            });
            // Handler (8.4.3): the media type, and a name for people.
            put_full(out, *b"hdlr", 0, 0, |out| {
                zeros(out, 4);
                out.extend_from_slice(&about.handler);
                zeros(out, 12);
                out.extend_from_slice(b"Owldeck\0");
            });
            put(out, *b"minf", |out| {
                header(out);
                put(out, *b"dinf", |out| {
                    put_full(out, *b"dref", 0, 0, |out| {
                        put_u32(out, 1);
                        // Flag 1: the samples are in this file (8.7.2).
                        put_full(out, *b"url ", 0, 1, |_| {});
                    });
                });
                put(out, *b"stbl", |out| {
                    put_full(out, *b"stsd", 0, 0, entries);
                    // The tables are empty, for all samples are in fragments.
                    put_full(out, *b"stts", 0, 0, |out| zeros(out, 4));
                    put_full(out, *b"stsc", 0, 0, |out| zeros(out, 4));
                    put_full(out, *b"stsz", 0, 0, |out| zeros(out, 8));
                    put_full(out, *b"stco", 0, 0, |out| zeros(out, 4));
                });
            });
        });
    });
}

/// Writes a sample description of pictures: VisualSampleEntry (12.1.3) with its `avcC` (ISO/IEC 14496-15, AVCDecoderConfigurationRecord).
fn entry(out: &mut Vec<u8>, name: [u8; 4], description: &Description) {
    put(out, name, |out| {
        zeros(out, 6);
        put_u16(out, 1);
        zeros(out, 16);
        put_u16(out, description.width);
        put_u16(out, description.height);
        // Resolution of 72 dots per inch.
        put_u32(out, 0x48_0000);
        put_u32(out, 0x48_0000);
        zeros(out, 4);
        // These fields are frame_count, an empty compressorname, depth (24 bits) and pre_defined (-1).
        put_u16(out, 1);
        zeros(out, 32);
        put_u16(out, 0x18);
        put_u16(out, 0xFFFF);
        put(out, *b"avcC", |out| {
            out.push(1);
            // Profile, constraints and level, as the SPS says them.
            out.extend_from_slice(description.sps.get(1..4).unwrap_or(&[0; 3]));
            // NAL units have lengths of four bytes; one SPS and one PPS follow.
            out.extend_from_slice(&[0xFF, 0xE1]);
            put_u16(out, description.sps.len() as u16);
            out.extend_from_slice(&description.sps);
            out.push(1);
            put_u16(out, description.pps.len() as u16);
            out.extend_from_slice(&description.pps);
        });
    });
}

/// Fragment of a track: `moof` (8.8.4) with the table of its samples, and `mdat` with their bytes. `description` counts from 1, `at` is the
/// fragment's start in ticks of the track.
pub fn fragment(
    number: u32,
    (track, description): (u32, u32),
    at: u64,
    samples: &[Sample],
    data: &[u8],
) -> Vec<u8> {
    let mut out = Vec::with_capacity(data.len() + 128 + samples.len() * 12);
    put(&mut out, *b"moof", |out| {
        put_full(out, *b"mfhd", 0, 0, |out| put_u32(out, number));
        put(out, *b"traf", |out| {
            // 8.8.7; flags: offsets count from this fragment, and the sample description is named.
            put_full(out, *b"tfhd", 0, 0x02_0002, |out| {
                put_u32(out, track);
                put_u32(out, description);
            });
            // 8.8.12: start of the fragment.
            put_full(out, *b"tfdt", 1, 0, |out| {
                out.extend_from_slice(&at.to_be_bytes());
            });
            // Table of samples (8.8.8): offset of the bytes, which is filled in below; duration, size and flags of each sample.
            put_full(out, *b"trun", 0, 0x701, |out| {
                put_u32(out, samples.len() as u32);
                zeros(out, 4);
                for sample in samples {
                    put_u32(out, sample.duration);
                    put_u32(out, sample.bytes);
                    put_u32(out, if sample.key { SYNC } else { NOT_SYNC });
                }
            });
        });
    });
    // The offset stands right before the rows of the table, which ends the `moof`. The bytes begin after the `moof` and the 8 bytes of the
    // `mdat`'s head.
    let offset = (out.len() as u32 + 8).to_be_bytes();
    let at = out.len() - samples.len() * 12 - 4;
    if let Some(place) = out.get_mut(at..at + 4) {
        place.copy_from_slice(&offset);
    }
    put(&mut out, *b"mdat", |out| out.extend_from_slice(data));
    out
}
