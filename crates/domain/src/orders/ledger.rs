//! Accounts of the ledger, between which money is posted.

use super::{Wallet, coded};

coded! {
    /// Account of the ledger.
    #[cfg_attr(feature = "api", derive(serde::Serialize, serde::Deserialize, utoipa::ToSchema))]
    #[cfg_attr(feature = "api", serde(rename_all = "camelCase"), schema(as = LedgerAccountView))]
    Account {
        /// Money at Alipay.
        #[cfg_attr(feature = "api", serde(rename = "alipay"))]
        AtAlipay = 1,
        /// Money at WeChat Pay.
        #[cfg_attr(feature = "api", serde(rename = "wechatPay"))]
        AtWechatPay = 2,
        /// Sales.
        Sales = 3,
        /// Money to be refunded to members.
        Owed = 4,
    }
}

impl Account {
    /// Account of the money at a wallet.
    pub const fn at(wallet: Wallet) -> Self {
        match wallet {
            Wallet::Alipay => Self::AtAlipay,
            Wallet::WechatPay => Self::AtWechatPay,
        }
    }
}
