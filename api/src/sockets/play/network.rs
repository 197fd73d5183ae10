//! Quality of the network to one browser, and its consequences: the controller's automatic quality, an onlooker's small picture.

use domain::play::quality::{Arrival, Automatic, Step};
use domain::play::{EndReason, Event, Quality, QualityStep};
use fleet::{PictureKind, PictureQuality, Watch};
use tokio::time::Instant;

use super::Ending;
use super::session::{Playing, SessionSignals};

/// Age from which a picture that the browser has not reported counts as late: the browser reports at least twice a second, and the rest is
/// the report's own time on the way.
const OVERDUE_MS: u32 = 1500;

/// Quality of the network to one browser, as far as it is known.
pub(super) struct NetworkQuality {
    begun: Instant,
    automatic: Automatic,
    /// Pictures left out before the last look.
    dropped: u64,
    /// Age of the oldest picture that the browser did not show yet at its last report since the last look, milliseconds.
    heard_ms: Option<u32>,
    /// Whether the browser has ever reported what it shows.
    speaks: bool,
    /// Whether the small picture is sent: an onlooker whose network does not carry the full one gets it.
    small: bool,
}

impl NetworkQuality {
    pub(super) fn new() -> Self {
        Self {
            begun: Instant::now(),
            automatic: Automatic::new(0),
            dropped: 0,
            heard_ms: None,
            speaks: false,
            small: false,
        }
    }

    /// Kind of picture that goes out.
    pub(super) const fn kind(&self) -> PictureKind {
        if self.small {
            PictureKind::Small
        } else {
            PictureKind::Full
        }
    }
}

impl Playing<'_> {
    /// Handles the browser's report that it shows a picture.
    pub(super) fn acknowledged(&mut self, sequence: u32) {
        let now_us = self.now_us();
        let waiting_us = self.socket.pictures().acknowledge(sequence, now_us);
        self.network.speaks = true;
        self.network.heard_ms = Some(to_ms(waiting_us));
    }

    /// Judges the network since the last look. The controller's network moves the quality for all; an onlooker's only its own picture.
    pub(super) async fn check_network(
        &mut self,
        signals: &mut SessionSignals,
    ) -> Result<(), Ending> {
        let now_us = self.now_us();
        let pictures = self.socket.pictures();
        let (dropped, waiting_us) = (pictures.dropped(), pictures.waiting_us(now_us));
        let overdue =
            Some(to_ms(waiting_us)).filter(|age| self.network.speaks && *age >= OVERDUE_MS);
        let network = &mut self.network;
        let arrival = Arrival {
            age_ms: network.heard_ms.take().max(overdue),
            dropped: dropped > network.dropped,
        };
        network.dropped = dropped;
        let now_ms = i64::try_from(network.begun.elapsed().as_millis()).unwrap_or(i64::MAX);
        if !self.opened.control {
            return match network
                .automatic
                .judge_onlooker(network.small, arrival, now_ms)
            {
                None => Ok(()),
                Some(Step::Down) => self.show(true, signals).await,
                Some(Step::Up) => self.show(false, signals).await,
            };
        }
        let quality = *signals.quality.borrow();
        if quality.wanted != Quality::Automatic || quality.target != quality.shown {
            return Ok(());
        }
        if let Some(target) = network.automatic.judge(quality.shown, arrival, now_ms) {
            let (phone_id, epoch) = (self.opened.phone_id, self.opened.epoch);
            let _ = self.engine.fleet.step_quality(phone_id, epoch, target);
        }
        Ok(())
    }

    /// Moves an onlooker to the small picture, or back to the full one.
    pub(super) async fn show(
        &mut self,
        small: bool,
        signals: &mut SessionSignals,
    ) -> Result<(), Ending> {
        self.network.small = small;
        let Ok(watch) = (self.engine.fleet).watch(self.opened.phone_id, self.network.kind()) else {
            return Err(Ending::Said(EndReason::Offline, 0));
        };
        signals.lost = Box::pin(watch.ended());
        let Watch {
            viewer,
            stage,
            size,
            cause,
            ..
        } = watch;
        (signals.stage, signals.size, signals.cause) = (stage, size, cause);
        self.socket.pictures().show(0, viewer);
        (self.network.dropped, self.network.heard_ms) = (0, None);
        let quality = *signals.quality.borrow_and_update();
        self.tell_quality(quality).await?;
        let size = *signals.size.borrow_and_update();
        if let Some(size) = size {
            self.socket.send(0, &Event::Size(size)).await?;
        }
        Ok(())
    }

    /// Handles a screen that is lost for good. A session that showed the small picture goes on with the full one, which has a screen of its own.
    pub(super) async fn lost(
        &mut self,
        reason: EndReason,
        signals: &mut SessionSignals,
    ) -> Result<(), Ending> {
        if self.network.small {
            return self.show(false, signals).await;
        }
        let (reason, detail) = reason.or_cause(*signals.cause.borrow());
        Err(Ending::Said(reason, detail))
    }

    pub(super) async fn tell_quality(&mut self, quality: PictureQuality) -> Result<(), Ending> {
        let PictureQuality { wanted, shown, .. } = quality;
        let shown = if self.network.small {
            QualityStep::Small
        } else {
            shown
        };
        self.socket
            .send(0, &Event::Quality { wanted, shown })
            .await?;
        Ok(())
    }
}

fn to_ms(us: u64) -> u32 {
    u32::try_from(us / 1000).unwrap_or(u32::MAX)
}
