//! Members' files as rows: how many, who counts a piece, how long they stay. What a browser sees of them is tested over HTTP.

use domain::operations::{Kind, OperationChoice};
use domain::uploads::{
    AddError, Delivery, DeliveryFile, FileKind, FileName, MEMBER_FILES_MAX, UNFINISHED_MS,
    UploadRules,
};
use store::operations::{OperationRequest, start};
use store::session::Actor;
use store::uploads::{
    Draft, LibraryQuery, Ready, Upload, UploadError, create, drop_damaged, get, library, received,
    remove, settle, sweep,
};

use crate::fixture::{DAY, Fixture, NOW, OWNER, STRANGER, on_each_database, on_each_made_up};

/// Announces a file of four bytes.
async fn announced(f: &Fixture, who: &Actor, name: &str) -> Result<Upload, UploadError> {
    let draft = Draft {
        set: None,
        name: FileName::parse(name).unwrap(),
        size: 4,
        sha256: None,
    };
    create(&f.store, who, draft, UploadRules::default(), NOW).await
}

/// Result of inspecting a file. Files with the same `figure` have the same content.
fn inspected(figure: char) -> Ready {
    Ready {
        sha256: figure.to_string().repeat(64),
        kind: FileKind::File,
        app: None,
        icon: None,
        stored: 4,
    }
}

/// A file that has come completely.
async fn file(f: &Fixture, who: &Actor, name: &str, figure: char) -> i64 {
    let id = announced(f, who, name).await.unwrap().id;
    assert!(received(&f.store, id, 0, 4, NOW).await.unwrap());
    settle(&f.store, id, inspected(figure), NOW).await.unwrap();
    id
}

async fn is_there(f: &Fixture, who: &Actor, id: i64) -> bool {
    match get(&f.store, who, id).await {
        Ok(_) => true,
        Err(UploadError::Unknown) => false,
        Err(other) => panic!("{other}"),
    }
}

/// Gives a member all files but one of those that it may have.
fn all_but_one(f: &Fixture, member_id: i64) {
    let rows: Vec<String> = (1..MEMBER_FILES_MAX)
        .map(|n| format!("({n}, {member_id}, 's{n}', 'a', 'a', 4, 0, 4, {NOW}, {NOW})"))
        .collect();
    f.execute(&format!(
        "INSERT INTO uploads (id, member_id, set_key, name, name_key, size_bytes, received_bytes, stored_bytes, created_ms, used_ms) VALUES {};",
        rows.join(", ")
    ));
}

#[test]
fn of_eight_files_announced_at_once_the_member_gets_the_one_that_it_may_still_have() {
    on_each_made_up(async |f| {
        let owner = f.actor(OWNER).await;
        all_but_one(f, owner.member_id());
        let tries: Vec<_> = (0..8)
            .map(|n| {
                let (store, who) = (f.store.clone(), owner.clone());
                let draft = Draft {
                    set: None,
                    name: FileName::parse(&format!("{n}.txt")).unwrap(),
                    size: 4,
                    sha256: None,
                };
                tokio::spawn(async move {
                    create(&store, &who, draft, UploadRules::default(), NOW)
                        .await
                        .is_ok()
                })
            })
            .collect();
        let mut taken = 0;
        for one in tries {
            taken += i32::from(one.await.unwrap());
        }
        assert_eq!(taken, 1);
        let page = library(&f.store, &owner, LibraryQuery::default()).await;
        assert_eq!(page.unwrap().held.files, MEMBER_FILES_MAX);
    });
}

#[test]
fn a_member_keeps_a_thousand_files_and_one_more_is_refused_and_changes_nothing() {
    on_each_made_up(async |f| {
        let (owner, stranger) = (f.actor(OWNER).await, f.actor(STRANGER).await);
        all_but_one(f, owner.member_id());
        announced(f, &owner, "last.txt").await.unwrap();
        let refused = announced(f, &owner, "more.txt").await;
        assert!(
            matches!(refused, Err(UploadError::Add(AddError::Quota))),
            "{refused:?}"
        );
        let page = library(&f.store, &owner, LibraryQuery::default()).await;
        let held = page.unwrap().held;
        assert_eq!(
            (held.files, held.bytes),
            (MEMBER_FILES_MAX, 4 * MEMBER_FILES_MAX)
        );
        announced(f, &stranger, "theirs.txt").await.unwrap();
    });
}

#[test]
fn of_eight_who_bring_the_same_piece_one_counts_it() {
    on_each_database(async |f| {
        let owner = f.actor(OWNER).await;
        let id = announced(f, &owner, "a.txt").await.unwrap().id;
        let tries: Vec<_> = (0..8)
            .map(|_| {
                let store = f.store.clone();
                tokio::spawn(async move { received(&store, id, 0, 3, NOW).await.unwrap() })
            })
            .collect();
        let mut counted = 0;
        for one in tries {
            counted += i32::from(one.await.unwrap());
        }
        assert_eq!(counted, 1);
        assert_eq!(get(&f.store, &owner, id).await.unwrap().received, 3);
    });
}

#[test]
fn each_piece_begins_the_time_of_an_unfinished_file_anew() {
    on_each_database(async |f| {
        let (owner, rules) = (f.actor(OWNER).await, UploadRules::default());
        let (goes, stays) = (
            announced(f, &owner, "goes.txt").await.unwrap().id,
            announced(f, &owner, "stays.txt").await.unwrap().id,
        );
        let last = NOW + UNFINISHED_MS - 1;
        assert_eq!(sweep(&f.store, rules, last).await.unwrap(), 0);
        assert!(received(&f.store, stays, 0, 1, last).await.unwrap());
        assert_eq!(sweep(&f.store, rules, last + 1).await.unwrap(), 1);
        assert!(!is_there(f, &owner, goes).await);
        let end = last + UNFINISHED_MS;
        assert_eq!(sweep(&f.store, rules, end - 1).await.unwrap(), 0);
        assert!(is_there(f, &owner, stays).await);
        assert_eq!(sweep(&f.store, rules, end).await.unwrap(), 1);
    });
}

#[test]
fn the_use_of_one_file_keeps_all_of_its_members_with_the_same_content_and_nobody_elses() {
    on_each_database(async |f| {
        let (owner, stranger) = (f.actor(OWNER).await, f.actor(STRANGER).await);
        let (rules, phone) = (UploadRules::default(), f.phone("甲", 300).await);
        let (sent, twin) = (
            file(f, &owner, "sent.txt", '0').await,
            file(f, &owner, "twin.txt", '0').await,
        );
        let (other, foreign) = (
            file(f, &owner, "other.txt", '1').await,
            file(f, &stranger, "sent.txt", '0').await,
        );
        let delivery = Delivery {
            files: vec![DeliveryFile {
                upload_id: sent,
                name: "sent.txt".to_owned(),
                sha256: inspected('0').sha256,
                bytes: 4,
                install: None,
                push: true,
            }],
            ..Delivery::default()
        };
        let request = OperationRequest {
            kind: Kind::PushFile,
            phones: vec![(phone, OperationChoice::Delivery(delivery))],
            group: false,
        };
        let begun = start(&f.store, &owner, request, |_, _| None, NOW + DAY).await;
        assert_eq!(begun.unwrap().accepted, [phone]);
        let end = NOW + rules.kept_ms();
        assert_eq!(sweep(&f.store, rules, end).await.unwrap(), 2);
        assert!(!is_there(f, &owner, other).await && !is_there(f, &stranger, foreign).await);
        assert!(is_there(f, &owner, sent).await && is_there(f, &owner, twin).await);
        assert_eq!(sweep(&f.store, rules, end + DAY - 1).await.unwrap(), 0);
        assert_eq!(sweep(&f.store, rules, end + DAY).await.unwrap(), 2);
    });
}

#[test]
fn what_was_found_in_a_file_is_stored_once_and_not_for_one_that_is_gone_or_half() {
    on_each_database(async |f| {
        let owner = f.actor(OWNER).await;
        let whole = file(f, &owner, "whole.txt", '0').await;
        let again = settle(&f.store, whole, inspected('1'), NOW + 1).await;
        let again = again.unwrap();
        assert_eq!(
            (again.sha256, again.ready_ms),
            (Some(inspected('0').sha256), Some(NOW))
        );
        drop_damaged(&f.store, whole).await.unwrap();
        assert!(is_there(f, &owner, whole).await, "it is not damaged");

        let half = announced(f, &owner, "half.txt").await.unwrap().id;
        assert!(received(&f.store, half, 0, 3, NOW).await.unwrap());
        let settled = settle(&f.store, half, inspected('2'), NOW).await.unwrap();
        assert_eq!((settled.ready_ms, settled.kind), (None, None));
        remove(&f.store, &owner, half, NOW).await.unwrap();
        let gone = settle(&f.store, half, inspected('2'), NOW).await;
        assert!(matches!(gone, Err(UploadError::Unknown)), "{gone:?}");
    });
}
