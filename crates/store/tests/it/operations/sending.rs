//! Deliveries: their files are held, their progress is noted beside what decides, and their places last.

use domain::operations::{PLACE_MS, SENDING_MAX};
use domain::phones::GROUP_MAX;
use domain::uploads::{Delivery, DeliveryFile, FileKind, FileName, UploadRules};
use store::operations::{Cancelled, Progressed, RecordQuery, is_current, progress, records};
use store::uploads::{Draft, Ready, create, received, remove, settle, sweep};

use super::*;

/// A file of somebody's that has come completely.
async fn file(f: &Fixture, who: &str, name: &str) -> i64 {
    let actor = f.actor(who).await;
    let draft = Draft {
        set: Some(name.to_owned()),
        name: FileName::parse(name).unwrap(),
        size: 4,
        sha256: None,
    };
    let id = create(&f.store, &actor, draft, UploadRules::default(), NOW)
        .await
        .unwrap()
        .id;
    assert!(received(&f.store, id, 0, 4, NOW).await.unwrap());
    assert!(!received(&f.store, id, 0, 4, NOW).await.unwrap(), "once");
    let ready = Ready {
        sha256: "0".repeat(64),
        kind: FileKind::File,
        app: None,
        icon: None,
        stored: 4,
    };
    settle(&f.store, id, ready, NOW).await.unwrap();
    id
}

fn bring(upload_id: i64, ids: &[i64]) -> OperationRequest {
    let delivery = Delivery {
        files: vec![DeliveryFile {
            upload_id,
            name: "a.txt".to_owned(),
            sha256: "0".repeat(64),
            bytes: 4,
            install: None,
            push: true,
        }],
        ..Delivery::default()
    };
    OperationRequest {
        kind: Kind::PushFile,
        phones: ids
            .iter()
            .map(|id| (*id, OperationChoice::Delivery(delivery.clone())))
            .collect(),
        group: false,
    }
}

async fn begin_bringing(f: &Fixture, upload_id: i64, ids: &[i64]) -> Result<Started, StartError> {
    let actor = f.actor(OWNER).await;
    start(&f.store, &actor, bring(upload_id, ids), |_, _| None, NOW).await
}

#[test]
fn progress_is_noted_for_the_generation_that_sends_and_shows_on_the_receipt() {
    on_each_database(async |f| {
        let phone = f.phone("甲", 30).await;
        let upload = file(f, OWNER, "a.txt").await;
        let started = begin_bringing(f, upload, &[phone]).await.unwrap();
        let turn = take(&f.store, NOW).await.unwrap();
        let at = running(&turn[0]);
        assert!(matches!(&turn[0], Advance::Run(_, Effect::Deliver(_))));
        assert_eq!(
            shown(f, phone).await.0,
            Status::Running,
            "it is what it was"
        );
        let told = |generation, sent| {
            let one = Progressed {
                id: at.id,
                generation,
                sent,
                item: 0,
            };
            progress(&f.store, vec![one])
        };
        told(at.generation, 3).await.unwrap();
        told(at.generation + 1, 1).await.unwrap();
        let row = receipt_of(f, started.batch_id).await.rows.remove(0);
        let sent = row.sent.clone().unwrap();
        assert_eq!(
            (sent.bytes, sent.total, sent.file.as_deref()),
            (3, 4, Some("a.txt"))
        );
        assert!(row.cancellable);
        assert!(is_current(&f.store, at.id, at.generation).await.unwrap());
        // A file that is being sent is not taken away.
        let actor = f.actor(OWNER).await;
        assert!(remove(&f.store, &actor, upload, NOW).await.is_err());
        let freed = cancel(&f.store, &actor, started.batch_id, NOW)
            .await
            .unwrap();
        let cancelled = Cancelled {
            id: at.id,
            phone_id: phone,
        };
        assert_eq!(freed, [cancelled]);
        assert!(!is_current(&f.store, at.id, at.generation).await.unwrap());
        remove(&f.store, &actor, upload, NOW).await.unwrap();
    });
}

#[test]
fn a_file_that_is_gone_or_somebody_elses_is_sent_to_nobody() {
    on_each_database(async |f| {
        let (phone, rules) = (f.phone("甲", 30).await, UploadRules::default());
        let foreign = file(f, GUEST, "a.txt").await;
        for id in [foreign, 12_345] {
            let refused = begin_bringing(f, id, &[phone]).await;
            assert!(matches!(refused, Err(StartError::Upload)), "{refused:?}");
        }
        let own = file(f, OWNER, "a.txt").await;
        let started = begin_bringing(f, own, &[phone]).await.unwrap();
        let at = running(&take(&f.store, NOW).await.unwrap()[0]);
        report(f, &at, Event::Failed(Reason::NotCapable), NOW + 1).await;
        // The file's use kept it; after its days the file is gone, and cannot be sent again.
        assert_eq!(
            sweep(&f.store, rules, NOW + rules.kept_ms() - 1)
                .await
                .unwrap(),
            0
        );
        assert_eq!(
            sweep(&f.store, rules, NOW + rules.kept_ms()).await.unwrap(),
            2
        );
        f.execute(&format!(
            "UPDATE operations SET reason = 'cutOff' WHERE batch_id = {};",
            started.batch_id
        ));
        let refused = again(f, started.batch_id).await;
        assert!(matches!(refused, Err(ManageError::Upload)), "{refused:?}");
    });
}

#[test]
fn whoever_sends_holds_its_place_however_long_it_takes() {
    on_each_database(async |f| {
        let upload = file(f, OWNER, "a.txt").await;
        let mut phones = Vec::new();
        for n in 0..=SENDING_MAX {
            phones.push(f.phone(&format!("机{n}"), 30).await);
        }
        begin_bringing(f, upload, &phones).await.unwrap();
        assert_eq!(take(&f.store, NOW).await.unwrap().len(), SENDING_MAX);
        let later = NOW + 2 * PLACE_MS;
        assert!(take(&f.store, later).await.unwrap().is_empty());
    });
}

#[test]
fn records_of_before_the_search_are_found_by_name_once_the_database_was_opened() {
    on_each_database(async |f| {
        let phone = f.phone("甲", 30).await;
        let upload = file(f, OWNER, "a.txt").await;
        let started = begin_bringing(f, upload, &[phone]).await.unwrap();
        let found = async |store: &store::Store| {
            let query = RecordQuery {
                words: "A.T".to_owned(),
                limit: 10,
                ..RecordQuery::default()
            };
            let actor = f.actor(OWNER).await;
            let page = records(store, &actor, query, NOW + 1).await.unwrap();
            page.rows.iter().map(|row| row.id).collect::<Vec<_>>()
        };
        f.execute("UPDATE operation_batches SET file_key = ''; DELETE FROM meta WHERE name = 'name_keys';");
        assert!(found(&f.store).await.is_empty());
        let reopened = store::Store::open_existing(&f.url).unwrap();
        assert_eq!(found(&reopened).await, [started.batch_id]);
    });
}

#[test]
fn a_group_is_sent_to_at_once_with_one_record_and_tried_again_at_once() {
    on_each_database(async |f| {
        let actor = f.actor(OWNER).await;
        let upload = file(f, OWNER, "a.txt").await;
        let mut ids: Vec<i64> = (1..).take(GROUP_MAX).collect();
        for id in ids.iter_mut().take(2) {
            *id = f.phone("甲", 30).await;
        }
        let alone = begin_bringing(f, upload, &ids[..=BATCH_MAX]).await;
        assert!(matches!(alone, Err(StartError::Count)));
        let group = |ids: &[i64]| OperationRequest {
            group: true,
            ..bring(upload, ids)
        };
        let started = start(&f.store, &actor, group(&ids), |_, _| None, NOW).await;
        let started = started.unwrap();
        assert_eq!(
            (started.accepted.len(), started.refused.len()),
            (2, GROUP_MAX - 2)
        );
        ids.push(4242);
        let more = start(&f.store, &actor, group(&ids), |_, _| None, NOW).await;
        assert!(matches!(more, Err(StartError::Count)));
        let query = RecordQuery {
            limit: 20,
            ..RecordQuery::default()
        };
        let page = records(&f.store, &actor, query, NOW).await.unwrap();
        assert_eq!((page.total, page.rows[0].states.len()), (1, GROUP_MAX));
        // More failed than one batch has otherwise.
        f.execute(&format!(
            "UPDATE operations SET state = {}, ended_ms = {NOW}, reason = 'cutOff', refusal = NULL WHERE batch_id = {}; \
             UPDATE phones SET operation_id = NULL WHERE owner_id IS NOT NULL;",
            State::Failed.code(),
            started.batch_id
        ));
        let again = Retry::default();
        let again = retry(&f.store, &actor, started.batch_id, again, |_, _| None, NOW).await;
        let again = again.unwrap();
        assert_eq!(
            (again.accepted.len(), again.refused.len()),
            (2, GROUP_MAX - 2)
        );
    });
}
