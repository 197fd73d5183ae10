//! Codes of delegated sessions: embedded players and tokens.

use super::{Code, codes};

codes! { DELEGATION:
    /// The ticket of an embedded player is unknown, spent or too old, or its right is over: one answer for all.
    EMBED_TICKET = 1_011_109_001, "该嵌入链接已失效，请从原页面重新打开", "This embedded link is no longer valid, open it again from the page it came from";
    /// The limit of embedded players that wait or run is reached.
    EMBED_LIMIT = 1_011_109_002, "嵌入画面数量已达上限，请先结束一些", "There are too many embedded players, end some of them first";
    /// The embedded player is unknown, over, or another member's.
    EMBED_ABSENT = 1_011_109_003, "嵌入画面不存在或已结束", "There is no such embedded player, or it has ended";
    /// The limit of valid tokens is reached.
    TOKEN_LIMIT = 1_011_109_004, "访问令牌数量已达上限，请先吊销不用的令牌", "There are too many access tokens, revoke one that is not needed first";
    /// The token is unknown, over, or another member's.
    TOKEN_ABSENT = 1_011_109_005, "访问令牌不存在或已失效", "There is no such access token, or it has ended";
}
