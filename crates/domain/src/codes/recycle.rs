//! The rows about the recycle bin.

use super::{Code, codes};

codes! { RECYCLE:
    /// A phone to be given up has a rental that is not over.
    RECYCLE_NOT_OVER = 1_011_113_001, "只能放弃已到期的云手机", "Only phones whose rental is over can be given up";
    /// The number that was typed is not the number of the chosen phones.
    RECYCLE_COUNT = 1_011_113_002, "输入的数量与所选云手机不一致", "The number is not that of the chosen phones";
    /// Reminders cannot be sent that way: the server does not send it, or the account has no such address.
    REMINDER_NOWHERE = 1_011_113_003, "无法以该方式提醒：请先绑定手机号或邮箱", "Reminders cannot be sent that way: link a phone number or an e-mail address first";
}
