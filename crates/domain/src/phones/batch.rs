//! How many phones one action takes (specification, sections 5 and 9).

/// List operations: power, reboot, reset, rename and the like.
pub const BATCH_MAX: usize = 30;
/// Authorizing and recalling.
pub const AUTHORIZE_MAX: usize = 100;
/// Group control, the master included.
pub const GROUP_MAX: usize = 300;
/// Fewer are no group.
pub const GROUP_MIN: usize = 2;
/// Files or apps of one push.
pub const PUSH_FILES_MAX: usize = 10;

const _: () =
    assert!(GROUP_MIN < BATCH_MAX && BATCH_MAX < AUTHORIZE_MAX && AUTHORIZE_MAX < GROUP_MAX);
