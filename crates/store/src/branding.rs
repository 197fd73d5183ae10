//! How an operator dresses the console.

use diesel::prelude::*;

pub use domain::branding::{Branding, Contact, ContactKind};

use crate::Store;
use crate::conn::AnyConn;
use crate::error::StoreError;
use crate::schema::{branding, customer_services};
use crate::secrets::new_id;

#[derive(Queryable, Selectable, AsChangeset)]
#[diesel(table_name = branding)]
struct Row {
    title: String,
    main: String,
    left_bg: String,
    welcome_text: String,
    register_type: String,
    renew_redesign: i16,
    login_way: String,
    service_url: String,
    service_hours: String,
}

/// The branding in force.
pub async fn current(store: &Store) -> Result<Branding, StoreError> {
    store
        .run(|conn| {
            let row: Row = branding::table
                .find(1)
                .select(Row::as_select())
                .first(conn)?;
            Ok(Branding {
                title: row.title,
                main: row.main,
                left_bg: row.left_bg,
                welcome_text: row.welcome_text,
                register_type: row.register_type,
                renew_redesign: row.renew_redesign,
                login_way: row.login_way,
                service_url: row.service_url,
                service_hours: row.service_hours,
            })
        })
        .await
}

/// Puts a branding in force with the transaction that chooses it; the caller has let the rules check it.
pub(crate) fn dress(tx: &mut AnyConn, new: &Branding) -> Result<(), StoreError> {
    let row = Row {
        title: new.title.clone(),
        main: new.main.clone(),
        left_bg: new.left_bg.clone(),
        welcome_text: new.welcome_text.clone(),
        register_type: new.register_type.clone(),
        renew_redesign: new.renew_redesign,
        login_way: new.login_way.clone(),
        service_url: new.service_url.clone(),
        service_hours: new.service_hours.clone(),
    };
    diesel::update(branding::table.find(1))
        .set(row)
        .execute(tx)?;
    Ok(())
}

/// A contact that stands in the console.
#[derive(Debug, Clone, PartialEq, Eq, Queryable)]
pub struct Listed {
    /// Its id.
    pub id: i64,
    /// The wire value of its kind.
    pub kind: i16,
    /// The group's number, the account's name.
    pub account: String,
    /// The address that opens it.
    pub html_code: String,
}

/// Contacts of one kind, the oldest first: `limit` rows after `offset`, and how many there are.
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
                .order((customer_services::created_ms, customer_services::id))
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

/// Adds a contact with the transaction that chooses it.
pub(crate) fn add_contact(tx: &mut AnyConn, new: &Contact, now_ms: i64) -> Result<(), StoreError> {
    diesel::insert_into(customer_services::table)
        .values((
            customer_services::id.eq(new_id()),
            customer_services::kind.eq(new.kind() as i16),
            customer_services::account.eq(new.account()),
            customer_services::html_code.eq(new.html_code()),
            customer_services::created_ms.eq(now_ms),
        ))
        .execute(tx)?;
    Ok(())
}
