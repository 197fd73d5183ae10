//! Shows a phone by screenshots and controls it by shell commands: the fallback where this server has no scrcpy server to start on phones, or
//! the phone has no encoder for it.
//!
//! The fallback is slow: about two pictures a second, one finger, no clipboard, no text beyond ASCII. Any phone can do it, and nothing is
//! installed. The input queue checks epochs, as always.

mod input_commands;
mod shot;

use std::hash::{DefaultHasher, Hasher};
use std::time::Duration;

use bytes::Bytes;
use domain::phones::ScreenCause;
use domain::play::{Size, Stage};
use phone_link::{Link, OpenError, ShellCommand, ShellError};
use tokio::sync::{Notify, watch};
use tokio::time::{Instant, sleep, sleep_until, timeout};

use self::input_commands::InputCommands;
use self::shot::{Shot, ShotError};
use crate::phone::{Phone, PictureKind, ScreenOutlets};
use crate::providers::ProviderError;
use crate::screen_error::ScreenSessionError;

/// Time between the beginnings of two screenshots of the full and of the small picture.
const FULL_PERIOD: Duration = Duration::from_millis(500);
const SMALL_PERIOD: Duration = Duration::from_secs(2);
/// Pause after an input: the phone needs a moment to draw its effect.
const AFTER_INPUT: Duration = Duration::from_millis(150);
/// Time limit for one screenshot: phones need up to a second.
const SHOT_TIMEOUT: Duration = Duration::from_secs(10);
/// Time limit for a screenshot that a caller waits for, including those before it.
const PICTURE_TIMEOUT: Duration = Duration::from_secs(15);
/// Largest file of a screenshot, in bytes: a photograph on a large screen.
const SHOT_MAX_BYTES: usize = 24 * 1024 * 1024;
/// Longest output instead of a screenshot that is logged, in bytes.
const SAID_MAX_BYTES: usize = 200;
/// Longest side of the full and of the small picture, in pixels.
const FULL_SIDE: u32 = 1280;
const SMALL_SIDE: u32 = 320;

impl PictureKind {
    const fn side(self) -> u32 {
        match self {
            Self::Full => FULL_SIDE,
            Self::Small => SMALL_SIDE,
        }
    }

    const fn period(self) -> Duration {
        match self {
            Self::Full => FULL_PERIOD,
            Self::Small => SMALL_PERIOD,
        }
    }
}

/// Runs a session by screenshots until it is lost.
pub async fn run(
    phone: &Phone,
    link: &Link,
    kind: PictureKind,
    outlets: &mut ScreenOutlets,
) -> ScreenSessionError {
    outlets.stage.send_replace(Stage::FirstFrame);
    outlets.source.restart();
    let (screen, real) = watch::channel(None);
    let acted = Notify::new();
    let input_commands = InputCommands {
        phone_id: phone.id,
        inputs: &phone.input.queue,
        link,
        screen: real,
        acted: &acted,
        gesture: None,
    };
    let work = async {
        match kind {
            PictureKind::Full => {
                phone.input.queue.set_slow(true);
                input_commands.run().await;
            }
            PictureKind::Small => std::future::pending().await,
        }
    };
    tokio::select! {
        lost = show(phone, link, kind, outlets, (&screen, &acted)) => lost,
        () = work => ScreenSessionError::Link,
    }
}

async fn show(
    phone: &Phone,
    link: &Link,
    kind: PictureKind,
    outlets: &mut ScreenOutlets,
    (screen, acted): (&watch::Sender<Option<Size>>, &Notify),
) -> ScreenSessionError {
    let mut resets = outlets.source.resets();
    let mut before: Option<(u64, Bytes)> = None;
    loop {
        let (begun, drawn_us) = (Instant::now(), (phone.environment.clock)());
        let png = match capture(phone, link).await {
            Ok(png) => png,
            Err(lost) => return lost,
        };
        let print = fingerprint(&png);
        let changed = before.as_ref().is_none_or(|(known, _)| *known != print);
        if changed {
            let Shot { jpeg, size, real } = match shot::convert(phone, png, kind.side()).await {
                Ok(shot) => shot,
                Err(ShotError::Broken(words)) => return ScreenSessionError::broken(words),
                Err(ShotError::Ours(words)) => return ScreenSessionError::Server(None, words),
            };
            screen.send_replace(Some(real));
            let size = Some(size);
            (outlets.size).send_if_modified(|known| std::mem::replace(known, size) != size);
            let frame = outlets.stamper.still(&jpeg, drawn_us);
            outlets.source.publish(frame);
            before = Some((print, jpeg));
        }
        let next = sleep_until(begun + kind.period());
        tokio::pin!(next);
        loop {
            tokio::select! {
                () = &mut next => {}
                () = acted.notified() => sleep(AFTER_INPUT).await,
                () = resets.wanted() => {
                    if let Some((_, jpeg)) = &before {
                        let frame = outlets.stamper.still(jpeg, drawn_us);
                        outlets.source.publish(frame);
                    }
                    continue;
                }
            }
            break;
        }
    }
}

/// Takes a screenshot as the phone makes it, a PNG by its first bytes. Waits no longer than [`PICTURE_TIMEOUT`].
pub async fn picture(phone: &Phone) -> Result<Bytes, ProviderError> {
    let link = phone.access().link()?;
    let taken = timeout(PICTURE_TIMEOUT, capture(phone, &link)).await;
    taken
        .map_err(|_| ProviderError::Timeout)?
        .map_err(|lost| match lost {
            ScreenSessionError::Link => ProviderError::Unreachable,
            ScreenSessionError::Unrecoverable(_, words)
            | ScreenSessionError::Server(_, words)
            | ScreenSessionError::Broken(_, words) => ProviderError::Broken(words),
        })
}

/// Checks that the phone's screen can be shown: takes one screenshot and decodes it.
pub async fn check(phone: &Phone) -> Result<(), ProviderError> {
    let png = picture(phone).await?;
    let shot = shot::convert(phone, png, PictureKind::Small.side()).await;
    shot.map(drop).map_err(|error| match error {
        ShotError::Broken(words) | ShotError::Ours(words) => ProviderError::Broken(words),
    })
}

/// Takes a screenshot; never two of one phone at a time.
async fn capture(phone: &Phone, link: &Link) -> Result<Bytes, ScreenSessionError> {
    let command = ShellCommand::new("screencap -p")
        .within(SHOT_TIMEOUT)
        .at_most(SHOT_MAX_BYTES);
    let _turn = phone.camera.lock().await;
    let written = link.exec(&command).await.map_err(|error| match error {
        ShellError::Link(_) | ShellError::Open(OpenError::Link(_)) => ScreenSessionError::Link,
        ShellError::Open(OpenError::Refused) => {
            no_screenshot(phone, ScreenCause::NoServerFile, error.to_string())
        }
        ShellError::TooMuchOutput(_) => ScreenSessionError::broken("a screenshot without end"),
        other => ScreenSessionError::Server(None, other.to_string()),
    })?;
    shot::png_of(&written).ok_or_else(|| {
        let said = domain::text::one_line(&String::from_utf8_lossy(
            &written[..written.len().min(SAID_MAX_BYTES)],
        ));
        let words = format!("the phone takes no screenshots: {said}");
        no_screenshot(phone, ScreenCause::NoScreenshot, words)
    })
}

/// The error of a phone that takes no screenshots. Where this server has a scrcpy server, screenshots only stood in for a missing encoder, so
/// that is the cause; else it is `cause`.
fn no_screenshot(phone: &Phone, cause: ScreenCause, words: String) -> ScreenSessionError {
    let cause = match phone.environment.server_file {
        None => cause,
        Some(_) => ScreenCause::NoEncoder,
    };
    ScreenSessionError::Unrecoverable(Some(cause), words)
}

/// A hash that tells a screenshot from the one before it.
fn fingerprint(png: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    hasher.write(png);
    hasher.finish()
}
