//! State of the full picture's quality: the wanted, the next and the shown one.

use domain::play::{Quality, QualityStep};

/// The full picture's quality.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct PictureQuality {
    /// Quality that the controller chose.
    pub wanted: Quality,
    /// Step that the screen's task changes to.
    pub target: QualityStep,
    /// Step that is shown.
    pub shown: QualityStep,
    /// Whether the quality is lowered because the controller does not look at the picture.
    pub is_lowered: bool,
}

impl PictureQuality {
    /// Resets a quality that was lowered while nobody looked; returns whether it was.
    pub(crate) fn reset_lowered(&mut self) -> bool {
        let changes = self.is_lowered;
        if changes {
            *self = Self {
                shown: self.shown,
                ..Self::default()
            };
        }
        changes
    }
}
