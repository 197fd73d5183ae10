//! Sub-accounts of a seed, and the phones that their parents give them.

use std::collections::HashMap;

use diesel::prelude::*;
use domain::access::DelegatedPermissions;
use domain::auth::{self, Account, PhoneNumber};

use super::file::SubAccountSeed;
use super::{SeedError, Seeded, SeededSubAccount, member_id, password, phone_of, refused};
use crate::Store;
use crate::db::conn::AnyConn;
use crate::db::schema::{allotments, members};
use crate::member::{self, MemberError, NewAccount, Role};
use crate::secrets::new_id;

const LIST: &str = "subAccounts";

/// The accounts to make, in the order of the list. Passwords are hashed here, before the transaction.
pub(super) async fn accounts(
    store: &Store,
    list: &[SubAccountSeed],
) -> Result<Vec<NewAccount>, SeedError> {
    let mut accounts = Vec::with_capacity(list.len());
    for new in list {
        let number =
            PhoneNumber::parse(&new.phone).map_err(|v| refused(LIST, &new.phone, v.to_string()))?;
        let nickname = new.nickname.clone().unwrap_or_else(|| number.masked());
        accounts.push(NewAccount {
            account: Account::Phone(number),
            password_hash: password(store, LIST, &new.phone, &new.password).await?,
            nickname,
            role: Role::Member,
            permissions: Vec::new(),
            channel_code: auth::DEFAULT_CHANNEL_CODE.to_owned(),
        });
    }
    Ok(accounts)
}

/// Makes the accounts, each under its parent, and gives them their phones.
pub(super) fn make(
    tx: &mut AnyConn,
    list: &[SubAccountSeed],
    accounts: &[NewAccount],
    seeded: &mut Seeded,
    now_ms: i64,
) -> Result<(), SeedError> {
    let mut parents = HashMap::new();
    for (new, account) in list.iter().zip(accounts) {
        let parent_id = member_id(tx, &mut parents, LIST, &new.parent)?;
        let user_id = member::create(tx, account, now_ms).map_err(|error| match error {
            MemberError::Fault(fault) => SeedError::Fault(fault),
            refusal => refused(LIST, &new.phone, refusal.to_string()),
        })?;
        // A single level of sub-accounts: a sub-account cannot be a parent.
        let grandparent: Option<i64> = members::table
            .find(parent_id)
            .select(members::parent_id)
            .first(tx)?;
        if grandparent.is_some() {
            return Err(refused(
                LIST,
                &new.parent,
                "a sub-account has none of its own",
            ));
        }
        diesel::update(members::table.find(user_id))
            .set((
                members::parent_id.eq(parent_id),
                members::sub_since_ms.eq(now_ms),
                members::sub_name.eq(new.nickname.clone().unwrap_or_default()),
            ))
            .execute(tx)?;
        for given in &new.phones {
            if new.phones.iter().filter(|g| g.phone == given.phone).count() > 1 {
                return Err(refused(LIST, &given.phone, "the phone is given twice"));
            }
            let (phone_id, _) = phone_of(tx, LIST, parent_id, &given.phone)?;
            let permissions: DelegatedPermissions = given.may.iter().copied().collect();
            diesel::insert_into(allotments::table)
                .values((
                    allotments::id.eq(new_id()),
                    allotments::phone_id.eq(phone_id),
                    allotments::owner_id.eq(parent_id),
                    allotments::member_id.eq(user_id),
                    allotments::ticks.eq(permissions.stored()),
                    allotments::created_ms.eq(now_ms),
                ))
                .execute(tx)?;
        }
        seeded.sub_accounts.push(SeededSubAccount {
            parent: new.parent.clone(),
            phone: new.phone.clone(),
            user_id,
        });
    }
    Ok(())
}
