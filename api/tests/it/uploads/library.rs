//! Cloud files: stored and counted once, kept as operators set it.

use super::*;

#[test]
fn what_was_sent_stays_in_the_library_stored_and_counted_once() {
    with_server(async |s| {
        let (owner, stranger) = (s.token(OWNER).await, s.token(STRANGER).await);
        let empty = library(s, &owner, "").await.data();
        assert_eq!(
            (&empty["list"], &empty["used"], &empty["keptDays"]),
            (&json!([]), &json!(0), &json!(90))
        );
        assert_eq!(empty["quota"], 50_i64 << 30);
        let first = sent(s, &owner, "a", "素材_1%.zip", b"data").await;
        let other = sent(s, &owner, "b", "notes.txt", b"other data").await;
        created(s, &owner, "c", "half.bin", 100).await;
        let names = async |query: &str| {
            let page = library(s, &owner, query).await.data();
            let list = page["list"].as_array().unwrap().clone();
            assert_eq!(page["total"], list.len(), "{query}");
            list.iter()
                .map(|file| file["name"].as_str().unwrap().to_owned())
                .collect::<Vec<_>>()
        };
        assert_eq!(names("").await, ["notes.txt", "素材_1%.zip"]);
        assert_eq!(names("keyword=_1%25.Z&kind=file").await, ["素材_1%.zip"]);
        assert!(names("keyword=%25%25").await.is_empty());
        assert!(names("kind=app").await.is_empty());
        for bad in ["kind=some", "pageSize=0", "pageNo=0"] {
            let refused = library(s, &owner, bad).await;
            assert_eq!(refused.code(), codes::BAD_REQUEST.number, "{bad}");
        }
        let used = async || library(s, &owner, "").await.data()["used"].clone();
        assert_eq!(used().await, 114, "with what is still to come");

        // A file that is sent again replaces its row; under another name it is a file of its own that takes no space.
        let again = sent(s, &owner, "d", "素材_1%.zip", b"data").await;
        let twin = sent(s, &owner, "e", "twin.zip", b"data").await;
        assert_eq!(names("").await, ["twin.zip", "素材_1%.zip", "notes.txt"]);
        assert_eq!(used().await, 114);
        let gone = info(s, &owner, first).await.code();
        assert_eq!(gone, codes::UPLOAD_ABSENT.number);
        assert_eq!(info(s, &owner, again).await.data()["kind"], "file");
        // Somebody else's is the same content on the disk, and counts for them as well.
        let theirs = sent(s, &stranger, "a", "x.zip", b"data").await;
        let page = library(s, &stranger, "").await.data();
        assert_eq!((&page["used"], &page["total"]), (&json!(4), &json!(1)));
        let contents = lying(s).into_iter().filter(|name| name.len() == 64);
        assert_eq!(contents.count(), 2);
        // The content stays until the last file that has it is deleted.
        for (token, id) in [(&owner, again), (&owner, twin), (&owner, other)] {
            assert_eq!(remove(s, token, id).await.status, 204);
        }
        s.engine.sweep_uploads().await.unwrap();
        let whole = info(s, &stranger, theirs).await.data();
        let left = lying(s);
        assert_eq!(left.len(), 1, "{left:?}");
        assert_eq!(left[0], whole["sha256"].as_str().unwrap());
    });
}

#[test]
fn an_operator_sets_how_much_is_kept_and_how_long() {
    with_server(async |s| {
        let owner = s.token(OWNER).await;
        s.execute(
            "UPDATE config SET value = '2' WHERE key IN ('files.quota.gb', 'files.kept.days')",
        );
        s.engine.reload_config().await.unwrap();
        let whole = sent(s, &owner, "a", "a.txt", b"data").await;
        let file = info(s, &owner, whole).await.data();
        let kept_ms = file["expireTime"].as_i64().unwrap() - file["readyTime"].as_i64().unwrap();
        assert_eq!(kept_ms, 2 * 24 * 60 * 60 * 1000);
        let page = library(s, &owner, "").await.data();
        assert_eq!(
            (&page["quota"], &page["keptDays"]),
            (&json!(2_i64 << 30), &json!(2))
        );
        let most = FILE_MAX_BYTES - 4;
        let refused = create(s, &owner, "b", "most.bin", most + 1).await;
        assert_eq!(refused.code(), codes::UPLOAD_QUOTA.number);
        assert_eq!(create(s, &owner, "b", "most.bin", most).await.code(), 0);
    });
}
