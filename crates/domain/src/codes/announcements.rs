//! The rows about announcements.

use super::Code;

/// Unknown.
pub const ANNOUNCEMENT_ABSENT: Code =
    Code::new(1_002_009_001, "公告不存在", "There is no such announcement");
/// It stands so that this cannot be done with it.
pub const ANNOUNCEMENT_STATE: Code = Code::new(
    1_002_009_002,
    "公告当前状态不支持此操作，请刷新后查看",
    "The announcement is not in a state for this, load it again",
);
/// As many as may be published at a time.
pub const ANNOUNCEMENT_LIMIT: Code = Code::new(
    1_002_009_003,
    "同时发布的公告最多 100 条，请先撤回不用的",
    "At most 100 announcements are published at a time, withdraw one first",
);

/// All of these. Only the server says them, with their words: the page's module does without.
pub const ANNOUNCEMENTS: &[Code] = &[ANNOUNCEMENT_ABSENT, ANNOUNCEMENT_STATE, ANNOUNCEMENT_LIMIT];
