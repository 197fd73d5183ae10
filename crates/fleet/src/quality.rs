//! Quality of the full picture: chosen by the controller, applied by the screen's task.

use domain::play::{Quality, QualityStep};
use tokio::sync::watch;

use crate::fleet::{Fleet, FleetError};
use crate::phone::PictureQuality;

impl Fleet {
    /// Subscribes to the full picture's quality.
    pub fn quality(&self, phone_id: i64) -> Result<watch::Receiver<PictureQuality>, FleetError> {
        Ok(self.attached(phone_id)?.screens.quality.subscribe())
    }

    /// Sets the quality that the controller of this epoch chose; an epoch without control changes nothing.
    pub fn choose_quality(
        &self,
        phone_id: i64,
        epoch: u32,
        wanted: Quality,
    ) -> Result<(), FleetError> {
        self.change(phone_id, epoch, |quality| {
            quality.is_lowered = false;
            quality.wanted = wanted;
            quality.target = wanted.shown(quality.target);
        })
    }

    /// Lowers the quality while the controller of this epoch does not look at the picture. The quality is reset when control is granted anew, or
    /// revoked while somebody watches.
    pub fn least_quality(&self, phone_id: i64, epoch: u32) -> Result<(), FleetError> {
        self.change(phone_id, epoch, |quality| {
            quality.wanted = Quality::Fluent;
            quality.target = QualityStep::Fluent;
            quality.is_lowered = true;
        })
    }

    /// Sets the step that the automatic choice decided on, for the controller of this epoch; does nothing where the controller chose a quality.
    pub fn step_quality(
        &self,
        phone_id: i64,
        epoch: u32,
        target: QualityStep,
    ) -> Result<(), FleetError> {
        self.change(phone_id, epoch, |quality| {
            if quality.wanted == Quality::Automatic {
                quality.target = target;
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
        if phone.input.queue.is_controlled_by(epoch) {
            phone.screens.quality.send_if_modified(|quality| {
                let before = *quality;
                change(quality);
                *quality != before
            });
        }
        Ok(())
    }
}
