//! Codes of announcements.

use super::{Code, codes};

codes! { ANNOUNCEMENTS:
    /// The announcement is unknown.
    ANNOUNCEMENT_ABSENT = 1_002_010_001, "公告不存在", "There is no such announcement";
    /// The announcement's state does not allow the action.
    ANNOUNCEMENT_STATE = 1_002_010_002, "公告当前状态不支持此操作，请刷新后查看", "The announcement is not in a state for this, load it again";
    /// The limit of published announcements is reached.
    ANNOUNCEMENT_LIMIT = 1_002_010_003, "同时发布的公告最多 100 条，请先撤回不用的", "At most 100 announcements are published at a time, withdraw one first";
}
