//! The rows about redeem codes.

use super::{Code, codes};

codes! { REDEEM:
    /// The member used this code before; travels with `{atMs}`.
    REDEEM_USED = 1_011_103_001, "您已使用过这个兑换码", "You have used this code already";
    /// The code is wrong, voided or used by somebody else: one answer for all three.
    REDEEM_UNUSABLE = 1_011_103_002, "这个兑换码无法使用", "This code cannot be used";
    /// The code has expired; travels with `{atMs}`.
    REDEEM_EXPIRED = 1_011_103_003, "兑换码已过期", "This code has expired";
    /// The code is not valid yet; travels with `{atMs}`.
    REDEEM_NOT_YET = 1_011_103_004, "兑换码尚未生效", "This code is not valid yet";
    /// The code gives days to phones of another configuration.
    REDEEM_NOT_FOR_PHONE = 1_011_103_005, "这个兑换码不适用于所选云手机", "This code is not for the chosen phone";
    /// The code gives days, and no phone was named.
    REDEEM_NEEDS_PHONE = 1_011_103_006, "请选择要续期的云手机", "Choose the phone that this code renews";
    /// The code gives a new phone, and a phone to renew was named.
    REDEEM_NEW_PHONE = 1_011_103_007, "这个兑换码用于领取新云手机，不能续期", "This code gives a new phone and renews none";
    /// No phone of the code's configuration is free; the code stays unused.
    REDEEM_OUT_OF_STOCK = 1_011_103_008, "库存不足，兑换码未使用", "Out of stock, the code stays unused";
    /// The member has used as many codes of the batch as an account may.
    REDEEM_LIMIT = 1_011_103_009, "您已达到这一批兑换码的使用上限", "You have used as many codes of this kind as an account may";
    /// A code appears twice in one call.
    REDEEM_REPEATED = 1_011_103_010, "兑换码重复", "The same code stands here twice";
    /// The batch or code does not exist; for operators.
    REDEEM_ABSENT = 1_011_103_011, "兑换码或批次不存在", "There is no such code or batch";
    /// No code of the batch is left to void, or the code was used or voided before.
    REDEEM_NOTHING_LEFT = 1_011_103_012, "没有可停用的兑换码", "No code is left to void";
    /// The batch's configuration does not exist.
    REDEEM_CONFIGURATION = 1_011_103_013, "配置不存在", "There is no such configuration";
}
