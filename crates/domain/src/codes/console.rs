//! Codes of the operators' console.

use super::{Code, codes};

codes! { CONSOLE:
    /// The phone is no longer rented by the member whom the operator saw.
    PHONE_NOT_RENTED = 1_002_014_001, "这台云手机已不再由该会员租用，请刷新后查看", "This phone is no longer rented by that member, load it again";
    /// The phone is rented, kept for an order, held or in use by an operation: it is no free stock.
    PHONE_NOT_FREE = 1_002_014_002, "这台云手机不是空闲库存，不能移除", "This phone is not free stock, so it cannot be removed";
}
