//! Files and folders of the database: other users of the machine cannot read them.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use diesel::connection::SimpleConnection;
use diesel::{Connection, SqliteConnection};
use store::private::folder;
use store::{Stamp, Store};

fn mode(path: impl AsRef<Path>) -> u32 {
    fs::metadata(path).unwrap().permissions().mode() & 0o7777
}

fn loosen(path: impl AsRef<Path>, mode: u32) {
    fs::set_permissions(path, Permissions::from_mode(mode)).unwrap();
}

#[test]
fn a_database_and_what_lies_beside_it_are_their_owners_alone() {
    let home = tempfile::tempdir().unwrap();
    let url = home.path().join("owldeck.sqlite").display().to_string();
    let files = ["", "-wal", "-shm"].map(|end| format!("{url}{end}"));
    let store = Store::open(&format!("sqlite://{url}"), Stamp::Live).unwrap();
    // The log stays for as long as a writer has the database open.
    let mut writer = SqliteConnection::establish(&url).unwrap();
    writer.batch_execute("CREATE TABLE held (id)").unwrap();
    assert_eq!(files.each_ref().map(mode), [0o600; 3]);
    // The modes that an earlier version left.
    for file in &files {
        loosen(file, 0o644);
    }
    drop(Store::open(&url, Stamp::Live).unwrap());
    assert_eq!(files.each_ref().map(mode), [0o600; 3]);
    drop((store, writer));
}

#[test]
fn a_folder_is_made_closed_and_a_looser_one_is_closed() {
    let home = tempfile::tempdir().unwrap();
    let (new, deep) = (home.path().join("new"), home.path().join("a/b"));
    for made in [&new, &deep] {
        folder(made).unwrap();
        assert_eq!(mode(made), 0o700);
    }
    loosen(&new, 0o755);
    folder(&new).unwrap();
    assert_eq!(mode(&new), 0o700);
}

#[test]
fn a_folder_that_everybody_uses_stays_as_it_is() {
    let shared = tempfile::tempdir().unwrap();
    loosen(shared.path(), 0o1777);
    folder(shared.path()).unwrap();
    assert_eq!(mode(shared.path()), 0o1777);
    let inside = shared.path().join("owldeck.sqlite");
    drop(Store::open(inside.to_str().unwrap(), Stamp::Live).unwrap());
    assert_eq!(mode(inside), 0o600);
}
