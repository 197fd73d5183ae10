//! Actions of an operator on an account: disabling it, enabling it again, setting a password.

use diesel::prelude::*;
use domain::auth::NewPassword;
use domain::live::SessionEnd;
use domain::notices::Alert;
use serde_json::json;

use super::accounts::{AccountError, find, judge};
use super::hashed;
use crate::schema::members;
use crate::session::{Actor, end_all, guess};
use crate::{Store, audit, notices};

/// Disables an account or enables it again. A disabled one can neither sign in nor act, and its sessions have ended.
pub async fn set_disabled(
    store: &Store,
    actor: &Actor,
    member_id: i64,
    disabled: bool,
    now_ms: i64,
) -> Result<(), AccountError> {
    let actor = actor.clone();
    store
        .write(move |tx| {
            let account = find(tx, member_id)?;
            judge(tx, &actor, &account, disabled)?;
            diesel::update(members::table.find(member_id))
                .set(members::disabled.eq(disabled))
                .execute(tx)?;
            if disabled {
                end_all(tx, member_id, None, SessionEnd::Disabled, now_ms)?;
            }
            let kind = if disabled {
                "admin.disable"
            } else {
                "admin.enable"
            };
            audit::record_change(
                tx,
                (&actor, now_ms),
                kind,
                ("member", member_id),
                [account.disabled, disabled].map(|disabled| Some(json!({ "disabled": disabled }))),
            )?;
            Ok(())
        })
        .await
}

/// Sets another member's password: every session ends, and the member is notified and must choose a password at the next sign-in.
pub async fn reset_password(
    store: &Store,
    actor: &Actor,
    member_id: i64,
    password: NewPassword,
    now_ms: i64,
) -> Result<(), AccountError> {
    let actor = actor.clone();
    let secret = store.secret().clone();
    let hash = hashed(store, password.into_text()).await?;
    store
        .write(move |tx| {
            let account = find(tx, member_id)?;
            judge(tx, &actor, &account, false)?;
            diesel::update(members::table.find(member_id))
                .set((
                    members::password_hash.eq(hash),
                    members::must_change_password.eq(true),
                ))
                .execute(tx)?;
            end_all(tx, member_id, None, SessionEnd::Password, now_ms)?;
            guess::start_over(tx, &secret, member_id)?;
            notices::alert(tx, member_id, Alert::PasswordReset, &[], now_ms)?;
            audit::record_change(
                tx,
                (&actor, now_ms),
                "admin.reset-password",
                ("member", member_id),
                [None, None],
            )?;
            Ok(())
        })
        .await
}
