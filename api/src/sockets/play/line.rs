//! How well pictures arrive at this browser, and what follows: the controller's automatic quality.

use domain::play::quality::{Arrival, Automatic};
use domain::play::{Event, Quality};
use fleet::PictureQuality;
use tokio::time::Instant;

use super::Ending;
use super::session::{Playing, Signs};

/// A browser says at least twice a second what it shows; older than that and a way back, a picture is late without its saying so.
const OVERDUE_MS: u32 = 1500;

/// What is known of the way to one browser.
pub(super) struct Line {
    begun: Instant,
    automatic: Automatic,
    /// Pictures left out before the last look.
    dropped: u64,
    /// How old what the browser had not shown yet was when it last said what it shows, in milliseconds; since the last look.
    heard_ms: Option<u32>,
    /// Whether it ever says what it shows.
    speaks: bool,
}

impl Line {
    pub(super) fn new() -> Self {
        Self {
            begun: Instant::now(),
            automatic: Automatic::new(0),
            dropped: 0,
            heard_ms: None,
            speaks: false,
        }
    }
}

impl Playing<'_> {
    /// The browser shows this picture now.
    pub(super) fn acknowledged(&mut self, sequence: u32) {
        let now_us = self.now_us();
        let waiting_us = self.door.pictures().acknowledge(sequence, now_us);
        self.line.speaks = true;
        self.line.heard_ms = Some(to_ms(waiting_us));
    }

    /// Judges what arrived since the last look. Only the controller's line counts: others go on at key pictures.
    pub(super) fn mind_the_line(&mut self, signs: &Signs) {
        if !self.opened.control {
            return;
        }
        let now_us = self.now_us();
        let pictures = self.door.pictures();
        let (dropped, waiting_us) = (pictures.dropped(), pictures.waiting_us(now_us));
        let overdue = Some(to_ms(waiting_us)).filter(|age| self.line.speaks && *age >= OVERDUE_MS);
        let line = &mut self.line;
        let arrival = Arrival {
            age_ms: line.heard_ms.take().max(overdue),
            dropped: dropped > line.dropped,
        };
        line.dropped = dropped;
        let now_ms = i64::try_from(line.begun.elapsed().as_millis()).unwrap_or(i64::MAX);
        let quality = *signs.quality.borrow();
        if quality.wanted != Quality::Automatic || quality.aim != quality.shown {
            return;
        }
        if let Some(aim) = line.automatic.judge(quality.shown, arrival, now_ms) {
            let (phone_id, epoch) = (self.opened.phone_id, self.opened.epoch);
            let _ = self.engine.fleet.step_quality(phone_id, epoch, aim);
        }
    }

    pub(super) async fn tell_quality(&mut self, quality: PictureQuality) -> Result<(), Ending> {
        let PictureQuality { wanted, shown, .. } = quality;
        self.door.send(0, &Event::Quality { wanted, shown }).await?;
        Ok(())
    }
}

fn to_ms(us: u64) -> u32 {
    u32::try_from(us / 1000).unwrap_or(u32::MAX)
}
