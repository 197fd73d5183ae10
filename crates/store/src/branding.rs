//! How an operator dresses the sign-in page.

use diesel::prelude::*;

use crate::Store;
use crate::fault::Fault;
use crate::schema::branding;

/// The sign-in page's look. Empty texts mean the product's own.
#[derive(Debug, Clone, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = branding)]
pub struct Branding {
    /// The title.
    pub title: String,
    /// The logo's URL.
    pub main: String,
    /// The picture at the left, a URL.
    pub left_bg: String,
    /// The greeting.
    pub welcome_text: String,
    /// How one registers.
    pub register_type: String,
    /// Which generation of one-click new device the console uses: 0, 1 or 2.
    pub renew_redesign: i16,
    /// How one signs in first: `phone`.
    pub login_way: String,
}

/// The branding in force.
pub async fn current(store: &Store) -> Result<Branding, Fault> {
    store
        .run(|conn| {
            branding::table
                .find(1)
                .select(Branding::as_select())
                .first(conn)
                .map_err(Fault::from)
        })
        .await
}
