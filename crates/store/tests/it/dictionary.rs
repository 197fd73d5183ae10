//! Dictionaries, as the migrations fill them.

use domain::dictionary::NewEntry;
use domain::lang::Lang;
use domain::phones::Status;
use store::audit::Author;
use store::dictionary::{EntrySort, Filter, Written, create, entries, list};

use crate::fixture::{NOW, on_each_database};

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

#[test]
fn entries_are_found_by_parts_of_labels_as_people_read_them() {
    on_each_database(async |f| {
        let entry = NewEntry {
            dict_type: "shop_street".to_owned(),
            value: "1".to_owned(),
            label: "ＡＢ街".to_owned(),
            label_en: "Café Straße".to_owned(),
            sort: 0,
        };
        let written = Written {
            entry: entry.checked().unwrap(),
            css_class: String::new(),
            list_class: String::new(),
            is_default: false,
            disabled: false,
            remark: String::new(),
        };
        let author = Author {
            actor: f.actor("admin").await,
            address: None,
            now_ms: NOW,
        };
        let id = create(&f.store, author, written).await.unwrap();
        for (label, ids) in [
            ("ab街", vec![id]),
            ("CAFE\u{301} STRASSE", vec![id]),
            ("Ｃafé%", vec![]),
        ] {
            let filter = Filter {
                label: Some(label.to_owned()),
                ..Filter::default()
            };
            let order = (EntrySort::Place, false);
            let (rows, total) = list(&f.store, filter, order, (0, 9)).await.unwrap();
            assert_eq!(rows.iter().map(|row| row.id).collect::<Vec<_>>(), ids);
            assert_eq!(usize::try_from(total).unwrap(), ids.len(), "{label}");
        }
    });
}
