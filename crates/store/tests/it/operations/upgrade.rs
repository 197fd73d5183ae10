//! An image's upgrade: an operator's, with a way back for the phone's owner.

use super::*;

#[test]
fn an_image_is_upgraded_by_who_holds_the_permission_on_whosesoever_phone() {
    on_each_database(async |f| {
        let id = f.phone("甲", 30).await;
        let refused = begin(f, OWNER, Kind::UpgradeImage, &[id]).await.unwrap();
        assert_eq!(
            (refused.accepted.len(), refused.refused[0].code),
            (0, codes::PHONE_ABSENT),
            "its owner is no operator"
        );
        let started = begin(f, "admin", Kind::UpgradeImage, &[id, 4242])
            .await
            .unwrap();
        assert_eq!(
            (started.accepted.as_slice(), started.refused[0].code),
            (&[id][..], codes::PHONE_ABSENT)
        );
        let operator = f.actor("admin").await;
        let told = receipt(&f.store, &operator, started.batch_id, NOW)
            .await
            .unwrap()
            .unwrap();
        assert_eq!(told.rows[0].alias.as_deref(), Some("甲"));
        let deadline = NOW + Kind::UpgradeImage.deadline_ms();
        let look = running(&take(&f.store, NOW).await.unwrap()[0]);
        assert_eq!(shown(f, id).await.0, Status::UpgradingImage);
        let end = report(f, &look, Event::Go, deadline).await;
        assert!(
            matches!(
                end,
                Advance::Ended {
                    failed: Some(_),
                    ..
                }
            ),
            "{end:?}"
        );
        assert_eq!(shown(f, id).await.0, Status::UpgradeImageFailed);
        let entered = begin(f, OWNER, Kind::EnterDirectly, &[id]).await.unwrap();
        assert_eq!(entered.accepted, [id], "its owner has a way back");
    });
}
