//! What loading a seed made, as it is printed.

use serde::Serialize;

/// What was made: the seed's lists with ids, without passwords.
#[derive(Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Seeded {
    /// Members.
    pub members: Vec<SeededMember>,
    /// Operators.
    pub operators: Vec<SeededOperator>,
    /// Sub-accounts.
    pub sub_accounts: Vec<SeededSubAccount>,
    /// Configurations.
    pub configurations: Vec<SeededConfiguration>,
    /// Packages.
    pub prices: Vec<SeededPrice>,
    /// Phones in stock.
    pub stock: Vec<SeededStock>,
    /// Phones with an owner.
    pub phones: Vec<SeededPhone>,
    /// Grants.
    pub grants: Vec<SeededGrant>,
    /// Redeem codes.
    pub redeem_codes: Vec<SeededRedeemCode>,
}

/// A member that was made.
#[derive(Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SeededMember {
    /// The number.
    pub phone: String,
    /// Its id.
    pub user_id: i64,
}

/// An operator that was made.
#[derive(Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SeededOperator {
    /// The account name.
    pub user_name: String,
    /// Its id.
    pub user_id: i64,
}

/// A sub-account that was made.
#[derive(Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SeededSubAccount {
    /// Its parent's number.
    pub parent: String,
    /// Its own number.
    pub phone: String,
    /// Its id.
    pub user_id: i64,
}

/// A configuration that was made.
#[derive(Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SeededConfiguration {
    /// Its name.
    pub name: String,
    /// Its id.
    pub id: i64,
}

/// A package that was made.
#[derive(Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SeededPrice {
    /// The configuration's name.
    pub configuration: String,
    /// How long.
    pub days: i64,
    /// Its id.
    pub id: i64,
}

/// A phone that joined the stock.
#[derive(Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SeededStock {
    /// Its address.
    pub adb: String,
    /// Its id.
    pub phone_id: i64,
    /// Its id for people.
    pub owl_id: String,
}

/// A phone that was given to a member.
#[derive(Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SeededPhone {
    /// The owner's number.
    pub owner: String,
    /// Its name.
    pub alias: String,
    /// Its id.
    pub phone_id: i64,
    /// Its id for people.
    pub owl_id: String,
}

/// A redeem code that was made.
#[derive(Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SeededRedeemCode {
    /// The code, as it is printed.
    pub code: String,
    /// Its batch's id.
    pub batch_id: i64,
}

/// A grant that was made.
#[derive(Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SeededGrant {
    /// The phone's name.
    pub phone: String,
    /// To whom.
    pub to: String,
    /// Its id.
    pub id: i64,
}
