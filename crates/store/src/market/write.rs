//! Actions of operators on the market.

use diesel::prelude::*;
use domain::apps::market::Listing;
use domain::apps::signed_apart;
use domain::uploads::AppFacts;
use serde_json::{Value, json};

use super::{AppRow, Described, MarketError};
use crate::Store;
use crate::audit::{self, Subject};
use crate::db::conn::{AnyConn, each};
use crate::db::schema::{market_apps, market_versions, operations};
use crate::error::StoreError;
use crate::secrets::new_id;
use crate::session::Actor;
use crate::uploads::{self, Upload, UploadError};

/// An app, or one of its versions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Target {
    /// The app with all its versions.
    App(i64),
    /// A single version of an app.
    Version(i64),
}

/// Offers an app that the operator has uploaded: a new one, or a version of one that the market has and whose words, where the operator saw
/// them, still are those of that time. Answers the app's id.
pub async fn publish(
    store: &Store,
    actor: &Actor,
    (upload_id, seen_ms): (i64, Option<i64>),
    listing: Listing,
    now_ms: i64,
) -> Result<i64, MarketError> {
    let actor = actor.clone();
    store
        .write(move |tx| {
            let upload = uploads::own(tx, actor.member_id(), upload_id).map_err(no_app)?;
            let new = NewVersion::of(upload)?;
            let before = app_of(tx, &new.package)?;
            if let Some(app) = &before {
                new.check_signers(tx, app.id)?;
                if seen_ms.is_some_and(|seen_ms| seen_ms != app.changed_ms) {
                    return Err(conflict(tx, app)?);
                }
            }
            let now_ms = after(now_ms, before.as_ref());
            let app_id = before.as_ref().map_or_else(new_id, |app| app.id);
            let before = match before {
                Some(_) => values(tx, app_id)?,
                None => None,
            };
            put_app(tx, app_id, &new.package, &listing, now_ms)?;
            // The app may have been offered by another operator at the same moment: the row that is there has the id.
            let app = app_of(tx, &new.package)?.ok_or(StoreError::Corrupt("market app"))?;
            new.insert(tx, app.id, now_ms)?;
            APP.note(tx, &actor, "market.publish", (app.id, before), now_ms)?;
            Ok(app.id)
        })
        .await
}

/// Changes the name and description of an app that still has those that the operator saw.
pub async fn describe(
    store: &Store,
    actor: &Actor,
    (id, seen_ms): (i64, i64),
    listing: Listing,
    now_ms: i64,
) -> Result<(), MarketError> {
    let actor = actor.clone();
    store
        .write(move |tx| {
            let before = values(tx, id)?.ok_or(MarketError::Unknown)?;
            let app: AppRow = market_apps::table
                .find(id)
                .select(AppRow::as_select())
                .first(tx)?;
            let now_ms = after(now_ms, Some(&app));
            let written = diesel::update(
                market_apps::table
                    .find(id)
                    .filter(market_apps::changed_ms.eq(seen_ms)),
            )
            .set((words(&listing), market_apps::changed_ms.eq(now_ms)))
            .execute(tx)?;
            if written == 0 {
                return Err(conflict(tx, &app)?);
            }
            APP.note(tx, &actor, "market.describe", (id, Some(before)), now_ms)?;
            Ok(())
        })
        .await
}

/// Time of a change, later than the last one, so that two changes within a millisecond are told apart.
fn after(now_ms: i64, before: Option<&AppRow>) -> i64 {
    before.map_or(now_ms, |app| now_ms.max(app.changed_ms + 1))
}

/// The refusal for an operator who saw other words than the app has now.
fn conflict(tx: &mut AnyConn, app: &AppRow) -> Result<MarketError, StoreError> {
    let now = Described {
        listing: app.listing(),
        changed_ms: app.changed_ms,
    };
    let conflict = audit::conflict(tx, (APP.noun, app.id), now)?;
    Ok(MarketError::Changed(Box::new(conflict)))
}

/// Takes an app or a version down, or offers it again. What is on phones stays there.
pub async fn set_down(
    store: &Store,
    actor: &Actor,
    target: Target,
    down: bool,
    now_ms: i64,
) -> Result<(), MarketError> {
    let actor = actor.clone();
    store
        .write(move |tx| {
            let app_id = match target {
                Target::App(id) => id,
                Target::Version(id) => app_id_of(tx, id)?,
            };
            let before = values(tx, app_id)?.ok_or(MarketError::Unknown)?;
            let down_ms = down.then_some(now_ms);
            match target {
                Target::App(id) => diesel::update(market_apps::table.find(id))
                    .set(market_apps::down_ms.eq(down_ms))
                    .execute(tx)?,
                Target::Version(id) => diesel::update(market_versions::table.find(id))
                    .set(market_versions::down_ms.eq(down_ms))
                    .execute(tx)?,
            };
            let kind = if down { "market.down" } else { "market.up" };
            APP.note(tx, &actor, kind, (app_id, Some(before)), now_ms)?;
            Ok(())
        })
        .await
}

/// Removes a version that is taken down, and with the last one its app. Its bytes are swept when nobody else has them.
pub async fn remove(
    store: &Store,
    actor: &Actor,
    version_id: i64,
    now_ms: i64,
) -> Result<(), MarketError> {
    let actor = actor.clone();
    store
        .write(move |tx| {
            let app_id = app_id_of(tx, version_id)?;
            let before = values(tx, app_id)?;
            let (sha256, own, apps): (String, Option<i64>, Option<i64>) = market_versions::table
                .inner_join(market_apps::table)
                .filter(market_versions::id.eq(version_id))
                .select((
                    market_versions::sha256,
                    market_versions::down_ms,
                    market_apps::down_ms,
                ))
                .first(tx)?;
            if own.is_none() && apps.is_none() {
                return Err(MarketError::Offered);
            }
            if is_sent(tx, &sha256)? {
                return Err(MarketError::InUse);
            }
            diesel::delete(market_versions::table.find(version_id)).execute(tx)?;
            let left: i64 = market_versions::table
                .filter(market_versions::app_id.eq(app_id))
                .count()
                .get_result(tx)?;
            if left == 0 {
                diesel::delete(market_apps::table.find(app_id)).execute(tx)?;
            }
            APP.note(tx, &actor, "market.remove", (app_id, before), now_ms)?;
            Ok(())
        })
        .await
}

/// Whether an operation that has not ended sends a content.
fn is_sent(tx: &mut AnyConn, sha256: &str) -> Result<bool, diesel::result::Error> {
    let named = format!("%\"sha256\":\"{sha256}\"%");
    let sending: i64 = operations::table
        .filter(operations::ended_ms.is_null())
        .filter(operations::input.like(named))
        .count()
        .get_result(tx)?;
    Ok(sending > 0)
}

fn no_app(error: UploadError) -> MarketError {
    match error {
        UploadError::Fault(fault) => MarketError::Fault(fault),
        _ => MarketError::NoApp,
    }
}

/// A version that was not in the market before.
struct NewVersion {
    package: String,
    version_code: i64,
    file_name: String,
    kind: &'static str,
    app: String,
    signers: Vec<String>,
    icon: Option<Vec<u8>>,
    sha256: String,
    size: i64,
}

impl NewVersion {
    fn of(upload: Upload) -> Result<Self, MarketError> {
        let (Some(kind), Some(facts), Some(sha256)) = (upload.kind, upload.app, upload.sha256)
        else {
            return Err(MarketError::NoApp);
        };
        let app = serde_json::to_string(&facts).map_err(|_| StoreError::Corrupt("upload"))?;
        Ok(Self {
            package: facts.package,
            version_code: facts.version_code,
            file_name: upload.name,
            kind: uploads::kind_word(kind),
            app,
            signers: facts.signers,
            icon: upload.icon,
            sha256,
            size: upload.size,
        })
    }

    /// Refuses a version that no phone takes for an update of another one of its app.
    fn check_signers(&self, tx: &mut AnyConn, app_id: i64) -> Result<(), MarketError> {
        let versions: Vec<String> = market_versions::table
            .filter(market_versions::app_id.eq(app_id))
            .select(market_versions::app)
            .load(tx)?;
        for version in versions {
            let facts: AppFacts = serde_json::from_str(&version)
                .map_err(|_| StoreError::Corrupt("market version"))?;
            if signed_apart(&facts.signers, &self.signers) {
                return Err(MarketError::Signer);
            }
        }
        Ok(())
    }

    /// Adds the version to its app, which may have it already.
    fn insert(self, tx: &mut AnyConn, app_id: i64, now_ms: i64) -> Result<(), MarketError> {
        let row = (
            market_versions::id.eq(new_id()),
            market_versions::app_id.eq(app_id),
            market_versions::version_code.eq(self.version_code),
            market_versions::file_name.eq(self.file_name),
            market_versions::kind.eq(self.kind),
            market_versions::app.eq(self.app),
            market_versions::icon.eq(self.icon),
            market_versions::sha256.eq(self.sha256),
            market_versions::size_bytes.eq(self.size),
            market_versions::added_ms.eq(now_ms),
            market_versions::used_ms.eq(now_ms),
        );
        let added = each!(tx, |c| diesel::insert_into(market_versions::table)
            .values(row)
            .on_conflict_do_nothing()
            .execute(c))?;
        if added == 1 {
            Ok(())
        } else {
            Err(MarketError::Exists)
        }
    }
}

/// Adds an app's row, or replaces the words of the one that exists.
fn put_app(
    tx: &mut AnyConn,
    id: i64,
    package: &str,
    listing: &Listing,
    now_ms: i64,
) -> Result<(), diesel::result::Error> {
    let row = (
        market_apps::id.eq(id),
        market_apps::package.eq(package),
        market_apps::created_ms.eq(now_ms),
        market_apps::changed_ms.eq(now_ms),
        words(listing),
    );
    each!(tx, |c| diesel::insert_into(market_apps::table)
        .values(row)
        .on_conflict_do_nothing()
        .execute(c))?;
    diesel::update(market_apps::table.filter(market_apps::package.eq(package)))
        .set((words(listing), market_apps::changed_ms.eq(now_ms)))
        .execute(tx)?;
    Ok(())
}

/// Columns of an app's names and descriptions.
type WordColumns<'a> = (
    diesel::dsl::Eq<market_apps::name_zh, &'a str>,
    diesel::dsl::Eq<market_apps::name_en, &'a str>,
    diesel::dsl::Eq<market_apps::description_zh, &'a str>,
    diesel::dsl::Eq<market_apps::description_en, &'a str>,
);

fn words(listing: &Listing) -> WordColumns<'_> {
    let ([name_zh, name_en], [zh, en]) = (&listing.names, &listing.descriptions);
    (
        market_apps::name_zh.eq(name_zh.as_str()),
        market_apps::name_en.eq(name_en.as_str()),
        market_apps::description_zh.eq(zh.as_str()),
        market_apps::description_en.eq(en.as_str()),
    )
}

fn app_of(tx: &mut AnyConn, package: &str) -> Result<Option<AppRow>, diesel::result::Error> {
    market_apps::table
        .filter(market_apps::package.eq(package))
        .select(AppRow::as_select())
        .first(tx)
        .optional()
}

fn app_id_of(tx: &mut AnyConn, version_id: i64) -> Result<i64, MarketError> {
    let app_id: Option<i64> = market_versions::table
        .find(version_id)
        .select(market_versions::app_id)
        .first(tx)
        .optional()?;
    app_id.ok_or(MarketError::Unknown)
}

const APP: Subject = Subject {
    noun: "market",
    values,
};

/// Values of an app for the audit; none for an unknown id.
fn values(tx: &mut AnyConn, id: i64) -> Result<Option<Value>, diesel::result::Error> {
    let row: Option<AppRow> = market_apps::table
        .find(id)
        .select(AppRow::as_select())
        .first(tx)
        .optional()?;
    let Some(row) = row else { return Ok(None) };
    let versions: Vec<(i64, Option<i64>)> = market_versions::table
        .filter(market_versions::app_id.eq(id))
        .order(market_versions::version_code)
        .select((market_versions::version_code, market_versions::down_ms))
        .load(tx)?;
    let is_down = |down_ms: Option<i64>| down_ms.is_some();
    let versions = versions
        .into_iter()
        .map(|(code, down_ms)| json!({ "versionCode": code, "down": is_down(down_ms) }));
    Ok(Some(json!({
        "package": row.package, "nameZh": row.name_zh, "nameEn": row.name_en,
        "descriptionZh": row.description_zh, "descriptionEn": row.description_en,
        "down": is_down(row.down_ms), "versions": versions.collect::<Vec<_>>(),
    })))
}
