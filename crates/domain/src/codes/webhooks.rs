//! The rows about webhooks.

use super::Code;

/// Unknown, or somebody else's.
pub const WEBHOOK_ABSENT: Code = Code::new(
    1_011_141_001,
    "Webhook 不存在或已删除",
    "There is no such webhook, or it was removed",
);
/// As many as may be.
pub const WEBHOOK_LIMIT: Code = Code::new(
    1_011_141_002,
    "Webhook 数量已达上限，请先删除不用的",
    "There are as many webhooks as allowed, remove one that is not needed first",
);
/// It may not be told there; the answer says why.
pub const WEBHOOK_ADDRESS: Code = Code::new(
    1_011_141_003,
    "该地址不能作为 Webhook",
    "This address cannot be that of a webhook",
);
/// Unknown, let go, or somebody else's.
pub const DELIVERY_ABSENT: Code = Code::new(
    1_011_141_004,
    "投递记录不存在或已清理",
    "There is no such delivery, or it is kept no more",
);

/// All of these. Only the server says them, with their words: the page's module does without.
pub const WEBHOOKS: &[Code] = &[
    WEBHOOK_ABSENT,
    WEBHOOK_LIMIT,
    WEBHOOK_ADDRESS,
    DELIVERY_ABSENT,
];
