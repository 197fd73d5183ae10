//! The result of loading a seed, as it is printed.

use serde::Serialize;

/// Objects that were made: the seed's lists with ids, without passwords.
#[derive(Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Seeded {
    pub members: Vec<SeededMember>,
    pub operators: Vec<SeededOperator>,
    pub sub_accounts: Vec<SeededSubAccount>,
    pub configurations: Vec<SeededConfiguration>,
    /// Packages of the configurations, with their prices.
    pub prices: Vec<SeededPrice>,
    /// Phones in stock.
    pub stock: Vec<SeededStock>,
    /// Phones with an owner.
    pub phones: Vec<SeededPhone>,
    pub grants: Vec<SeededGrant>,
    pub redeem_codes: Vec<SeededRedeemCode>,
    /// Announcements to members.
    pub notices: Vec<SeededNotice>,
}

/// A member that was made.
#[derive(Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SeededMember {
    /// Member's number.
    pub phone: String,
    /// Member's id.
    pub user_id: i64,
}

/// An operator that was made.
#[derive(Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SeededOperator {
    /// The account name.
    pub user_name: String,
    /// Operator's id.
    pub user_id: i64,
}

/// A sub-account that was made.
#[derive(Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SeededSubAccount {
    /// The parent's number.
    pub parent: String,
    /// Sub-account's number.
    pub phone: String,
    /// Sub-account's id.
    pub user_id: i64,
}

/// A configuration that was made.
#[derive(Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SeededConfiguration {
    /// Name of the configuration.
    pub name: String,
    pub id: i64,
}

/// A package that was made.
#[derive(Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SeededPrice {
    /// The configuration's name.
    pub configuration: String,
    /// Number of days.
    pub days: i64,
    /// Package's id.
    pub id: i64,
}

/// A phone that joined the stock.
#[derive(Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SeededStock {
    /// Address of the phone.
    pub adb: String,
    pub phone_id: i64,
    /// The phone's id for people.
    pub owl_id: String,
}

/// A phone that was given to a member.
#[derive(Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SeededPhone {
    /// The owner's number.
    pub owner: String,
    /// The phone's name.
    pub alias: String,
    pub phone_id: i64,
    /// The phone's id for people.
    pub owl_id: String,
}

/// A redeem code that was made.
#[derive(Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SeededRedeemCode {
    /// The code, as it is printed.
    pub code: String,
    /// Id of the code's batch.
    pub batch_id: i64,
}

/// An announcement that was made.
#[derive(Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SeededNotice {
    /// The Chinese title.
    pub title_zh: String,
    /// Announcement's id.
    pub id: i64,
}

/// A grant that was made.
#[derive(Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SeededGrant {
    /// The phone's name.
    pub phone: String,
    /// The grantee's number.
    pub to: String,
    pub id: i64,
}
