use super::*;

/// Stream that was recorded from the simulated phone: 720×1280.
const SAMPLE: &[u8] = include_bytes!("../../../../e2e/bench/sample.h264");
const FRAME_US: u64 = 33_333;
const START_US: u64 = 1_700_000_000_000_000;

/// The first access unit of the sample: parameter sets and a picture that stands for itself.
fn key_unit() -> Vec<u8> {
    let unit = Unit::parse(SAMPLE);
    let mut out = Vec::new();
    for nal in [
        Unit::parse(SAMPLE).sps,
        unit.pps,
        unit.rest.first().copied(),
    ] {
        out.extend_from_slice(&[0, 0, 0, 1]);
        out.extend_from_slice(nal.expect("the sample begins with its parameters"));
    }
    out
}

/// Picture that needs the one before; its content does not matter here.
fn delta(length: usize) -> Vec<u8> {
    [&[0, 0, 0, 1, 0x41][..], &vec![0x55; length]].concat()
}

/// The boxes of a file or of a box, with their bodies.
fn boxes(bytes: &[u8]) -> Vec<(String, &[u8])> {
    let mut rest = bytes;
    let mut found = Vec::new();
    while !rest.is_empty() {
        let length = u32::from_be_bytes(rest[..4].try_into().unwrap()) as usize;
        let name = String::from_utf8(rest[4..8].to_vec()).unwrap();
        found.push((name, &rest[8..length]));
        rest = &rest[length..];
    }
    found
}

fn inside<'a>(bytes: &'a [u8], path: &[&str]) -> &'a [u8] {
    path.iter().fold(bytes, |body, name| {
        let found = boxes(body).into_iter().find(|(each, _)| each == name);
        found.unwrap_or_else(|| panic!("no {name}")).1
    })
}

/// Duration, bytes and key of a fragment's samples.
fn samples(fragment: &[u8]) -> Vec<(u32, u32, bool)> {
    let trun = inside(fragment, &["moof", "traf", "trun"]);
    trun[12..]
        .chunks(12)
        .map(|row| {
            let field = |at: usize| u32::from_be_bytes(row[at..at + 4].try_into().unwrap());
            (field(0), field(4), field(8) == 0x0200_0000)
        })
        .collect()
}

fn begins_at(fragment: &[u8]) -> u64 {
    let tfdt = inside(fragment, &["moof", "traf", "tfdt"]);
    u64::from_be_bytes(tfdt[4..12].try_into().unwrap())
}

#[test]
fn a_clip_begins_with_a_key_picture_and_loses_no_time() {
    let mut clip = Clip::default();
    let mut fragments = Vec::new();
    assert_eq!(clip.take(&delta(10), false, 8, START_US - FRAME_US), None);
    assert_eq!(clip.length_us(START_US), 0);
    for n in 0..100_u64 {
        let (unit, key) = if n % 50 == 0 {
            (key_unit(), true)
        } else {
            (delta(100 + n as usize), false)
        };
        fragments.extend(clip.take(&unit, key, 9 + n as u32, START_US + n * FRAME_US));
    }
    let (beginning, last) = clip
        .finish(START_US + 100 * FRAME_US)
        .expect("pictures came");
    fragments.push(last);

    let all: Vec<_> = fragments.iter().flat_map(|each| samples(each)).collect();
    assert_eq!(all.len(), 100);
    assert!(all[0].2 && all[50].2 && all.iter().filter(|s| s.2).count() == 2);
    let total: u64 = all.iter().map(|s| u64::from(s.0)).sum();
    assert_eq!(total, ticks(100 * FRAME_US), "roundings do not add up");
    let mut at = 0;
    for fragment in &fragments {
        assert_eq!(begins_at(fragment), at);
        let table = samples(fragment);
        at += table.iter().map(|s| u64::from(s.0)).sum::<u64>();
        let bytes: u32 = table.iter().map(|s| s.1).sum();
        assert_eq!(inside(fragment, &["mdat"]).len(), bytes as usize);
        let offset = &inside(fragment, &["moof", "traf", "trun"])[8..12];
        let moof = boxes(fragment)[0].1.len() + 8;
        assert_eq!(offset, ((moof + 8) as u32).to_be_bytes());
    }
    let names: Vec<_> = boxes(&beginning)
        .into_iter()
        .map(|(name, _)| name)
        .collect();
    assert_eq!(names, ["ftyp", "moov"]);
    let mehd = inside(&beginning, &["moov", "mvex", "mehd"]);
    assert_eq!(mehd[4..], total.to_be_bytes());
}

/// Sample entry of the sound: the whole box that names it.
fn sound_entry(beginning: &[u8]) -> Vec<u8> {
    let moov = inside(beginning, &["moov"]);
    let mut tracks = boxes(moov).into_iter().filter(|(name, _)| name == "trak");
    let (_, track) = tracks.nth(1).expect("a second track");
    let hdlr = inside(track, &["mdia", "hdlr"]);
    assert_eq!(&hdlr[8..12], b"soun");
    inside(track, &["mdia", "minf", "stbl", "stsd"])[8..].to_vec()
}

#[test]
fn sound_is_a_second_track_as_long_as_the_pictures() {
    for (form, packet, packet_us, ticks) in [
        (Form::Opus, &[0xFC, 0xFF, 0xFE][..], 20_000, 960_u64),
        (Form::Aac, &[0x21, 0x00, 0x49, 0x90], 21_333, 1024),
    ] {
        let mut clip = Clip::default();
        assert_eq!(clip.hear(form, packet, START_US), None, "no picture yet");
        clip.take(&key_unit(), true, 1, START_US);
        assert_eq!(clip.hear(form, packet, START_US - 1), None, "before it");
        assert_eq!(clip.hear(Form::Raw, &[1; 4], START_US), None, "no packet");
        assert!(!clip.has_sound());
        let mut fragments = Vec::new();
        // The sound goes from about 0.5 s to about 2.5 s.
        for n in 25..118_u64 {
            fragments.extend(clip.hear(form, packet, START_US + n * packet_us));
        }
        assert!(clip.has_sound());
        let (beginning, last) = clip.finish(START_US + 3_000_000).expect("a picture came");
        let entry = sound_entry(&beginning);
        let name = if form == Form::Aac { b"mp4a" } else { b"Opus" };
        assert_eq!(&entry[4..8], name);
        // The last piece holds a fragment of pictures and one of sound.
        let pictures = boxes(&last)[0].1.len() + boxes(&last)[1].1.len() + 16;
        fragments.push(last[pictures..].to_vec());
        let mut at = 0;
        for fragment in &fragments {
            assert_eq!(begins_at(fragment), at, "no gap");
            at += samples(fragment)
                .iter()
                .map(|s| u64::from(s.0))
                .sum::<u64>();
        }
        assert_eq!(at, 3 * 48_000 / ticks * ticks);
        assert!((3..=4).contains(&fragments.len()), "{}", fragments.len());
    }
}

#[test]
fn a_player_is_told_which_aac_it_is() {
    let mut clip = Clip::default();
    clip.take(&key_unit(), true, 1, START_US);
    clip.hear(Form::Aac, &[0x21, 0x00, 0x49, 0x90], START_US);
    let (beginning, _) = clip.finish(START_US + 1_000_000).expect("a picture came");
    let entry = sound_entry(&beginning);
    // The descriptor is behind the sample entry's own 28 bytes (ISO/IEC 14496-12, 12.2.3); then the bytes of ISO/IEC 14496-1, as other
    // programs write them.
    let esds = &entry[8 + 28..];
    assert_eq!(
        &esds[..12],
        [0, 0, 0, 39, b'e', b's', b'd', b's', 0, 0, 0, 0]
    );
    assert_eq!(
        &esds[12..],
        [
            3, 25, 0, 0, 0, 4, 17, 0x40, 0x15, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 5, 2, 0x11, 0x90,
            6, 1, 2
        ]
    );
}

#[test]
fn what_was_left_out_ends_at_the_next_key_picture() {
    let mut clip = Clip::default();
    clip.take(&key_unit(), true, 1, START_US);
    clip.take(&delta(5), false, 2, START_US + FRAME_US);
    clip.take(&delta(5), false, 4, START_US + 3 * FRAME_US);
    clip.take(&delta(5), false, 5, START_US + 4 * FRAME_US);
    clip.take(&key_unit(), true, 90, START_US + 9 * FRAME_US);
    clip.take(&delta(5), false, 91, START_US + 10 * FRAME_US);
    let (_, last) = clip
        .finish(START_US + 11 * FRAME_US)
        .expect("pictures came");
    let durations: Vec<u32> = samples(&last).iter().map(|s| s.0 / 2_999).collect();
    assert_eq!(
        durations,
        [1, 8, 1, 1],
        "the second picture stood for eight frames"
    );
}

#[test]
fn another_shape_is_another_description_in_a_fragment_of_its_own() {
    let mut other = key_unit();
    // This is the PPS of another encoder run; its shape stays readable.
    let pps = Unit::parse(&key_unit()).pps.expect("a PPS").to_vec();
    let at = other
        .windows(pps.len())
        .position(|w| w == pps)
        .expect("it is there");
    other[at + pps.len() - 1] ^= 0x40;
    let mut clip = Clip::default();
    clip.take(&key_unit(), true, 1, START_US);
    let first = clip
        .take(&other, true, 2, START_US + FRAME_US)
        .expect("cut here");
    let (beginning, last) = clip.finish(START_US + 2 * FRAME_US).expect("pictures came");
    let description = |fragment: &[u8]| {
        u32::from_be_bytes(
            inside(fragment, &["moof", "traf", "tfhd"])[8..12]
                .try_into()
                .unwrap(),
        )
    };
    assert_eq!((description(&first), description(&last)), (1, 2));
    let stsd = inside(
        &beginning,
        &["moov", "trak", "mdia", "minf", "stbl", "stsd"],
    );
    assert_eq!(boxes(&stsd[8..]).len(), 2);
}

#[test]
fn a_clip_is_bounded_in_time_and_bytes() {
    let mut clip = Clip::default();
    assert!(!clip.is_full(u64::MAX), "nothing is not full");
    clip.take(&key_unit(), true, 1, START_US);
    assert!(!clip.is_full(START_US + CLIP_MAX_US - 1));
    assert!(clip.is_full(START_US + CLIP_MAX_US));
    clip.bytes = CLIP_MAX_BYTES - clip.data.len() as u64 - 1;
    assert!(!clip.is_full(START_US));
    clip.bytes += 1;
    assert!(clip.is_full(START_US));
}

#[test]
fn without_a_picture_there_is_no_clip() {
    let mut clip = Clip::default();
    for unit in [&[][..], &[0, 0, 1, 0x67], &[1; 40], &delta(3)] {
        assert_eq!(clip.take(unit, true, 1, START_US), None);
    }
    assert!(clip.finish(START_US).is_none());
}

#[test]
fn chance_never_panics_and_clocks_that_step_back_make_no_negative_time() {
    let mut noise = 0x2545_F491_4F6C_DD1D_u64;
    let mut clip = Clip::default();
    clip.take(&key_unit(), true, 0, START_US);
    for n in 1..2_000_u32 {
        let bytes: Vec<u8> = (0..60)
            .map(|_| {
                noise ^= noise << 13;
                noise ^= noise >> 7;
                noise ^= noise << 17;
                (noise as u8) & 3
            })
            .collect();
        clip.take(&bytes, noise.is_multiple_of(4), n, START_US - u64::from(n));
    }
    assert!(clip.finish(0).is_some());
}
