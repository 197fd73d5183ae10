//! Codes of webhooks.

use super::{Code, codes};

codes! { WEBHOOKS:
    /// The webhook is unknown, or another member's.
    WEBHOOK_ABSENT = 1_011_141_001, "Webhook 不存在或已删除", "There is no such webhook, or it was removed";
    /// The limit of webhooks is reached.
    WEBHOOK_LIMIT = 1_011_141_002, "Webhook 数量已达上限，请先删除不用的", "There are as many webhooks as allowed, remove one that is not needed first";
    /// The address is not allowed for a webhook; the answer says why.
    WEBHOOK_ADDRESS = 1_011_141_003, "该地址不能作为 Webhook", "This address cannot be that of a webhook";
    /// The delivery is unknown, dropped, or another member's.
    DELIVERY_ABSENT = 1_011_141_004, "投递记录不存在或已清理", "There is no such delivery, or it is kept no more";
}
