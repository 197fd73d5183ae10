//! Operations: long-running changes of a phone, their steps, and their ends.
//!
//! [`next`] is the whole engine as a pure function: the stored progress and an event give the next action. The server writes the answer
//! down before it acts, so that after a crash the same function goes on from the stored progress.

mod choice;
mod kind;
mod places;
mod plan;
mod push_failure;
mod reason;
mod transfer;

pub use choice::OperationChoice;
pub use kind::{Kind, Reset, Step};
pub use places::{
    BOOTING_MAX, BOOTING_SPARE, Claimant, PLACE_MS, Places, RUNNING_MAX, RUNNING_SPARE,
    SENDING_MAX, SENDING_SPARE, turns,
};
pub use plan::{Effect, Event, Evidence, Next, Phase, Progress, next};
pub use push_failure::PushFailure;
pub use reason::{Reason, State};
pub use transfer::{
    Agreed, Backup, DISCLAIMER_DAY, DISCLAIMER_SECONDS, DISCLAIMER_VERSION, Destination, Transfer,
};

use crate::lang::Lang;
use crate::phones::BATCH_MAX;

/// Pause between two looks at a phone that is starting.
pub const POLL_MS: i64 = 1000;
/// Time in which a command of unknown fate may show its effect; the command is never sent twice.
pub const SETTLE_MS: i64 = 20 * 1000;
/// Time in which a phone that is away during a transfer may come back: after a restart of the server all phones connect anew.
pub const AWAY_MS: i64 = 60 * 1000;
/// Least density a member may set.
pub const DPI_MIN: i32 = 72;
/// Largest density a member may set.
pub const DPI_MAX: i32 = 640;
/// Densities that the dialog offers.
pub const DPI_PRESETS: [i32; 6] = [160, 240, 280, 320, 400, 480];

/// Message about a density outside its limits; none when it may be set.
pub fn density_fault(dpi: i32, lang: Lang) -> Option<String> {
    if (DPI_MIN..=DPI_MAX).contains(&dpi) {
        return None;
    }
    Some(match lang {
        Lang::Zh => format!("DPI 应在 {DPI_MIN} 到 {DPI_MAX} 之间，现在是 {dpi}"),
        Lang::En => format!("The DPI goes from {DPI_MIN} to {DPI_MAX}, now {dpi}"),
    })
}

const _: () = assert!(BATCH_MAX <= RUNNING_MAX);
const _: () = assert!(SETTLE_MS > POLL_MS && SETTLE_MS <= 30 * 1000);
const _: () = {
    let mut at = 0;
    while at < DPI_PRESETS.len() {
        assert!(DPI_MIN <= DPI_PRESETS[at] && DPI_PRESETS[at] <= DPI_MAX);
        at += 1;
    }
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_density_goes_from_its_least_to_its_largest_and_what_is_wrong_is_said() {
        for fine in DPI_PRESETS.into_iter().chain([DPI_MIN, DPI_MAX]) {
            assert_eq!(density_fault(fine, Lang::Zh), None, "{fine}");
        }
        for beyond in [DPI_MIN - 1, DPI_MAX + 1, 0, -320, i32::MIN, i32::MAX] {
            for lang in [Lang::Zh, Lang::En] {
                let said = density_fault(beyond, lang).unwrap();
                assert!(said.contains("72") && said.contains("640"), "{said}");
                assert!(said.contains(&beyond.to_string()), "{said}");
            }
        }
    }
}
