//! The data of a phone on its way to another one.

use handset::{HandsetError, Host, HostCommand, HostOptions, Power, Report};
use serde_json::json;

async fn told(host: &Host, phone: usize, words: serde_json::Value) -> Result<Report, HandsetError> {
    let command: HostCommand = serde_json::from_value(words).expect("an order");
    host.execute(phone, command).await
}

#[tokio::test(flavor = "multi_thread")]
async fn the_data_of_a_phone_goes_to_another_whole_and_its_own_phone_stays_off() {
    let folder = tempfile::tempdir().expect("a folder");
    let options = || HostOptions {
        listen: ([127, 0, 0, 1], 0).into(),
        count: 2,
        data_dir: Some(folder.path().join("phones")),
    };
    let host = Host::start(options()).await.expect("they start");
    let place = |phone: usize, name: &str| {
        let own = folder
            .path()
            .join(format!("phones/phone-000{phone}/fs/sdcard"));
        own.join(name)
    };
    std::fs::create_dir_all(place(0, "a/b")).expect("a folder");
    std::fs::write(place(0, "a/b/c.bin"), vec![7; 200_000]).expect("a file");
    std::fs::write(place(1, "other.txt"), "new").expect("a file");
    let new = told(&host, 1, json!({ "do": "state" }))
        .await
        .expect("a report");

    let size = told(&host, 0, json!({ "do": "measure" }))
        .await
        .expect("measured");
    assert!(size.data_bytes >= Some(200_000), "{size:?}");
    let to = folder.path().join("backups/1");
    let backed = json!({ "do": "back-up", "to": to });
    let made = told(&host, 0, backed.clone()).await.expect("backed up");
    let digest = made.digest.expect("a digest");
    assert_eq!(
        (made.power, made.moved_bytes),
        (Power::Off, made.data_bytes.expect("a size"))
    );
    assert!(!to.with_extension("part").exists());
    let once_more = told(&host, 0, backed).await.expect("it is there");
    assert_eq!(once_more.digest.as_ref(), Some(&digest));

    // A restore by another digest than the backup's is refused: nothing of the backup is there, and the phone stays off.
    let restore = |digest: &str| json!({ "do": "restore", "from": to, "digest": digest, "data_id": "00000000000000d1" });
    let refused = told(&host, 1, restore("0")).await;
    assert!(matches!(refused, Err(HandsetError::Altered)), "{refused:?}");
    assert!(!place(1, "a").exists());
    let half = told(&host, 1, json!({ "do": "state" }))
        .await
        .expect("a report");
    assert_eq!(half.power, Power::Off);

    // A host that starts anew leaves both off: nobody knows on which of them the data is to run.
    host.stop().await;
    let host = Host::start(options()).await.expect("they start");
    for phone in [0, 1] {
        let seen = told(&host, phone, json!({ "do": "state" }))
            .await
            .expect("a report");
        assert_eq!(seen.power, Power::Off, "{phone}");
    }
    let restored = told(&host, 1, restore(&digest)).await.expect("restored");
    assert_eq!(restored.data_id.as_deref(), Some("00000000000000d1"));
    assert_eq!(restored.power, Power::On);
    assert_eq!(
        std::fs::read(place(1, "a/b/c.bin")).expect("it is there"),
        vec![7; 200_000]
    );
    assert!(!place(1, "other.txt").exists(), "it was empty first");
    assert_eq!(
        (
            &restored.identity.android_id,
            &restored.identity.serial,
            &restored.identity.model
        ),
        (
            &new.identity.android_id,
            &new.identity.serial,
            &new.identity.model
        ),
    );
    assert_eq!(
        restored.identity.build_id, made.identity.build_id,
        "the image goes along"
    );
    // Told again, a phone that has the data is left alone.
    std::fs::write(place(1, "later.txt"), "mine").expect("a file");
    let again = told(&host, 1, restore(&digest)).await.expect("it has it");
    assert_eq!(again.boot_id, restored.boot_id);
    assert!(place(1, "later.txt").exists());
    // Switched on, the old phone has its data.
    let on = told(&host, 0, json!({ "do": "power-on" }))
        .await
        .expect("on");
    assert_eq!(on.power, Power::On);
    assert!(place(0, "a/b/c.bin").exists());
    host.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_copy_that_breaks_off_leaves_the_phone_as_it_was() {
    let folder = tempfile::tempdir().expect("a folder");
    let host = Host::start(HostOptions {
        listen: ([127, 0, 0, 1], 0).into(),
        count: 2,
        data_dir: Some(folder.path().join("phones")),
    });
    let host = host.await.expect("they start");
    let fault = async |phone, words: &str| {
        let told = told(&host, phone, json!({ "do": "fault", "fault": words })).await;
        told.expect("there is such a fault");
    };
    // Where the backup should be lies a file.
    let taken = folder.path().join("taken");
    std::fs::write(&taken, "").expect("a file");
    let cut = told(&host, 0, json!({ "do": "back-up", "to": taken.join("1") })).await;
    assert!(cut.is_err(), "{cut:?}");
    let seen = told(&host, 0, json!({ "do": "state" }))
        .await
        .expect("a report");
    assert_eq!(seen.power, Power::On, "it goes on");
    fault(0, "back-up:refuse").await;
    let to = folder.path().join("1");
    let backed = json!({ "do": "back-up", "to": to });
    let refused = told(&host, 0, backed.clone()).await;
    assert!(
        matches!(refused, Err(HandsetError::Refused("back-up"))),
        "{refused:?}"
    );
    fault(0, "back-up:die").await;
    assert!(matches!(
        told(&host, 0, backed.clone()).await,
        Err(HandsetError::BrokeDown(_))
    ));
    let digest = told(&host, 0, backed).await.expect("made before").digest;
    fault(1, "full").await;
    let restore =
        json!({ "do": "restore", "from": to, "digest": digest, "data_id": "00000000000000d2" });
    let full = told(&host, 1, restore.clone()).await;
    assert!(matches!(full, Err(HandsetError::NoRoom)), "{full:?}");
    host.stop().await;
}
