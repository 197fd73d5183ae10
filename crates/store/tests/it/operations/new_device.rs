//! One-click new devices: together only those that may, and what each says of itself afterwards.

use domain::identity::{Field, Identity, Keep, NewDevice, ProxyChoice};
use domain::phones::Action;
use store::phones::{Verdict, check};

use super::*;

const ANDROID_ID: &str = "00000000000000aa";

fn wish() -> OperationChoice {
    OperationChoice::NewDevice(Box::new(NewDevice {
        brand: "Xiaomi".into(),
        name: "Xiaomi 13".into(),
        device: "fuxi".into(),
        model: "2211133G".into(),
        serial: "4e7a9c21".into(),
        android_id: ANDROID_ID.into(),
        screen: (1080, 2400),
        dpi: 440,
        release: "13".into(),
        soc: "SM8550".into(),
        keep: Keep::Files,
        proxy: ProxyChoice::None,
    }))
}

async fn renew(f: &Fixture, ids: &[i64]) -> Started {
    let actor = f.actor(OWNER).await;
    let ask = OperationRequest {
        kind: Kind::NewDevice,
        phones: ids.iter().map(|id| (*id, wish())).collect(),
        group: false,
    };
    start(&f.store, &actor, ask, |_, _| None, NOW)
        .await
        .unwrap()
}

/// A phone that may become a new device beside others.
async fn orion(f: &Fixture, alias: &str) -> i64 {
    let port = 29_000 + i64::try_from(alias.len()).unwrap();
    let seed = format!(
        r#"{{"configurations":[{{"name":"标准 {alias}","code":"S4","cores":4,"memoryMb":6144,"storageGb":64,"androidVersion":"10","chip":"Orion865","padType":5,"dpi":320}}],
            "phones":[{{"owner":"{OWNER}","alias":"{alias}","configuration":"标准 {alias}","expiresInDays":30,"adb":"127.0.0.1:{port}"}}]}}"#
    );
    let id = crate::fixture::load(&f.store, &seed).await.phones[0].phone_id;
    set_health(&f.store, id, None, NOW).await.unwrap();
    id
}

#[test]
fn several_become_new_devices_only_where_each_is_of_the_kind_that_may_and_one_may_always() {
    on_each_database(async |f| {
        let (other, first, second) = (
            f.phone("甲", 30).await,
            orion(f, "o").await,
            orion(f, "oo").await,
        );
        let actor = f.actor(OWNER).await;
        let verdicts = async |ids: Vec<i64>| {
            let checked = check(&f.store, &actor, ids, Action::NewDevice, |_, _| None, NOW);
            let checked = checked.await.unwrap().into_iter();
            checked.map(|(_, verdict)| verdict).collect::<Vec<_>>()
        };
        assert_eq!(
            verdicts(vec![first, other, second]).await,
            [Ok(()), Err(Verdict::Alone), Ok(())]
        );
        assert_eq!(verdicts(vec![other]).await, [Ok(())]);

        let started = renew(f, &[first, other, second]).await;
        assert_eq!(started.accepted, [first, second]);
        assert_eq!(
            started
                .refused
                .iter()
                .map(|r| (r.phone_id, r.code))
                .collect::<Vec<_>>(),
            [(other, codes::NEW_DEVICE_ALONE)]
        );
        assert!(!receipt_of(f, started.batch_id).await.rows[1].retryable);
        // The refused phone was not touched, and may have a new device alone.
        assert_eq!(shown(f, other).await.0, Status::Running);
        assert_eq!(renew(f, &[other]).await.accepted, [other]);
    });
}

#[test]
fn what_the_phone_says_of_itself_is_kept_part_by_part() {
    on_each_database(async |f| {
        let id = f.phone("甲", 30).await;
        let started = renew(f, &[id]).await;
        let at = running(&take(&f.store, NOW).await.unwrap()[0]);
        assert_eq!(shown(f, id).await.0, Status::Initializing);
        let told = receipt_of(f, started.batch_id).await;
        assert_eq!(told.rows[0].renewed.as_ref().unwrap().fields, []);
        let before = Identity {
            files: Some(4),
            ..Identity::default()
        };
        let look = |boot: &str, data: &str, android_id: &str, identity: Option<Identity>| {
            let Event::Seen(seen) = seen(boot, data) else {
                panic!("it is a look");
            };
            Event::Seen(Evidence {
                android_id: Some(android_id.to_owned()),
                identity: identity.map(Box::new),
                ..seen
            })
        };
        let act = report(f, &at, look("b1", "d1", "00", Some(before)), NOW + 1).await;
        assert!(
            matches!(&act, Advance::Run(_, Effect::Recreate(_))),
            "{act:?}"
        );
        let boot = report(f, &running(&act), Event::Seen(Evidence::default()), NOW + 2).await;
        let read = report(
            f,
            &running(&boot),
            look("b2", "d2", ANDROID_ID, None),
            NOW + 3,
        )
        .await;
        let now = Identity {
            model: Some("2211133G".into()),
            release: Some("12".into()),
            files: Some(4),
            ..Identity::default()
        };
        let end = report(
            f,
            &running(&read),
            look("b2", "d2", ANDROID_ID, Some(now)),
            NOW + 4,
        )
        .await;
        assert!(
            matches!(end, Advance::Ended { failed: None, .. }),
            "{end:?}"
        );
        assert_eq!(shown(f, id).await.0, Status::Running);
        let told = receipt_of(f, started.batch_id).await;
        let fields = &told.rows[0].renewed.as_ref().unwrap().fields;
        let of = |field: Field| fields.iter().find(|row| row.field == field).unwrap();
        assert!(of(Field::Model).applied && of(Field::Files).applied);
        let release = of(Field::Release);
        assert_eq!(
            (
                release.asked.as_deref(),
                release.found.as_deref(),
                release.applied
            ),
            (Some("13"), Some("12"), false)
        );
    });
}

#[test]
fn one_that_the_phone_refuses_has_its_own_status_and_is_tried_again_with_the_same_wish() {
    on_each_database(async |f| {
        let id = f.phone("甲", 30).await;
        let failing = renew(f, &[id]).await;
        let at = running(&take(&f.store, NOW).await.unwrap()[0]);
        report(f, &at, Event::Failed(Reason::Refused), NOW + 1).await;
        assert_eq!(shown(f, id).await.0, Status::InitializeFailed);
        let again = again(f, failing.batch_id).await.unwrap();
        assert_eq!(again.accepted, [id]);
    });
}
