//! Migrations that are built into the program.

use diesel_migrations::EmbeddedMigrations;
use store::internal::{POSTGRES, SQLITE};

#[test]
fn both_databases_have_the_same_migrations() {
    fn names<DB: diesel::backend::Backend>(known: &EmbeddedMigrations) -> Vec<String>
    where
        EmbeddedMigrations: diesel::migration::MigrationSource<DB>,
    {
        diesel::migration::MigrationSource::<DB>::migrations(known)
            .unwrap()
            .iter()
            .map(|m| m.name().to_string())
            .collect()
    }
    let sqlite = names::<diesel::sqlite::Sqlite>(&SQLITE);
    assert!(!sqlite.is_empty());
    assert_eq!(sqlite, names::<diesel::pg::Pg>(&POSTGRES));
}
