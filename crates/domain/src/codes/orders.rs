//! Codes of orders, payments and refunds.

use super::{Code, codes};

codes! { ORDERS:
    /// The order is unknown, or another member's.
    ORDER_ABSENT = 1_011_108_001, "订单不存在", "There is no such order";
    /// The number of phones is zero, or above the limit of an order.
    ORDER_QUANTITY = 1_011_108_002, "购买数量超出范围", "The quantity is not allowed";
    /// The total is above what a wallet takes.
    ORDER_TOTAL = 1_011_108_003, "订单金额超出范围", "The total of the order is not allowed";
    /// The package or configuration is not sold.
    ORDER_PACKAGE = 1_011_108_004, "该套餐已下架，请重新选择", "This package is not on sale, please choose another";
    /// The price is another than the one that was shown; the answer carries `{totalFen}`.
    ORDER_PRICE = 1_011_108_005, "价格已变动，请确认后重新提交", "The price has changed, please look at it and submit again";
    /// The agreement was not accepted.
    ORDER_AGREEMENT = 1_011_108_006, "请先阅读并同意授权协议", "Please read and accept the authorization agreement first";
    /// The stock is smaller than the order.
    ORDER_SOLD_OUT = 1_011_108_007, "库存不足，请减少数量或更换配置", "Not enough in stock: choose fewer phones or another configuration";
    /// The limit of a member's unpaid orders is reached.
    ORDER_OPEN = 1_011_108_008, "未支付订单过多，请先支付或取消", "Too many unpaid orders: pay or cancel one first";
    /// The date is none to which rentals can be aligned.
    ORDER_ALIGN_DATE = 1_011_108_010, "对齐日期须晚于所选云手机的到期时间", "The common date must be later than every chosen phone's end";
    /// The other configuration costs no more.
    ORDER_NOT_DEARER = 1_011_108_011, "只能升级到更高配置", "Only a higher configuration can be chosen";
    /// The key was used for another order.
    ORDER_KEY = 1_011_108_012, "该幂等键已用于其他订单", "This idempotency key was used for another order";
    /// The order does not wait for a payment any more.
    ORDER_NOT_WAITING = 1_011_108_013, "订单已不在待支付状态", "The order does not wait for a payment any more";
    /// More payments were begun than one order takes.
    ORDER_ATTEMPTS = 1_011_108_014, "支付次数过多，请重新下单", "Too many payments were begun for this order, please place it again";
    /// The order has nothing to refund, or its refund was requested already.
    ORDER_NOTHING_BACK = 1_011_108_015, "该订单没有可退金额，或退款已在处理中", "Nothing of this order can be refunded, or its refund is under way";
    /// The amount is not more than zero, or more than is left.
    ORDER_AMOUNT = 1_011_108_016, "退款金额须大于零且不超过可退金额", "The refund must be more than zero and not more than what is left";
    /// The refund is unknown, or waits for no decision.
    REFUND_ABSENT = 1_011_108_017, "退款申请不存在或已处理", "There is no such refund to decide about";
    /// This server has no such wallet, or the wallet no such way.
    PAY_NOT_OFFERED = 1_011_108_018, "暂不支持该支付方式，请选择其他方式", "This way of paying is not available, please choose another";
    /// The wallet refused to prepare the payment, or cannot be reached.
    PAY_NOT_PREPARED = 1_011_108_019, "支付平台暂时不可用，请稍后重试或更换支付方式", "The payment provider is not available just now, try again or choose another";
    /// The points are more than the order takes, or more than the member has; the answer carries `{most}`.
    ORDER_POINTS = 1_011_108_020, "可用积分已变动，请确认后重新提交", "The points that this order takes have changed, please look at it and submit again";
    /// The configuration is unknown.
    CONFIGURATION_ABSENT = 1_011_108_022, "配置不存在", "There is no such configuration";
    /// New prices are scheduled: they are taken back before others are written.
    PRICES_COMING = 1_011_108_023, "已有定好日期的新价，请先撤回再修改", "New prices are set for a day already: take them back before you change them";
    /// The configuration has no draft of prices, or no prices to come.
    PRICES_NO_DRAFT = 1_011_108_024, "没有价格草稿，请刷新后再试", "There are no such prices to come; look again";
    /// The payment that fits nothing is unknown, or was handled before.
    MISMATCH_ABSENT = 1_011_108_025, "该笔款项不存在或已处理，请刷新", "There is no such payment to handle; look again";
    /// The difference is unknown, or was solved before.
    BILL_ABSENT = 1_011_108_026, "该账单或差异不存在或已处理，请刷新", "There is no such bill or difference to handle; look again";
    /// The agreement that was shown is not the version in force any more.
    ORDER_AGREEMENT_CHANGED = 1_011_108_021, "授权协议已更新，请重新阅读并同意", "The authorization agreement has changed: please read and accept it again";
}
