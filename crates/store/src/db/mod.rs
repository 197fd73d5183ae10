//! The database below the features: connections and their pool, the schema and its migrations, and the parts of statements that many features
//! share.

pub mod among;
pub mod conn;
pub mod contains;
pub mod found_by;
pub mod migrate;
pub mod open;
pub mod prepared;
pub mod schema;
pub mod search;
pub mod stamp;
pub mod total;
