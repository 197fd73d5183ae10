//! Maintenance: what it takes out of service, when, who is told, and what puts it back.

use domain::codes;
use domain::lang::Lang;
use domain::maintenance::{InvalidMaintenance, NewMaintenance, Stage, Target};
use domain::operations::Kind;
use domain::phones::Status;
use domain::zone::Zone;
use store::maintenance::{MaintenanceError, Reach, Site, advance, end, page, reach, set};
use store::notices::{self, Wanted};
use store::operations::{cancel, wipe_left};

use crate::fixture::{Fixture, MINUTE, NOW, OWNER, on_each_database};
use crate::operations::{begin, listed, replacement::spare};

const HOUR: i64 = 60 * MINUTE;

/// The operator's place, where a host has these phones.
fn site(of_host: &[i64]) -> Site<impl Fn(&str) -> Vec<i64> + Send + use<>> {
    let ids = of_host.to_vec();
    Site {
        zone: Zone::parse("Asia/Shanghai").unwrap(),
        phones_of_host: move |name: &str| {
            if name == "rack-1" {
                ids.clone()
            } else {
                Vec::new()
            }
        },
    }
}

fn new(target: Target, from_ms: i64, until_ms: Option<i64>) -> NewMaintenance {
    NewMaintenance {
        target,
        from_ms,
        until_ms,
        reasons: ["更换网线".to_owned(), "New cable".to_owned()],
    }
}

async fn owl_id(f: &Fixture, phone_id: i64) -> String {
    listed(f, phone_id).await.phone.owl_id
}

async fn named(f: &Fixture, phone_ids: &[i64]) -> Target {
    let mut owl_ids = Vec::new();
    for id in phone_ids {
        owl_ids.push(owl_id(f, *id).await);
    }
    Target::Phones(owl_ids)
}

async fn status(f: &Fixture, phone_id: i64) -> Status {
    listed(f, phone_id).await.phone.status()
}

/// Titles of the owner's messages, the newest first.
async fn told(f: &Fixture) -> Vec<String> {
    let owner = f.actor(OWNER).await;
    let list = notices::list(&f.store, &owner, Wanted::default(), (0, 50)).await;
    let list = list.unwrap().list.into_iter();
    list.filter(|notice| !notice.about().is_empty())
        .map(|notice| notice.title(Lang::En))
        .collect()
}

#[test]
fn phones_are_out_of_service_at_once_with_the_reason_and_back_when_it_is_ended() {
    on_each_database(async |f| {
        let (one, other) = (f.phone("甲", 30).await, f.phone("乙", 30).await);
        let admin = f.actor("admin").await;
        let target = named(f, &[one]).await;
        let counted = reach(&f.store, target.clone(), site(&[])).await.unwrap();
        let expected = Reach {
            phones: 1,
            rented: 1,
            members: 1,
            busy: 0,
        };
        assert_eq!(counted, expected);
        let until = Some(NOW + HOUR);
        let (id, taken) = set(&f.store, &admin, new(target, NOW, until), site(&[]), NOW)
            .await
            .unwrap();
        assert_eq!(taken, [one]);
        let row = listed(f, one).await;
        assert_eq!(row.phone.status(), Status::Maintenance);
        let why = row.maintenance.unwrap();
        assert_eq!((why.text(Lang::Zh), why.until_ms), ("更换网线", until));
        assert_eq!(status(f, other).await, Status::Running);
        let refused = begin(f, OWNER, Kind::Reboot, &[one]).await.unwrap().refused;
        assert_eq!(refused[0].refusal.unwrap().code(), codes::STATE_FORBIDS);

        let freed = end(&f.store, &admin, id, site(&[]).zone, NOW + 5).await;
        assert_eq!(freed.unwrap(), [one]);
        let row = listed(f, one).await;
        assert_eq!(
            (row.phone.status(), row.maintenance),
            (Status::Running, None)
        );
        assert_eq!(row.phone.status_since_ms, NOW + 5);
        let again = end(&f.store, &admin, id, site(&[]).zone, NOW + 6).await;
        assert!(matches!(again, Err(MaintenanceError::Over)));
        assert_eq!(
            told(f).await,
            ["Maintenance over: 甲", "Under maintenance: 甲"]
        );
    });
}

#[test]
fn planned_maintenance_begins_and_ends_by_itself_and_takes_who_came_meanwhile() {
    on_each_database(async |f| {
        let one = f.phone("甲", 30).await;
        let admin = f.actor("admin").await;
        let ask = new(
            Target::Host("rack-1".to_owned()),
            NOW + HOUR,
            Some(NOW + 2 * HOUR),
        );
        let (_, taken) = set(&f.store, &admin, ask, site(&[one]), NOW).await.unwrap();
        assert!(taken.is_empty());
        let early = advance(&f.store, site(&[one]), NOW + HOUR - 1)
            .await
            .unwrap();
        assert!(early.taken.is_empty());
        assert_eq!(status(f, one).await, Status::Running);

        let newcomer = f.phone("丙", 30).await;
        let begun = advance(&f.store, site(&[one, newcomer]), NOW + HOUR).await;
        let mut both = [one, newcomer];
        both.sort_unstable();
        assert_eq!(begun.unwrap().taken, both);
        let idle = advance(&f.store, site(&[one]), NOW + HOUR + 1)
            .await
            .unwrap();
        assert_eq!((idle.taken.len(), idle.freed.len()), (0, 0), "once");
        let over = advance(&f.store, site(&[one]), NOW + 2 * HOUR)
            .await
            .unwrap();
        assert_eq!(over.freed, both);
        assert_eq!(status(f, newcomer).await, Status::Running);
        let mut heard = told(f).await;
        assert!(heard[0].starts_with("Maintenance over: "), "{heard:?}");
        heard.sort();
        assert_eq!(heard.len(), 3);
        assert!(heard.contains(&"Maintenance planned: 甲".to_owned()));
        assert!(heard.contains(&"Under maintenance: 丙".to_owned()));
    });
}

#[test]
fn an_operation_on_its_way_ends_first() {
    on_each_database(async |f| {
        let one = f.phone("甲", 30).await;
        let admin = f.actor("admin").await;
        let started = begin(f, OWNER, Kind::Reboot, &[one]).await.unwrap();
        let ask = new(named(f, &[one]).await, NOW, None);
        let (_, taken) = set(&f.store, &admin, ask, site(&[]), NOW).await.unwrap();
        assert!(taken.is_empty());
        let waits = advance(&f.store, site(&[]), NOW + 1).await.unwrap();
        assert!(waits.taken.is_empty());
        let row = &page(&f.store, Some(Stage::Running), (0, 10))
            .await
            .unwrap()
            .list[0];
        assert_eq!((row.phones, row.held), (1, 0));

        let owner = f.actor(OWNER).await;
        cancel(&f.store, &owner, started.batch_id, NOW + 2)
            .await
            .unwrap();
        let taken = advance(&f.store, site(&[]), NOW + 3).await.unwrap().taken;
        assert_eq!(taken, [one]);
        assert_eq!(status(f, one).await, Status::Maintenance);
    });
}

#[test]
fn a_phone_of_two_is_back_when_both_are_over() {
    on_each_database(async |f| {
        let one = f.phone("甲", 30).await;
        let admin = f.actor("admin").await;
        let zone = site(&[]).zone;
        let by_name = new(named(f, &[one]).await, NOW, None);
        let (first, _) = set(&f.store, &admin, by_name, site(&[]), NOW)
            .await
            .unwrap();
        let by_host = new(Target::Host("rack-1".to_owned()), NOW, None);
        let (second, _) = set(&f.store, &admin, by_host, site(&[one]), NOW + 1)
            .await
            .unwrap();
        let freed = end(&f.store, &admin, first, zone, NOW + 2).await.unwrap();
        assert!(freed.is_empty());
        assert_eq!(status(f, one).await, Status::Maintenance);
        let freed = end(&f.store, &admin, second, zone, NOW + 3).await.unwrap();
        assert_eq!(freed, [one]);
    });
}

#[test]
fn what_is_cancelled_never_takes_a_phone() {
    on_each_database(async |f| {
        let one = f.phone("甲", 30).await;
        let admin = f.actor("admin").await;
        let ask = new(named(f, &[one]).await, NOW + HOUR, None);
        let (id, _) = set(&f.store, &admin, ask, site(&[]), NOW).await.unwrap();
        let freed = end(&f.store, &admin, id, site(&[]).zone, NOW + 1).await;
        assert!(freed.unwrap().is_empty());
        let late = advance(&f.store, site(&[]), NOW + 2 * HOUR).await.unwrap();
        assert!(late.taken.is_empty());
        assert_eq!(
            told(f).await,
            ["Maintenance cancelled: 甲", "Maintenance planned: 甲"]
        );
    });
}

#[test]
fn stock_under_maintenance_is_given_to_nobody_and_wiped_phones_stay_under_it() {
    on_each_database(async |f| {
        let spares = spare(f, 33_000..33_002).await;
        let admin = f.actor("admin").await;
        let by_host = new(Target::Host("rack-1".to_owned()), NOW, None);
        let (id, taken) = set(&f.store, &admin, by_host, site(&spares), NOW)
            .await
            .unwrap();
        assert_eq!(taken, spares);
        assert!(told(f).await.is_empty(), "nobody rents them");
        let freed = end(&f.store, &admin, id, site(&[]).zone, NOW + 1).await;
        assert_eq!(freed.unwrap(), spares);
        assert!(wipe_left(&f.store, NOW + 2).await.unwrap().is_empty());
    });
}

#[test]
fn unknown_phones_hosts_and_maintenance_are_refused_and_nothing_is_kept() {
    on_each_database(async |f| {
        let one = f.phone("甲", 30).await;
        let admin = f.actor("admin").await;
        let known = owl_id(f, one).await;
        let target = Target::Phones(vec!["OWL-0".to_owned(), known]);
        let refused = set(&f.store, &admin, new(target, NOW, None), site(&[]), NOW).await;
        assert!(matches!(refused, Err(MaintenanceError::Phone(id)) if id == "OWL-0"));
        for (target, fault) in [
            (
                Target::Host("rack-2".to_owned()),
                InvalidMaintenance::EmptyHost,
            ),
            (
                Target::Configuration(1),
                InvalidMaintenance::EmptyConfiguration,
            ),
        ] {
            let refused = set(&f.store, &admin, new(target, NOW, None), site(&[one]), NOW).await;
            assert!(matches!(refused, Err(MaintenanceError::Refused(said)) if said == fault));
        }
        let unknown = end(&f.store, &admin, 7, site(&[]).zone, NOW).await;
        assert!(matches!(unknown, Err(MaintenanceError::Unknown)));
        assert_eq!(page(&f.store, None, (0, 10)).await.unwrap().total, 0);
        assert_eq!(status(f, one).await, Status::Running);
        assert!(told(f).await.is_empty());
    });
}
