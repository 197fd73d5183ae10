//! Loads a seed file: members, operators, sub-accounts, configurations, prices, stock, phones, grants, redeem codes and announcements, as a
//! whole or not at all.
//!
//! An unknown list or field is refused by name. Members are named by phone number, operators by account name, phones by owner and alias.

mod console;
mod file;
mod made;
mod notices;
mod redeem;
mod subaccounts;

use std::collections::HashMap;

use diesel::prelude::*;
use domain::auth::{self, Account, PhoneNumber};
use domain::orders::DAYS_MAX as PACKAGE_DAYS_MAX;
use domain::orders::price::Tiers;
use domain::phones::ALIAS_MAX_CHARS;
use thiserror::Error;

use crate::auth::password::{HASH_BEGINS, is_costly_hash, is_hash};
use crate::db::conn::AnyConn;
use crate::db::schema::{grants, phones};
use crate::error::{StoreError, faults};
use crate::member::{self, MemberError, NewAccount, NewOperator, Role};
use crate::orders::{NewPackage, create_package};
use crate::phones::{
    HandOver, NewConfiguration, NewPhone, StockError, create_configuration, create_phone,
    hand_over, take_from_stock,
};
use crate::secrets::new_id;
use crate::{Stamp, Store};

pub use file::Seed;
pub use made::{
    Seeded, SeededConfiguration, SeededGrant, SeededMember, SeededNotice, SeededOperator,
    SeededPhone, SeededPrice, SeededRedeemCode, SeededStock, SeededSubAccount,
};

use file::{ConfigurationSeed, GrantSeed, PriceSeed};

const DAY_MS: i64 = 24 * 60 * 60 * 1000;
const MINUTE_MS: i64 = 60 * 1000;
/// Limit of days, in either direction: ten years, because a phone may be seeded expired.
const DAYS_MAX: i64 = 3650;
/// Ten years of minutes.
const MINUTES_MAX: i64 = DAYS_MAX * 24 * 60;

/// Why a seed is refused.
#[derive(Debug, Error)]
pub enum SeedError {
    /// The text does not have the format.
    #[error("the seed file cannot be read: {0}")]
    Format(#[from] serde_json::Error),
    /// The rules refuse a value.
    #[error("{list}: {value}: {why}")]
    Value {
        /// Name of the list.
        list: &'static str,
        /// The refused value.
        value: String,
        /// Reason of the refusal.
        why: String,
    },
    /// A configuration, address or stock that does not fit.
    #[error(transparent)]
    Stock(StockError),
    /// An internal error.
    #[error(transparent)]
    Fault(#[from] StoreError),
}
faults!(SeedError);

impl From<StockError> for SeedError {
    fn from(error: StockError) -> Self {
        match error {
            StockError::Fault(fault) => Self::Fault(fault),
            refusal => Self::Stock(refusal),
        }
    }
}

fn refused(list: &'static str, value: &str, why: impl Into<String>) -> SeedError {
    SeedError::Value {
        list,
        value: value.to_owned(),
        why: why.into(),
    }
}

impl Seed {
    /// Reads a seed file's text.
    pub fn parse(json: &str) -> Result<Self, SeedError> {
        Ok(serde_json::from_str(json)?)
    }
}

/// Loads a seed.
pub async fn load(store: &Store, seed: Seed, now_ms: i64) -> Result<Seeded, SeedError> {
    let mut accounts = Vec::with_capacity(seed.members.len() + seed.operators.len());
    for new in &seed.members {
        let number = PhoneNumber::parse(&new.phone)
            .map_err(|v| refused("members", &new.phone, v.to_string()))?;
        let nickname = new.nickname.clone().unwrap_or_else(|| number.masked());
        accounts.push(NewAccount {
            account: Account::Phone(number),
            password_hash: password(store, "members", &new.phone, &new.password).await?,
            nickname,
            role: Role::Member,
            permissions: Vec::new(),
            channel_code: auth::DEFAULT_CHANNEL_CODE.to_owned(),
        });
    }
    for new in &seed.operators {
        let operator = NewOperator::parse(&new.user_name, new.permissions.clone())
            .map_err(|error| refused("operators", &new.user_name, error.to_string()))?;
        let hash = password(store, "operators", &new.user_name, &new.password).await?;
        accounts.push(operator.account(hash));
    }
    let secret = store.secret().clone();
    let children = subaccounts::accounts(store, &seed.sub_accounts).await?;
    store
        .write_at_length(move |tx| {
            let mut seeded = Seeded::default();
            make_accounts(tx, &accounts, &mut seeded, now_ms)?;
            make_configurations(tx, &seed.configurations, &mut seeded)?;
            make_prices(tx, &seed.prices, &mut seeded, now_ms)?;
            make_phones(tx, &seed, &mut seeded, now_ms)?;
            subaccounts::make(tx, &seed.sub_accounts, &children, &mut seeded, now_ms)?;
            make_grants(tx, &seed.grants, &mut seeded, now_ms)?;
            redeem::make(tx, &secret, &seed.redeem_codes, &mut seeded, now_ms)?;
            notices::make(tx, seed.notices, &mut seeded, now_ms)?;
            console::put_branding(tx, seed.branding, now_ms)?;
            console::put_contacts(tx, &seed.customer_services, now_ms)?;
            console::put_dictionaries(tx, seed.dictionaries, now_ms)?;
            console::put_agreements(tx, seed.agreements, now_ms)?;
            Ok(seeded)
        })
        .await
}

/// The hash to store for a seed's password, which may be given as its hash. No password is as long as a hash.
async fn password(
    store: &Store,
    list: &'static str,
    whose: &str,
    password: &str,
) -> Result<String, SeedError> {
    if password.starts_with(HASH_BEGINS) {
        // The accounts of a demo are public, so a cheap hash is allowed there.
        let fits = is_hash(password) && (store.stamp() == Stamp::Demo || is_costly_hash(password));
        return if fits {
            Ok(password.to_owned())
        } else {
            Err(refused(
                list,
                whose,
                "the password's hash cannot be read, or is cheaper than the product's own",
            ))
        };
    }
    auth::check_password(password).map_err(|v| refused(list, whose, v.to_string()))?;
    Ok(member::hashed(store, password.to_owned()).await?)
}

fn make_accounts(
    tx: &mut AnyConn,
    accounts: &[NewAccount],
    seeded: &mut Seeded,
    now_ms: i64,
) -> Result<(), SeedError> {
    for new in accounts {
        let user_id = member::create(tx, new, now_ms).map_err(|error| match error {
            MemberError::Fault(fault) => SeedError::Fault(fault),
            refusal => refused("members", &new.nickname, refusal.to_string()),
        })?;
        match &new.account {
            Account::Mail(_) => {}
            Account::Phone(number) => seeded.members.push(SeededMember {
                phone: number.as_str().to_owned(),
                user_id,
            }),
            Account::UserName(name) => seeded.operators.push(SeededOperator {
                user_name: name.clone(),
                user_id,
            }),
        }
    }
    Ok(())
}

fn make_configurations(
    tx: &mut AnyConn,
    list: &[ConfigurationSeed],
    seeded: &mut Seeded,
) -> Result<(), SeedError> {
    for new in list {
        let sizes = [new.cores, new.memory_mb, new.storage_gb];
        if new.name.is_empty()
            || !(0..=5).contains(&new.pad_type)
            || new.dpi <= 0
            || sizes.iter().any(|size| *size < 0)
        {
            return Err(refused(
                "configurations",
                &new.name,
                "a value is out of range",
            ));
        }
        let id = create_configuration(
            tx,
            &NewConfiguration {
                name: &new.name,
                name_en: &new.name_en,
                android_version: &new.android_version,
                chip: &new.chip,
                pad_type: new.pad_type,
                dpi: new.dpi,
                code: &new.code,
                cores: new.cores,
                memory_mb: new.memory_mb,
                storage_gb: new.storage_gb,
                on_sale: new.on_sale,
            },
        )?;
        seeded.configurations.push(SeededConfiguration {
            name: new.name.clone(),
            id,
        });
    }
    Ok(())
}

fn make_prices(
    tx: &mut AnyConn,
    list: &[PriceSeed],
    seeded: &mut Seeded,
    now_ms: i64,
) -> Result<(), SeedError> {
    const LIST: &str = "prices";
    for new in list {
        if !(1..=PACKAGE_DAYS_MAX).contains(&new.days) {
            return Err(refused(LIST, &new.configuration, "days is out of range"));
        }
        let tiers = Tiers::try_from(new.tiers.clone())
            .map_err(|error| refused(LIST, &new.configuration, error.to_string()))?;
        let package = NewPackage {
            configuration: &new.configuration,
            days: new.days,
            tiers,
            enabled: new.enabled,
        };
        let id = create_package(tx, &package, now_ms)?.ok_or_else(|| {
            let why = "there is no such configuration, or it has a package of as many days";
            refused(LIST, &new.configuration, why)
        })?;
        seeded.prices.push(SeededPrice {
            configuration: new.configuration.clone(),
            days: new.days,
            id,
        });
    }
    Ok(())
}

fn make_phones(
    tx: &mut AnyConn,
    seed: &Seed,
    seeded: &mut Seeded,
    now_ms: i64,
) -> Result<(), SeedError> {
    for new in &seed.stock {
        let phone = NewPhone {
            configuration: new.configuration.clone(),
            adb: new.adb.clone(),
        };
        let made = create_phone(tx, &phone, now_ms)?;
        seeded.stock.push(SeededStock {
            adb: phone.adb,
            phone_id: made.id,
            owl_id: made.owl_id,
        });
    }
    let mut owners = HashMap::new();
    for new in &seed.phones {
        let owner_id = member_id(tx, &mut owners, "phones", &new.owner)?;
        let chars = new.alias.chars().count();
        if chars == 0 || chars > ALIAS_MAX_CHARS {
            let why = format!("a name has 1 to {ALIAS_MAX_CHARS} characters");
            return Err(refused("phones", &new.alias, why));
        }
        if new.expires_in_days.abs() > DAYS_MAX {
            return Err(refused(
                "phones",
                &new.alias,
                "expiresInDays is out of range",
            ));
        }
        let what = HandOver {
            owner_id,
            alias: &new.alias,
            configuration: &new.configuration,
            expire_ms: now_ms + new.expires_in_days * DAY_MS,
        };
        let made = match &new.adb {
            Some(adb) => {
                let phone = NewPhone {
                    configuration: new.configuration.clone(),
                    adb: adb.clone(),
                };
                let made = create_phone(tx, &phone, now_ms)?;
                hand_over(tx, made.id, &what, now_ms)?;
                made
            }
            None => take_from_stock(tx, &what, now_ms)?,
        };
        seeded.phones.push(SeededPhone {
            owner: new.owner.clone(),
            alias: new.alias.clone(),
            phone_id: made.id,
            owl_id: made.owl_id,
        });
    }
    Ok(())
}

fn make_grants(
    tx: &mut AnyConn,
    list: &[GrantSeed],
    seeded: &mut Seeded,
    now_ms: i64,
) -> Result<(), SeedError> {
    let mut known = HashMap::new();
    for new in list {
        let owner_id = member_id(tx, &mut known, "grants", &new.owner)?;
        let to_id = member_id(tx, &mut known, "grants", &new.to)?;
        let level = new
            .level
            .accredit_type()
            .filter(|_| owner_id != to_id)
            .ok_or_else(|| refused("grants", &new.phone, "view or operate, to somebody else"))?;
        if !(1..=MINUTES_MAX).contains(&new.expires_in_minutes) {
            return Err(refused(
                "grants",
                &new.phone,
                "expiresInMinutes is out of range",
            ));
        }
        let (phone_id, phone_end_ms) = phone_of(tx, "grants", owner_id, &new.phone)?;
        let open: i64 = grants::table
            .filter(grants::phone_id.eq(phone_id))
            .filter(grants::ended_ms.is_null())
            .count()
            .get_result(tx)?;
        if open > 0 {
            return Err(refused(
                "grants",
                &new.phone,
                "the phone is granted already",
            ));
        }
        let id = new_id();
        diesel::insert_into(grants::table)
            .values((
                grants::id.eq(id),
                grants::phone_id.eq(phone_id),
                grants::owner_id.eq(owner_id),
                grants::member_id.eq(to_id),
                grants::level.eq(level),
                grants::created_ms.eq(now_ms),
                // A grant never outlives the rental.
                grants::expire_ms
                    .eq((now_ms + new.expires_in_minutes * MINUTE_MS).min(phone_end_ms)),
            ))
            .execute(tx)?;
        seeded.grants.push(SeededGrant {
            phone: new.phone.clone(),
            to: new.to.clone(),
            id,
        });
    }
    Ok(())
}

/// The only phone of an owner with that name: its id and the end of its rental.
fn phone_of(
    tx: &mut AnyConn,
    list: &'static str,
    owner_id: i64,
    alias: &str,
) -> Result<(i64, i64), SeedError> {
    let found: Vec<(i64, i64)> = phones::table
        .filter(phones::owner_id.eq(owner_id))
        .filter(phones::alias.eq(alias))
        .select((phones::id, phones::expire_ms))
        .limit(2)
        .load(tx)?;
    let [one] = found[..] else {
        return Err(refused(
            list,
            alias,
            "the owner has not exactly one such phone",
        ));
    };
    Ok(one)
}

fn member_id(
    tx: &mut AnyConn,
    known: &mut HashMap<String, i64>,
    list: &'static str,
    phone: &str,
) -> Result<i64, SeedError> {
    if let Some(id) = known.get(phone) {
        return Ok(*id);
    }
    let account = Account::parse(phone).map_err(|v| refused(list, phone, v.to_string()))?;
    let found = member::find(tx, &account)?
        .ok_or_else(|| refused(list, phone, "there is no such member"))?;
    known.insert(phone.to_owned(), found.id);
    Ok(found.id)
}
