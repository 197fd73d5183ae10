//! How an operator dresses the console.

use diesel::prelude::*;

pub use domain::branding::Branding;

use crate::Store;
use crate::conn::AnyConn;
use crate::fault::Fault;
use crate::schema::branding;

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
}

/// The branding in force.
pub async fn current(store: &Store) -> Result<Branding, Fault> {
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
            })
        })
        .await
}

/// Puts a branding in force with the transaction that chooses it; the caller has let the rules check it.
pub(crate) fn dress(tx: &mut AnyConn, new: &Branding) -> Result<(), Fault> {
    let row = Row {
        title: new.title.clone(),
        main: new.main.clone(),
        left_bg: new.left_bg.clone(),
        welcome_text: new.welcome_text.clone(),
        register_type: new.register_type.clone(),
        renew_redesign: new.renew_redesign,
        login_way: new.login_way.clone(),
        service_url: new.service_url.clone(),
    };
    diesel::update(branding::table.find(1))
        .set(row)
        .execute(tx)?;
    Ok(())
}
