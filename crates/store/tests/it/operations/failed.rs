//! What a phone keeps of its last operation: why it failed, and the density it was seen with.

use store::phones::set_density;

use super::*;

#[test]
fn a_failed_phone_says_why_whoever_asked_until_it_is_seen_well() {
    on_each_database(async |f| {
        let id = f.phone("甲", 30).await;
        f.grant("甲", "operate", 60).await;
        begin(f, GUEST, Kind::Reboot, &[id]).await.unwrap();
        let look = running(&take(&f.store, NOW).await.unwrap()[0]);
        report(f, &look, Event::Failed(Reason::Refused), NOW + 1).await;
        let phone = listed(f, id).await.phone;
        assert_eq!(
            (phone.status(), phone.failed_reason.as_deref()),
            (Status::RestartFailed, Some(Reason::Refused.name()))
        );
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
