//! Image captchas with a spoken alternative: drawn outside the database's lock, kept as a keyed hash, good for one action once.

use std::net::IpAddr;
use std::sync::LazyLock;

use ::captcha::Captcha;
use ::captcha::filters::{Dots, Grid, Noise, Wave};
use diesel::prelude::*;
use domain::auth::limits::{ADDRESS_CAPTCHAS, CAPTCHA_LIFE_MS, SENDING_WINDOW_MS};
use domain::auth::{CaptchaAction, read_captcha};
use thiserror::Error;
use tokio::sync::Semaphore;

use crate::Store;
use crate::db::among::among;
use crate::db::conn::AnyConn;
use crate::db::schema::captchas;
use crate::error::{StoreError, faults};
use crate::limits::{self, Limit, Renewal};
use crate::secrets::{Secret, hash_token, new_token, picks, random, random_bytes};

/// Digits and letters that look and sound unlike each other.
const ALPHABET: &[u8] = b"2346789ACEFGHJKMNPQRTUWXY";
/// Characters of a captcha.
const LENGTH: usize = 5;
/// The picture's size, in pixels.
const SIZE: (u32, u32) = (220, 100);
/// Captchas drawn at the same time: each takes some milliseconds of a core.
const DRAWN_AT_ONCE: usize = 2;
static DRAWING: Semaphore = Semaphore::const_new(DRAWN_AT_ONCE);

/// Why a captcha was not drawn or not passed.
#[derive(Debug, Error)]
pub enum CaptchaError {
    /// The captcha is wrong, used, too old, for another action, or unknown: one answer for all of these.
    #[error("the captcha is not correct")]
    Wrong,
    /// The address has had its captchas of the hour.
    #[error("too many captchas")]
    TooMany {
        /// Time until the address may have another captcha, in milliseconds.
        retry_after_ms: i64,
    },
    /// An internal error.
    #[error(transparent)]
    Fault(#[from] StoreError),
}
faults!(CaptchaError);

/// A captcha that was drawn.
pub struct Drawn {
    /// The captcha's characters. Sent to no client but as picture and sound.
    pub text: String,
    /// Id of the captcha.
    pub uuid: String,
    /// The picture, a PNG.
    pub picture: Vec<u8>,
    /// The sound, a WAV: the characters spoken one after the other, mono.
    pub sound: Vec<u8>,
    /// End of the captcha's life, Unix milliseconds.
    pub expires_ms: i64,
}

/// A captcha's id and characters as they come with a request; without characters the captcha was solved before.
#[derive(Clone, PartialEq, Eq)]
pub struct Solution {
    /// Id of the captcha.
    pub uuid: String,
    /// The characters, as typed.
    pub text: Option<String>,
}

/// Draws a captcha for an action.
pub async fn draw(
    store: &Store,
    action: CaptchaAction,
    address: Option<IpAddr>,
    now_ms: i64,
) -> Result<Drawn, CaptchaError> {
    let (text, uuid) = (picks(ALPHABET, LENGTH), new_token());
    let expires_ms = now_ms + CAPTCHA_LIFE_MS;
    let secret = store.secret().clone();
    let (id, answer) = (
        hash_token(&uuid).ok_or(StoreError::Corrupt("captcha's uuid"))?,
        answer_of(&secret, &uuid, &text),
    );
    store
        .write(move |tx| {
            let limit = Limit {
                most: ADDRESS_CAPTCHAS,
                window_ms: SENDING_WINDOW_MS,
                renewal: Renewal::AfterFirst,
            };
            let name = limits::of_address(&secret, "captchas", address);
            limits::spend(tx, &name, limit, now_ms)?.map_err(|full| CaptchaError::TooMany {
                retry_after_ms: full.retry_after_ms,
            })?;
            diesel::insert_into(captchas::table)
                .values((
                    captchas::id.eq(id),
                    captchas::action.eq(action as i16),
                    captchas::answer.eq(answer),
                    captchas::expires_ms.eq(expires_ms),
                ))
                .execute(tx)?;
            Ok::<_, CaptchaError>(())
        })
        .await?;
    let permit = DRAWING.acquire().await;
    let said = text.clone();
    let (picture, sound) = tokio::task::spawn_blocking(move || paint(&said))
        .await
        .map_err(StoreError::from)?
        .ok_or(StoreError::Corrupt("captcha's picture"))?;
    drop(permit);
    Ok(Drawn {
        text,
        uuid,
        picture,
        sound,
        expires_ms,
    })
}

fn answer_of(secret: &Secret, uuid: &str, text: &str) -> String {
    secret.keyed("captcha", &[uuid, text])
}

/// Draws the picture and the sound of a text.
fn paint(text: &str) -> Option<(Vec<u8>, Vec<u8>)> {
    let mut picture = Captcha::new();
    for c in text.chars() {
        // The library draws random characters from a set: each set has a single one.
        picture.set_chars(&[c]).add_char();
    }
    picture
        .apply_filter(Noise::new(0.2))
        .apply_filter(Wave::new(2.0, 12.0).horizontal())
        .apply_filter(Grid::new(9, 9))
        .view(SIZE.0, SIZE.1)
        .apply_filter(Dots::new(8).min_radius(2).max_radius(5));
    if picture.chars_as_string() != text {
        return None;
    }
    Some((picture.as_png()?, wav_of(text)?))
}

/// The recordings of the alphabet (mono, 16 bits, 22,050 Hz). The library unpacks its recordings at each call, so they are kept.
static RECORDINGS: LazyLock<Vec<(char, Vec<i16>)>> = LazyLock::new(|| {
    let letters: Vec<char> = ALPHABET.iter().map(|byte| char::from(*byte)).collect();
    let mut recordings = Vec::with_capacity(letters.len());
    for some in letters.chunks(LENGTH) {
        let mut speaker = Captcha::new();
        for letter in some {
            speaker.set_chars(&[*letter]).add_char();
        }
        let said = speaker.as_wav().into_iter().flatten();
        recordings.extend(some.iter().copied().zip(said.map(|wav| data_of(&wav))));
    }
    recordings
});

/// Half the rate of the recordings.
const RATE_HZ: u32 = 11_025;
/// Samples of each character's slot, a second and a half: the duration of a sound tells nothing.
const SLOT: usize = 17_000;
/// Silence in 8-bit samples.
const SILENCE: i32 = 128;

/// Joins recordings to one of 8 bits and half the rate: a quarter of the bytes, as clear to the ear. Each is spoken faster or slower,
/// sooner or later, louder or softer than the last time, over a hiss, so that a comparison with recordings finds little.
fn wav_of(text: &str) -> Option<Vec<u8>> {
    let mut samples: Vec<u8> = Vec::with_capacity(SLOT * LENGTH);
    for letter in text.chars() {
        let (_, recording) = RECORDINGS.iter().find(|(known, _)| *known == letter)?;
        samples.extend(said(recording));
    }
    let size = samples.len() as u32;
    let mut wav = Vec::with_capacity(44 + samples.len());
    wav.extend(b"RIFF");
    wav.extend((36 + size).to_le_bytes());
    wav.extend(b"WAVEfmt ");
    wav.extend(16_u32.to_le_bytes());
    // PCM, one channel.
    wav.extend([1, 0, 1, 0]);
    wav.extend(RATE_HZ.to_le_bytes());
    wav.extend(RATE_HZ.to_le_bytes());
    // Bytes of a sample (1), bits of a sample (8).
    wav.extend([1, 0, 8, 0]);
    wav.extend(b"data");
    wav.extend(size.to_le_bytes());
    wav.extend(samples);
    Some(wav)
}

/// A single character in its slot. Speeds and volumes are in 256ths.
fn said(recording: &[i16]) -> Vec<u8> {
    let [fast, loud, late, later] = random::<4>();
    // Each sample is the mean of two of the recording, at 90 to 110 % of its speed.
    let step = 2 * (230 + usize::from(fast) * 52 / 256);
    let volume = 180 + i32::from(loud) * 76 / 256;
    let length = recording.len() * 256 / step;
    let room = SLOT.saturating_sub(length);
    let start = room * usize::from(u16::from_be_bytes([late, later])) / (1 << 16);
    let mut slot = random_bytes(SLOT);
    for (at, sample) in slot.iter_mut().enumerate() {
        // A hiss of four steps either way.
        let hiss = i32::from(*sample % 9) - 4;
        let from = at.checked_sub(start).map(|at| at * step / 256);
        let said = from.and_then(|from| {
            let pair = recording.get(from..from + 2)?;
            Some(i32::midpoint(pair[0].into(), pair[1].into()) * volume / 256 / 256)
        });
        *sample = (SILENCE + said.unwrap_or(0) + hiss).clamp(0, 255) as u8;
    }
    slot
}

/// The samples of a WAV file: the bytes after the header of its `data` chunk.
fn data_of(wav: &[u8]) -> Vec<i16> {
    let at = wav.windows(4).position(|four| four == b"data");
    let bytes = at.and_then(|at| wav.get(at + 8..)).unwrap_or_default();
    bytes
        .chunks_exact(2)
        .map(|pair| i16::from_le_bytes([pair[0], pair[1]]))
        .collect()
}

/// Checks the characters before the request that needs them: a right answer counts as solved for one request, a wrong one deletes the captcha.
pub async fn check(
    store: &Store,
    uuid: String,
    text: String,
    now_ms: i64,
) -> Result<(), CaptchaError> {
    let secret = store.secret().clone();
    let solved = store
        .write(move |tx| {
            let (Some(id), Ok(text)) = (hash_token(&uuid), read_captcha(&text)) else {
                return Ok::<_, CaptchaError>(false);
            };
            let right = diesel::update(
                captchas::table
                    .find(&id)
                    .filter(captchas::answer.eq(answer_of(&secret, &uuid, &text)))
                    .filter(captchas::solved.eq(false))
                    .filter(captchas::expires_ms.gt(now_ms)),
            )
            .set(captchas::solved.eq(true))
            .execute(tx)?;
            if right == 0 {
                // A captcha that was solved before is deleted, too: the next try gets a new one.
                diesel::delete(captchas::table.find(&id)).execute(tx)?;
            }
            Ok(right == 1)
        })
        .await?;
    if solved {
        Ok(())
    } else {
        Err(CaptchaError::Wrong)
    }
}

/// Uses a captcha up for one of the actions, in a transaction of its own: a wrong answer uses it up too.
pub(crate) async fn redeem(
    store: &Store,
    shown: Solution,
    actions: &'static [CaptchaAction],
    now_ms: i64,
) -> Result<(), CaptchaError> {
    let secret = store.secret().clone();
    let passed = store
        .write(move |tx| use_up(tx, &secret, &shown, actions, now_ms).map_err(CaptchaError::from))
        .await?;
    if passed {
        Ok(())
    } else {
        Err(CaptchaError::Wrong)
    }
}

fn use_up(
    tx: &mut AnyConn,
    secret: &Secret,
    shown: &Solution,
    actions: &[CaptchaAction],
    now_ms: i64,
) -> Result<bool, diesel::result::Error> {
    let Some(id) = hash_token(&shown.uuid) else {
        return Ok(false);
    };
    let numbers: Vec<i16> = actions.iter().map(|action| *action as i16).collect();
    let fitting = captchas::table
        .find(&id)
        .filter(among(captchas::action, numbers))
        .filter(captchas::expires_ms.gt(now_ms));
    let right = match shown.text.as_deref().filter(|text| !text.trim().is_empty()) {
        None => diesel::delete(fitting.filter(captchas::solved.eq(true))).execute(tx)?,
        Some(text) => {
            let answer = answer_of(secret, &shown.uuid, &read_captcha(text).unwrap_or_default());
            let fitting = fitting.filter(captchas::solved.eq(false));
            diesel::delete(fitting.filter(captchas::answer.eq(answer))).execute(tx)?
        }
    };
    if right == 0 {
        diesel::delete(captchas::table.find(&id)).execute(tx)?;
    }
    Ok(right == 1)
}

/// Drops expired captchas and answers their number. Called now and then by the engine.
pub async fn sweep(store: &Store, now_ms: i64) -> Result<usize, StoreError> {
    store
        .write(move |tx| {
            Ok(
                diesel::delete(captchas::table.filter(captchas::expires_ms.le(now_ms)))
                    .execute(tx)?,
            )
        })
        .await
}
