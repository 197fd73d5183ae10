//! Requests that add phones, take them back and take them out of stock.

use domain::codes;
use domain::lang::{Lang, Words};
use domain::phones::{
    ADDRESSES_MAX, InvalidAddress, Line, TakingReason, is_address, read_addresses,
};
use serde::{Deserialize, Serialize};
use store::console::phones::{RemoveError, TakeError};
use store::phones::{AddedPhone, StockError};
use utoipa::ToSchema;

use super::ask::PhoneQuery;
use crate::http::ApiError;

/// ADB addresses as people type them.
#[derive(Deserialize, ToSchema)]
pub struct AddressesBody {
    /// 1 to 200 addresses.
    addresses: String,
}

impl AddressesBody {
    /// Reads each address, or what is wrong with it.
    pub fn lines(self) -> Result<Vec<Line>, ApiError> {
        read_addresses(&self.addresses).map_err(|_| wrong_count())
    }
}

fn wrong_count() -> ApiError {
    ApiError::in_field("addresses".to_owned(), |lang| {
        Words::new("请填写 1 至 200 个地址", "Write 1 to 200 addresses")
            .in_lang(lang)
            .to_owned()
    })
}

/// Outcome of asking an address.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum AskedView {
    /// A phone answered that can be added.
    Fits,
    /// No address, or it stands there twice.
    Wrong,
    /// A phone here has it.
    Known,
    /// Nothing answered as a phone does.
    Unwell,
}

/// An address that was asked.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AskedAddressView {
    /// The address, or the text that is none.
    address: String,
    result: AskedView,
    /// Why it cannot be added; empty where it can.
    reason: String,
    /// Model of the phone that answered.
    model: String,
    /// Android version of that phone.
    android_version: String,
    /// Id of the phone here that has the address.
    #[schema(required = true)]
    phone_id: Option<i64>,
    /// Id for people of that phone.
    owl_id: String,
    /// Masked number of the member of that phone, or account name.
    member: String,
}

impl AskedAddressView {
    pub fn of(address: String, asked: PhoneQuery, lang: Lang) -> Self {
        let empty = Self {
            address,
            result: AskedView::Fits,
            reason: String::new(),
            model: String::new(),
            android_version: String::new(),
            phone_id: None,
            owl_id: String::new(),
            member: String::new(),
        };
        match asked {
            PhoneQuery::Fits(told) => Self {
                model: told.model,
                android_version: told.android_version,
                ..empty
            },
            PhoneQuery::Wrong(fault) => Self {
                result: AskedView::Wrong,
                reason: fault_words(&fault).in_lang(lang).to_owned(),
                ..empty
            },
            PhoneQuery::Known(phone) => Self {
                result: AskedView::Known,
                reason: Words::new("已经在册", "Here already")
                    .in_lang(lang)
                    .to_owned(),
                phone_id: Some(phone.id),
                owl_id: phone.owl_id,
                member: phone.owner,
                ..empty
            },
            PhoneQuery::Unwell(unwell) => Self {
                result: AskedView::Unwell,
                reason: unwell.words().in_lang(lang).to_owned(),
                ..empty
            },
        }
    }
}

const fn fault_words(fault: &InvalidAddress) -> Words {
    match fault {
        InvalidAddress::NotAnAddress(_) => Words::new(
            "不是地址，请写成 主机:端口",
            "Not an address: write host:port",
        ),
        InvalidAddress::Twice(_) => Words::new("重复", "Written twice"),
        InvalidAddress::Count => Words::new("一次最多 200 个", "200 at most"),
    }
}

/// Phones to add.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AddPhonesBody {
    configuration_id: i64,
    /// 1 to 200 addresses, each `host:port`.
    addresses: Vec<String>,
}

impl AddPhonesBody {
    pub fn parse(self) -> Result<(i64, Vec<String>), ApiError> {
        if !(1..=ADDRESSES_MAX).contains(&self.addresses.len()) {
            return Err(wrong_count());
        }
        for address in &self.addresses {
            if !is_address(address) {
                return Err(StockError::Address(address.clone()).into());
            }
        }
        Ok((self.configuration_id, self.addresses))
    }
}

/// A phone that was added.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AddedPhoneView {
    phone_id: i64,
    /// Id for people.
    owl_id: String,
}

impl From<AddedPhone> for AddedPhoneView {
    fn from(made: AddedPhone) -> Self {
        Self {
            phone_id: made.id,
            owl_id: made.owl_id,
        }
    }
}

/// Names a phone in stock.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StockPhoneBody {
    /// Phone's id.
    pub phone_id: i64,
}

/// A rental to end.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TakeBackBody {
    phone_id: i64,
    /// Id of the member whom the operator sees: another one keeps the phone.
    member_id: i64,
    /// Reason, 1 to 100 characters, which the member reads.
    #[serde(default)]
    reason: String,
}

impl TakeBackBody {
    pub fn parse(self) -> Result<(i64, i64, TakingReason), ApiError> {
        let reason = TakingReason::parse(&self.reason).map_err(|fault| {
            ApiError::in_field("reason".to_owned(), |lang| fault.text(lang).to_owned())
        })?;
        Ok((self.phone_id, self.member_id, reason))
    }
}

impl From<TakeError> for ApiError {
    fn from(error: TakeError) -> Self {
        match error {
            TakeError::Unknown => Self::Refused(codes::PHONE_ABSENT),
            TakeError::NotRented => Self::Refused(codes::PHONE_NOT_RENTED),
            TakeError::Fault(fault) => fault.into(),
        }
    }
}

impl From<RemoveError> for ApiError {
    fn from(error: RemoveError) -> Self {
        match error {
            RemoveError::Unknown => Self::Refused(codes::PHONE_ABSENT),
            RemoveError::NotFree => Self::Refused(codes::PHONE_NOT_FREE),
            RemoveError::Fault(fault) => fault.into(),
        }
    }
}

impl From<StockError> for ApiError {
    fn from(error: StockError) -> Self {
        let in_addresses = |address: String, words: Words| {
            Self::in_field("addresses".to_owned(), |lang| {
                words.in_lang(lang).replace("{0}", &address)
            })
        };
        match error {
            StockError::Address(address) => in_addresses(
                address,
                Words::new(
                    "{0} 不是地址，请写成 主机:端口",
                    "{0} is not an address: write host:port",
                ),
            ),
            StockError::AddressTaken(address) => in_addresses(
                address,
                Words::new("{0} 已经在册", "A phone at {0} is here already"),
            ),
            StockError::Configuration(_)
            | StockError::ConfigurationExists(_)
            | StockError::Empty(_) => Self::in_field("configurationId".to_owned(), |lang| {
                Words::new("请选择配置", "Choose a configuration")
                    .in_lang(lang)
                    .to_owned()
            }),
            StockError::Fault(fault) => fault.into(),
        }
    }
}
