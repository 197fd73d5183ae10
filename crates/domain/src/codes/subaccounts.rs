//! Codes of sub-accounts.

use super::{Code, codes};

codes! { SUB_ACCOUNTS:
    /// The member who asks is a sub-account.
    SUB_NESTED = 1_011_112_001, "子账号不能再添加子账号", "A sub-account has no sub-accounts of its own";
    /// The number is the asker's own.
    SUB_SELF = 1_011_112_002, "不能添加自己", "You cannot be your own sub-account";
    /// The account is a sub-account of the asker.
    SUB_ALREADY = 1_011_112_003, "该账号已是您的子账号", "This is your sub-account already";
    /// The account is a sub-account of another member.
    SUB_ANOTHER = 1_011_112_004, "该账号已是他人的子账号", "This account is a sub-account of somebody else";
    /// The account has sub-accounts.
    SUB_PARENT = 1_011_112_005, "该账号有自己的子账号，不能成为子账号", "This account has sub-accounts of its own";
    /// The account is disabled, or an operator's.
    SUB_BARRED = 1_011_112_006, "该账号不能成为子账号", "This account cannot become a sub-account";
    /// The member has as many sub-accounts as allowed.
    SUB_LIMIT = 1_011_112_007, "子账号数量已达上限", "There are as many sub-accounts as allowed";
    /// The sub-account is unknown, or another member's; or the caller is nobody's sub-account.
    SUB_ABSENT = 1_011_112_008, "子账号不存在", "There is no such sub-account";
    /// The name is too long.
    SUB_NAME = 1_011_112_009, "名称最多 10 个字", "A name has 10 characters at most";
}
