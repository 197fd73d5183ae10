//! Facts that a phone keeps of its last operation: why it failed, and the density it was seen with.

use store::phones::set_density;

use super::*;

#[test]
fn a_failed_phone_says_why_whoever_asked_until_it_is_seen_well() {
    on_each_database(async |f| {
        let id = f.phone("甲", 30).await;
        f.grant("甲", "operate", 60).await;
        let started = begin(f, GUEST, Kind::Reboot, &[id]).await.unwrap();
        let look = running(&take(&f.store, NOW).await.unwrap()[0]);
        report(f, &look, Event::Failed(Reason::Refused), NOW + 1).await;
        let phone = listed(f, id).await.phone;
        assert_eq!(
            (phone.status(), phone.failed_reason.as_deref()),
            (Status::RestartFailed, Some(Reason::Refused.name()))
        );
        let guest = f.actor(GUEST).await;
        let told = receipt(&f.store, &guest, started.batch_id, NOW + 1).await;
        let row = told.unwrap().unwrap().rows.remove(0);
        assert_eq!((row.state, row.enterable), (State::Failed, false));
        begin(f, OWNER, Kind::EnterDirectly, &[id]).await.unwrap();
        let look = running(&take(&f.store, NOW + 2).await.unwrap()[0]);
        report(f, &look, seen("b1", "d1"), NOW + 3).await;
        let phone = listed(f, id).await.phone;
        assert_eq!(
            (phone.status(), phone.failed_reason),
            (Status::Running, None)
        );
    });
}

#[test]
fn after_a_reset_the_density_is_the_one_seen_or_the_configurations() {
    on_each_database(async |f| {
        for (alias, seen_dpi, expected) in [("甲", Some(280), 280), ("乙", None, 320)] {
            let id = f.phone(alias, 30).await;
            set_density(&f.store, id, 240, NOW).await.unwrap();
            begin(f, OWNER, Kind::FactoryReset, &[id]).await.unwrap();
            let look = running(&take(&f.store, NOW).await.unwrap()[0]);
            let act = report(f, &look, seen("b1", "d1"), NOW + 1).await;
            let boot = report(f, &running(&act), Event::Seen(Evidence::default()), NOW + 2).await;
            let wiped = Evidence {
                boot_id: Some("b2".to_owned()),
                data_id: Some("d2".to_owned()),
                power: Some(Power::On),
                dpi: seen_dpi,
                booted: true,
                build_id: None,
                linked: true,
                apps: None,
                android_id: None,
                identity: None,
                backup: None,
            };
            let end = report(f, &running(&boot), Event::Seen(wiped), NOW + 3).await;
            assert!(
                matches!(end, Advance::Ended { failed: None, .. }),
                "{end:?}"
            );
            assert_eq!(listed(f, id).await.phone.dpi, expected);
        }
    });
}

#[test]
fn a_receipt_says_of_a_failed_phone_that_its_owner_may_enter_it_directly_until_it_is_well() {
    on_each_database(async |f| {
        let id = f.phone("甲", 30).await;
        let reboot = begin(f, OWNER, Kind::Reboot, &[id]).await.unwrap();
        let enterable = async |f: &Fixture| receipt_of(f, reboot.batch_id).await.rows[0].enterable;
        assert!(!enterable(f).await, "it is under way");
        let look = running(&take(&f.store, NOW).await.unwrap()[0]);
        report(f, &look, Event::Failed(Reason::Refused), NOW + 1).await;
        assert!(enterable(f).await);
        begin(f, OWNER, Kind::EnterDirectly, &[id]).await.unwrap();
        let look = running(&take(&f.store, NOW + 2).await.unwrap()[0]);
        report(f, &look, seen("b1", "d1"), NOW + 3).await;
        assert!(!enterable(f).await, "it is well");
    });
}
