//! Limits of phones in one action (specification, sections 5 and 9).

use crate::operations::Kind;

/// Phones in one list operation: power, reboot, reset, rename and the like.
pub const BATCH_MAX: usize = 30;
/// Phones in one call that grants or recalls authorizations.
pub const AUTHORIZE_MAX: usize = 100;
/// Phones in group control, the master included.
pub const GROUP_MAX: usize = 300;
/// Least number of phones in a group.
pub const GROUP_MIN: usize = 2;
/// Files or apps of one push.
pub const PUSH_FILES_MAX: usize = 10;

const _: () =
    assert!(GROUP_MIN < BATCH_MAX && BATCH_MAX < AUTHORIZE_MAX && AUTHORIZE_MAX < GROUP_MAX);

/// Whether an operation on so many phones is refused when one of them is shared, by its owner or with the member: people who use a shared phone
/// are not to lose it because it was chosen among others.
pub const fn refuses_shared(kind: Kind, phones: usize) -> bool {
    matches!(kind, Kind::Reboot) && phones > 1
}
