//! Codes of maintenance.

use super::{Code, codes};

codes! { MAINTENANCE:
    /// The maintenance is unknown.
    MAINTENANCE_ABSENT = 1_002_013_001, "维护不存在", "There is no such maintenance";
    /// The maintenance is over, or was cancelled.
    MAINTENANCE_OVER = 1_002_013_002, "维护已结束，请刷新后查看", "The maintenance is over, load it again";
}
