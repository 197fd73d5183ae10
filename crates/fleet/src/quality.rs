//! Quality of the full picture: chosen by the controller, applied by the screen's task.

use domain::play::{Quality, QualityStep};
use phone_link::ScreenOptions;
use tokio::sync::watch;

use crate::fleet::{Fleet, FleetError};

/// The full picture's quality.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct PictureQuality {
    /// The controller's choice.
    pub wanted: Quality,
    /// The step that the screen's task shall show.
    pub aim: QualityStep,
    /// The step that is shown.
    pub shown: QualityStep,
    /// Whether the quality was lowered because the controller does not look at the picture.
    pub unseen: bool,
}

/// scrcpy options for a step, on an encoder that takes sides up to `side_max` pixels.
pub const fn options(shown: QualityStep, side_max: u16) -> ScreenOptions {
    let (side, fps, video_bit_rate) = match shown {
        QualityStep::High => (1280, 30.0, 4_000_000),
        QualityStep::Standard => (1280, 30.0, 2_000_000),
        QualityStep::Fluent => (640, 20.0, 600_000),
        QualityStep::Small => return ScreenOptions::small(),
    };
    ScreenOptions {
        max_size: if side < side_max { side } else { side_max },
        max_fps: Some(fps),
        video_bit_rate,
        control: true,
        every_picture_key: false,
        encoder: None,
    }
}

impl PictureQuality {
    /// Resets the quality if it was lowered while nobody looked; returns whether it was.
    pub(crate) fn seen(&mut self) -> bool {
        let changes = self.unseen;
        if changes {
            *self = Self {
                shown: self.shown,
                ..Self::default()
            };
        }
        changes
    }
}

impl Fleet {
    /// Subscribes to the full picture's quality.
    pub fn quality(&self, phone_id: i64) -> Result<watch::Receiver<PictureQuality>, FleetError> {
        Ok(self.attached(phone_id)?.quality.subscribe())
    }

    /// Sets the quality that the controller of this epoch chose; an epoch without control changes nothing.
    pub fn choose_quality(
        &self,
        phone_id: i64,
        epoch: u32,
        wanted: Quality,
    ) -> Result<(), FleetError> {
        self.change(phone_id, epoch, |quality| {
            quality.unseen = false;
            quality.wanted = wanted;
            quality.aim = wanted.shown(quality.aim);
        })
    }

    /// Lowers the quality while the controller of this epoch does not look at the picture. The quality is reset when control is granted anew, or
    /// revoked while somebody watches.
    pub fn least_quality(&self, phone_id: i64, epoch: u32) -> Result<(), FleetError> {
        self.change(phone_id, epoch, |quality| {
            quality.wanted = Quality::Fluent;
            quality.aim = QualityStep::Fluent;
            quality.unseen = true;
        })
    }

    /// Sets the step that the automatic choice decided on, for the controller of this epoch; does nothing where the controller chose a quality.
    pub fn step_quality(
        &self,
        phone_id: i64,
        epoch: u32,
        aim: QualityStep,
    ) -> Result<(), FleetError> {
        self.change(phone_id, epoch, |quality| {
            if quality.wanted == Quality::Automatic {
                quality.aim = aim;
            }
        })
    }

    fn change(
        &self,
        phone_id: i64,
        epoch: u32,
        change: impl FnOnce(&mut PictureQuality),
    ) -> Result<(), FleetError> {
        let phone = self.attached(phone_id)?;
        if phone.inputs.is_controlled_by(epoch) {
            phone.quality.send_if_modified(|quality| {
                let before = *quality;
                change(quality);
                *quality != before
            });
        }
        Ok(())
    }
}
