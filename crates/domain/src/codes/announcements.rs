//! The rows about announcements.

use super::{Code, codes};

codes! { ANNOUNCEMENTS:
    /// Unknown.
    ANNOUNCEMENT_ABSENT = 1_002_010_001, "公告不存在", "There is no such announcement";
    /// It stands so that this cannot be done with it.
    ANNOUNCEMENT_STATE = 1_002_010_002, "公告当前状态不支持此操作，请刷新后查看", "The announcement is not in a state for this, load it again";
    /// As many as may be published at a time.
    ANNOUNCEMENT_LIMIT = 1_002_010_003, "同时发布的公告最多 100 条，请先撤回不用的", "At most 100 announcements are published at a time, withdraw one first";
}
