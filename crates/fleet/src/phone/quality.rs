//! State of the full picture's quality: what is wanted, and what is shown.

use domain::play::{Quality, QualityStep};

/// The full picture's quality.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct PictureQuality {
    /// The controller's choice.
    pub wanted: Quality,
    /// The step that the screen's task shall show.
    pub target: QualityStep,
    /// The step that is shown.
    pub shown: QualityStep,
    /// Whether it is the least because its controller does not look at it.
    pub is_lowered: bool,
}

impl PictureQuality {
    /// Notes that somebody looks again; `false` when somebody did all the time.
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
