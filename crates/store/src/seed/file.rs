//! The seed file's format. An unknown list or field is refused by name.

use domain::access::{DelegatedPermission, Level};
use domain::orders::price::Tier;
use serde::Deserialize;

/// A seed file.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct Seed {
    pub(super) members: Vec<MemberSeed>,
    pub(super) operators: Vec<OperatorSeed>,
    pub(super) sub_accounts: Vec<SubAccountSeed>,
    pub(super) configurations: Vec<ConfigurationSeed>,
    pub(super) prices: Vec<PriceSeed>,
    pub(super) stock: Vec<StockSeed>,
    pub(super) phones: Vec<PhoneSeed>,
    pub(super) grants: Vec<GrantSeed>,
    pub(super) branding: Option<BrandingSeed>,
    pub(super) customer_services: Vec<ContactSeed>,
    pub(super) dictionaries: Vec<DictionarySeed>,
    pub(super) agreements: Vec<AgreementSeed>,
    pub(super) redeem_codes: Vec<RedeemCodeSeed>,
    pub(super) notices: Vec<NoticeSeed>,
}

/// Contacts for members, under the names that the console reads.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct ContactSeed {
    /// Kind: 1 an account of a messaging service, 2 a group.
    #[serde(rename = "type")]
    pub(super) kind: i16,
    pub(super) account: String,
    pub(super) html_code: String,
}

/// The labels of a value, in place of those that it has.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct DictionarySeed {
    pub(super) dict_type: String,
    pub(super) value: String,
    pub(super) label: String,
    #[serde(default)]
    pub(super) label_en: String,
    #[serde(default)]
    pub(super) sort: i32,
}

/// A redeem code of an operator's own. Those that give the same are one batch.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct RedeemCodeSeed {
    /// 8 to 39 letters and digits, with dashes or blanks or without.
    pub(super) code: String,
    /// `phone`: a phone from stock; `days`: more days for a phone.
    pub(super) gives: String,
    pub(super) days: i64,
    /// Configuration of that phone; left out for days of any.
    #[serde(default)]
    pub(super) configuration: Option<String>,
    /// How long it can be used; negative where it is over already.
    #[serde(default = "a_year")]
    pub(super) expires_in_days: i64,
    /// How many codes of the batch one account may use.
    #[serde(default)]
    pub(super) per_account: Option<i64>,
}

/// An announcement in words, published with the seed unless it is left as a draft.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct NoticeSeed {
    /// Account name of the operator who wrote it.
    pub(super) by: String,
    /// Place: 1 in the list, 2 a line in the header, 3 a popup, 4 a popup about a campaign.
    pub(super) msg_type: i64,
    pub(super) title_zh: String,
    pub(super) title_en: String,
    pub(super) content_zh: String,
    pub(super) content_en: String,
    /// Frequency of a popup: 1 every time, 2 once a day, 3 once.
    #[serde(default = "once_a_day")]
    pub(super) pop_frequency: i64,
    #[serde(default)]
    pub(super) pop_priority: i64,
    /// Numbers of the only readers; without any, all members read it.
    #[serde(default)]
    pub(super) members: Vec<String>,
    /// Configuration whose members are the only readers.
    #[serde(default)]
    pub(super) configuration: Option<String>,
    #[serde(default)]
    pub(super) sub_accounts: bool,
    #[serde(default)]
    pub(super) starts_in_days: i64,
    #[serde(default)]
    pub(super) ends_in_days: Option<i64>,
    #[serde(default)]
    pub(super) draft: bool,
}

const fn once_a_day() -> i64 {
    2
}

const fn a_year() -> i64 {
    365
}

/// A version of an agreement, published with the seed.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct AgreementSeed {
    /// Kind: `terms`, `privacy` or `authorization`.
    pub(super) kind: String,
    pub(super) title_zh: String,
    pub(super) title_en: String,
    pub(super) content_zh: String,
    pub(super) content_en: String,
}

/// Branding under the names that the console reads; a missing field is the product's own.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub(super) struct BrandingSeed {
    pub(super) text: String,
    pub(super) text_en: String,
    pub(super) main: String,
    pub(super) left_bg: String,
    pub(super) welcome_text: String,
    pub(super) welcome_text_en: String,
    pub(super) register_type: String,
    pub(super) renew_redesign: i16,
    pub(super) login_way: Option<String>,
    pub(super) service_url: String,
    pub(super) service_hours: String,
    pub(super) service_hours_en: String,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct MemberSeed {
    pub(super) phone: String,
    pub(super) password: String,
    pub(super) nickname: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct OperatorSeed {
    pub(super) user_name: String,
    pub(super) password: String,
    #[serde(default)]
    pub(super) permissions: Vec<String>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct SubAccountSeed {
    pub(super) parent: String,
    pub(super) phone: String,
    pub(super) password: String,
    pub(super) nickname: Option<String>,
    /// Phones that the parent gives to the sub-account.
    #[serde(default)]
    pub(super) phones: Vec<GivenSeed>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct GivenSeed {
    pub(super) phone: String,
    /// Delegated permissions on the phone, beside operating it.
    #[serde(default)]
    pub(super) may: Vec<DelegatedPermission>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct ConfigurationSeed {
    pub(super) name: String,
    /// English name; the Chinese one where it is missing.
    #[serde(default)]
    pub(super) name_en: String,
    pub(super) android_version: String,
    pub(super) chip: String,
    pub(super) pad_type: i16,
    pub(super) dpi: i32,
    /// Short name for people.
    #[serde(default)]
    pub(super) code: String,
    #[serde(default)]
    pub(super) cores: i32,
    #[serde(default)]
    pub(super) memory_mb: i32,
    #[serde(default)]
    pub(super) storage_gb: i32,
    #[serde(default = "yes")]
    pub(super) on_sale: bool,
}

const fn yes() -> bool {
    true
}

/// A package of a configuration.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct PriceSeed {
    pub(super) configuration: String,
    pub(super) days: i64,
    /// Prices in fen by quantity.
    pub(super) tiers: Vec<Tier>,
    #[serde(default = "yes")]
    pub(super) enabled: bool,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct StockSeed {
    pub(super) configuration: String,
    pub(super) adb: String,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct PhoneSeed {
    pub(super) owner: String,
    pub(super) alias: String,
    pub(super) configuration: String,
    pub(super) expires_in_days: i64,
    pub(super) adb: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct GrantSeed {
    pub(super) owner: String,
    pub(super) phone: String,
    pub(super) to: String,
    pub(super) level: Level,
    pub(super) expires_in_minutes: i64,
}
