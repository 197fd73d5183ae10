//! The console's branding and the contacts that members can turn to, set by operators.

use diesel::prelude::*;
use domain::branding::PICTURE_PATH;
pub use domain::branding::{Branding, Contact, ContactKind};
use domain::lang::LocalizedName;
use serde_json::{Value, json};
use thiserror::Error;

use crate::Store;
use crate::audit::{self, Author, Conflict};
use crate::db::conn::AnyConn;
use crate::db::schema::{branding, customer_services, pictures};
use crate::error::{StoreError, faults};
use crate::secrets::new_id;

/// Id of the only row of the table `branding`.
pub(crate) const ROW: i16 = 1;

#[derive(Queryable, Selectable)]
#[diesel(table_name = branding)]
struct Row {
    title: String,
    title_en: String,
    main: String,
    left_bg: String,
    welcome_text: String,
    welcome_text_en: String,
    register_type: String,
    renew_redesign: i16,
    login_way: String,
    service_url: String,
    service_hours: String,
    service_hours_en: String,
}

impl From<Row> for Branding {
    fn from(row: Row) -> Self {
        let name = |zh, en| LocalizedName { zh, en };
        Self {
            title: name(row.title, row.title_en),
            main: row.main,
            left_bg: row.left_bg,
            welcome_text: name(row.welcome_text, row.welcome_text_en),
            register_type: row.register_type,
            renew_redesign: row.renew_redesign,
            login_way: row.login_way,
            service_url: row.service_url,
            service_hours: name(row.service_hours, row.service_hours_en),
        }
    }
}

/// The branding in force.
pub async fn current(store: &Store) -> Result<Branding, StoreError> {
    store.run(|conn| Ok(read(conn)?)).await
}

fn read(conn: &mut AnyConn) -> Result<Branding, diesel::result::Error> {
    let row: Row = branding::table
        .find(ROW)
        .select(Row::as_select())
        .first(conn)?;
    Ok(row.into())
}

/// Stores what members see of a branding, where nobody changed it after `seen_ms`; answers the number of rows changed.
fn write(
    tx: &mut AnyConn,
    new: &Branding,
    seen_ms: i64,
    now_ms: i64,
) -> Result<usize, diesel::result::Error> {
    diesel::update(
        branding::table
            .find(ROW)
            .filter(branding::updated_ms.eq(seen_ms)),
    )
    .set((
        branding::title.eq(&new.title.zh),
        branding::title_en.eq(&new.title.en),
        branding::main.eq(&new.main),
        branding::left_bg.eq(&new.left_bg),
        branding::welcome_text.eq(&new.welcome_text.zh),
        branding::welcome_text_en.eq(&new.welcome_text.en),
        branding::renew_redesign.eq(new.renew_redesign),
        branding::service_url.eq(&new.service_url),
        branding::service_hours.eq(&new.service_hours.zh),
        branding::service_hours_en.eq(&new.service_hours.en),
        // Two changes within a millisecond are told apart.
        branding::updated_ms.eq(now_ms.max(seen_ms.saturating_add(1))),
    ))
    .execute(tx)
}

fn updated(conn: &mut AnyConn) -> Result<i64, diesel::result::Error> {
    branding::table
        .find(ROW)
        .select(branding::updated_ms)
        .first(conn)
}

/// Stores a branding of a seed, with how members sign in, within the caller's transaction; the caller has checked it by the rules.
pub(crate) fn put_seed_branding(
    tx: &mut AnyConn,
    new: &Branding,
    now_ms: i64,
) -> Result<(), StoreError> {
    let seen_ms = updated(tx)?;
    write(tx, new, seen_ms, now_ms)?;
    diesel::update(branding::table.find(ROW))
        .set((
            branding::register_type.eq(&new.register_type),
            branding::login_way.eq(&new.login_way),
            branding::ways_updated_ms.eq(branding::ways_updated_ms + 1),
        ))
        .execute(tx)?;
    Ok(())
}

/// A contact that the console shows.
#[derive(Debug, Clone, PartialEq, Eq, Queryable)]
pub struct Listed {
    /// Contact's id.
    pub id: i64,
    /// The wire value of its kind.
    pub kind: i16,
    /// The group's number, or the account's name.
    pub account: String,
    /// The address that opens the contact.
    pub html_code: String,
}

/// Contacts of one kind in the operator's order: `limit` rows after `offset`, and their total number.
pub async fn contacts(
    store: &Store,
    kind: ContactKind,
    (offset, limit): (i64, i64),
) -> Result<(Vec<Listed>, i64), StoreError> {
    store
        .run(move |conn| {
            let of_kind =
                || customer_services::table.filter(customer_services::kind.eq(kind as i16));
            let rows = of_kind()
                .order((
                    customer_services::place,
                    customer_services::created_ms,
                    customer_services::id,
                ))
                .offset(offset)
                .limit(limit)
                .select((
                    customer_services::id,
                    customer_services::kind,
                    customer_services::account,
                    customer_services::html_code,
                ))
                .load(conn)?;
            Ok((rows, of_kind().count().get_result(conn)?))
        })
        .await
}

/// Adds a contact of a seed within the caller's transaction.
pub(crate) fn add_contact(tx: &mut AnyConn, new: &Contact, now_ms: i64) -> Result<(), StoreError> {
    insert(tx, new_id(), new, 0, now_ms)?;
    diesel::update(branding::table.find(ROW))
        .set(branding::updated_ms.eq(branding::updated_ms + 1))
        .execute(tx)?;
    Ok(())
}

fn insert(
    tx: &mut AnyConn,
    id: i64,
    new: &Contact,
    place: i16,
    now_ms: i64,
) -> Result<(), diesel::result::Error> {
    diesel::insert_into(customer_services::table)
        .values((
            customer_services::id.eq(id),
            customer_services::kind.eq(new.kind() as i16),
            customer_services::account.eq(new.account()),
            customer_services::html_code.eq(new.html_code()),
            customer_services::created_ms.eq(now_ms),
            customer_services::place.eq(place),
        ))
        .execute(tx)
        .map(drop)
}

/// Branding and contacts as operators see them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BrandingSettings {
    pub branding: Branding,
    /// Contacts of both kinds in the operator's order.
    pub contacts: Vec<Listed>,
    /// Time of the last change, by which a change is judged; Unix milliseconds, 0 where there was none.
    pub updated_ms: i64,
}

impl BrandingSettings {
    fn values(&self) -> Value {
        let Branding {
            title,
            main,
            left_bg,
            welcome_text,
            renew_redesign,
            service_url,
            service_hours,
            register_type: _,
            login_way: _,
        } = &self.branding;
        let contacts = self.contacts.iter().map(|contact| {
            json!({ "type": contact.kind, "account": contact.account, "htmlCode": contact.html_code })
        });
        json!({
            "text": title.zh, "textEn": title.en, "main": main, "leftBg": left_bg,
            "welcomeText": welcome_text.zh, "welcomeTextEn": welcome_text.en, "renewRedesign": renew_redesign,
            "serviceUrl": service_url, "serviceHours": service_hours.zh, "serviceHoursEn": service_hours.en,
            "contacts": contacts.collect::<Vec<Value>>(),
        })
    }
}

/// Branding and contacts as an operator wants them.
#[derive(Debug, Clone)]
pub struct Wanted {
    /// The branding, checked by the rules; how members sign in stays as it is.
    pub branding: Branding,
    /// Contacts in the operator's order, with the ids of those that exist already.
    pub contacts: Vec<(Option<i64>, Contact)>,
    /// The [`BrandingSettings::updated_ms`] that the operator saw.
    pub seen_ms: i64,
}

/// Why branding and contacts are not changed.
#[derive(Debug, Error)]
pub enum BrandError {
    /// A picture of this server's own store does not exist; the field that names it.
    #[error("no such picture")]
    Picture(&'static str),
    /// Somebody else changed them first.
    #[error("changed meanwhile")]
    Changed(Box<Conflict<BrandingSettings>>),
    /// An internal error.
    #[error(transparent)]
    Fault(#[from] StoreError),
}
faults!(BrandError);

/// Branding and contacts as operators see them.
pub async fn settings(store: &Store) -> Result<BrandingSettings, StoreError> {
    store.run(|conn| Ok(settings_of(conn)?)).await
}

fn settings_of(conn: &mut AnyConn) -> Result<BrandingSettings, diesel::result::Error> {
    Ok(BrandingSettings {
        branding: read(conn)?,
        contacts: customer_services::table
            .order((
                customer_services::place,
                customer_services::created_ms,
                customer_services::id,
            ))
            .select((
                customer_services::id,
                customer_services::kind,
                customer_services::account,
                customer_services::html_code,
            ))
            .load(conn)?,
        updated_ms: updated(conn)?,
    })
}

/// Changes branding and contacts that still are what the operator saw; answers them.
pub async fn save(
    store: &Store,
    author: Author,
    wanted: Wanted,
) -> Result<BrandingSettings, BrandError> {
    store
        .write(move |tx| {
            let before = settings_of(tx)?;
            let new = &wanted.branding;
            for (field, path) in [("main", &new.main), ("leftBg", &new.left_bg)] {
                if !is_there(tx, path)? {
                    return Err(BrandError::Picture(field));
                }
            }
            if write(tx, new, wanted.seen_ms, author.now_ms)? == 0 {
                let now = audit::conflict(tx, ("branding", ROW.into()), before)?;
                return Err(BrandError::Changed(Box::new(now)));
            }
            put_contacts(tx, &before.contacts, &wanted.contacts, author.now_ms)?;
            let after = settings_of(tx)?;
            audit::record_change(
                tx,
                &author,
                "branding.update",
                ("branding", ROW.into()),
                [Some(before.values()), Some(after.values())],
            )?;
            Ok(after)
        })
        .await
}

/// Whether a picture that is said to be an uploaded one exists; any other path of this server is the operator's own matter.
fn is_there(tx: &mut AnyConn, path: &str) -> Result<bool, diesel::result::Error> {
    let Some(name) = path.strip_prefix(PICTURE_PATH) else {
        return Ok(true);
    };
    let found: i64 = pictures::table.find(name).count().get_result(tx)?;
    Ok(found > 0)
}

/// Replaces all contacts by these. Contacts that stay keep their ids.
fn put_contacts(
    tx: &mut AnyConn,
    before: &[Listed],
    wanted: &[(Option<i64>, Contact)],
    now_ms: i64,
) -> Result<(), diesel::result::Error> {
    diesel::delete(customer_services::table).execute(tx)?;
    let mut free: Vec<i64> = before.iter().map(|contact| contact.id).collect();
    for (place, (id, contact)) in (1..).zip(wanted) {
        // Each id is used for one contact only: where the list names an id twice, the second contact gets a new one.
        let kept = id.and_then(|id| free.iter().position(|other| *other == id));
        let id = kept.map_or_else(new_id, |at| free.swap_remove(at));
        insert(tx, id, contact, place, now_ms)?;
    }
    Ok(())
}
