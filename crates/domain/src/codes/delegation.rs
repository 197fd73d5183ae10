//! Codes of delegated sessions: embedded players, tokens, and operators who see a console as its member does.

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
    /// An operator sees the console as a member sees it: what changes something, and what shows phones, files and secrets, is not done there.
    VIEW_ONLY = 1_011_109_006, "您正在查看会员的界面：只能看，不能操作，也看不到云手机画面、文件和密钥", "You are seeing a member's console: it can be read, but nothing is changed, and phones, files and secrets stay closed";
    /// The account is disabled, so there is no console to see.
    VIEW_DISABLED = 1_011_109_007, "该账号已停用，没有可以查看的界面", "The account is disabled, so there is no console to see";
    /// An operator's own console needs no such view.
    VIEW_OWN = 1_011_109_008, "这是您自己的账号，直接打开即可", "This is your own account, open its pages directly";
    /// The token is unknown, over, or another member's.
    TOKEN_ABSENT = 1_011_109_005, "访问令牌不存在或已失效", "There is no such access token, or it has ended";
}
