//! Codes of the app market.

use super::{Code, codes};

codes! { MARKET:
    /// The app or the version is unknown, or was removed.
    MARKET_ABSENT = 1_011_114_001, "应用不存在或已删除", "There is no such app, or it was removed";
    /// The file has no app, or is another account's.
    MARKET_NO_APP = 1_011_114_002, "这个文件不是应用安装包", "This file is no app";
    /// The market has that version of the app.
    MARKET_EXISTS = 1_011_114_003, "应用市场已有这个版本", "The market has this version already";
    /// Members can install the version still.
    MARKET_OFFERED = 1_011_114_004, "请先下架再删除", "Take it down before you remove it";
    /// The version is being brought to phones.
    MARKET_IN_USE = 1_011_114_005, "正在安装到云手机，请稍后再删除", "It is being installed on phones; remove it later";
    /// The version is signed by other keys than the app's versions of the market.
    MARKET_SIGNER = 1_011_114_006, "签名与应用市场中该应用的其他版本不同，已安装的云手机无法更新到这个版本", "It is signed by another key than this app's other versions, so phones that have one could not update to it";
}
