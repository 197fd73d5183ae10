//! Dictionaries, as the migrations fill them.

use domain::lang::Lang;
use domain::phones::Status;
use store::dictionary::entries;

use crate::fixture::on_each_database;

#[test]
fn the_status_dictionary_has_the_names_that_the_rules_have() {
    on_each_database(async |f| {
        let rows = entries(&f.store, "phone_status".to_owned()).await.unwrap();
        assert_eq!(rows.len(), Status::ALL.len());
        for (row, status) in rows.iter().zip(Status::ALL) {
            assert_eq!(row.value, status.code().to_string());
            for lang in Lang::ALL {
                assert_eq!(row.label(lang), status.label().in_lang(lang));
            }
        }
    });
}

#[test]
fn an_unknown_dictionary_is_empty() {
    on_each_database(async |f| {
        assert_eq!(entries(&f.store, "nothing".to_owned()).await.unwrap(), []);
    });
}
