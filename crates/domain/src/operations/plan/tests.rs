use super::*;

mod new_device;

use new_device::{known, wish};

const T: i64 = 1_800_000_000_000;

fn seen(boot: &str, data: &str) -> Evidence {
    Evidence {
        boot_id: Some(boot.to_owned()),
        data_id: Some(data.to_owned()),
        power: Some(Power::On),
        dpi: Some(320),
        booted: true,
        build_id: Some("i1".to_owned()),
        linked: true,
        apps: None,
        android_id: None,
        identity: None,
        backup: None,
    }
}

/// The progress and effect of a `Run`.
fn run(next: Next) -> (Progress, Effect) {
    match next {
        Next::Run(progress, effect) => (progress, effect),
        other => panic!("{other:?} runs nothing"),
    }
}

fn waits(next: Next) -> Progress {
    match next {
        Next::Wait(progress, _) => progress,
        other => panic!("{other:?} does not wait"),
    }
}

#[test]
fn a_reboot_looks_acts_waits_for_another_boot_and_is_done() {
    let (p, e) = run(next(
        Progress::new(Kind::Reboot, OperationChoice::None, T),
        Event::Go,
        T,
    ));
    assert_eq!((p.current(), e), (Some(Step::Look), Effect::Observe));
    let (p, e) = run(next(p, Event::Seen(seen("b1", "a")), T + 5));
    assert_eq!(
        (p.current(), p.phase, e),
        (Some(Step::Act), Phase::Intended, Effect::Reboot)
    );
    let (p, e) = run(next(p, Event::Seen(Evidence::default()), T + 10));
    assert_eq!((p.current(), e), (Some(Step::Boot), Effect::Observe));
    // The old system still answers, then nothing does.
    let p = waits(next(p, Event::Seen(seen("b1", "a")), T + 20));
    let p = waits(next(p, Event::Failed(Reason::Unreachable), T + 1030));
    assert_eq!(next(p, Event::Seen(seen("b2", "a")), T + 9000), Next::Done);
}

#[test]
fn a_reset_is_done_only_when_the_installation_is_another() {
    let mut p = Progress::new(Kind::FactoryReset, OperationChoice::None, T);
    p.step = 2;
    p.before = Some(seen("b1", "a1"));
    let p = waits(next(p, Event::Seen(seen("b2", "a1")), T + 20));
    assert_eq!(next(p, Event::Seen(seen("b2", "a2")), T + 30), Next::Done);
}

#[test]
fn a_taken_over_command_is_never_sent_twice() {
    let new = OperationChoice::NewDevice(Box::new(wish()));
    for (kind, input, looks) in [
        (Kind::Reboot, OperationChoice::None, Effect::Observe),
        (Kind::FactoryReset, OperationChoice::None, Effect::Observe),
        (Kind::NewDevice, new, Effect::LookAtIdentity),
    ] {
        let seen = |boot: &str, data: &str| match data {
            "a2" => known(boot, data, &wish().android_id),
            data => known(boot, data, "00"),
        };
        let mut p = Progress::new(kind, input, T);
        p.step = 1;
        p.phase = Phase::Intended;
        p.before = Some(seen("b1", "a1"));
        let (p, e) = run(next(p, Event::TakenOver, T + 10));
        assert_eq!((p.phase, e), (Phase::Doubted, looks));
        // Unchanged, the phone gets the settling time, then the operation fails; changed, it goes on.
        let same = p.clone();
        let same = waits(next(same, Event::Seen(seen("b1", "a1")), T + 20));
        assert_eq!(
            next(same, Event::Seen(seen("b1", "a1")), T + 10 + SETTLE_MS),
            Next::Failed(Reason::Interrupted)
        );
        let (p, e) = run(next(p, Event::Seen(seen("b2", "a2")), T + 20));
        assert_eq!((p.current(), e), (Some(Step::Boot), Effect::Observe));
    }
}

#[test]
fn what_may_be_done_twice_is_sent_again_after_a_crash() {
    let mut p = Progress::new(Kind::Density, OperationChoice::Dpi(240), T);
    p.phase = Phase::Intended;
    let (_, e) = run(next(p, Event::TakenOver, T + 10));
    assert_eq!(e, Effect::SetDensity(240));
}

#[test]
fn a_broken_connection_leaves_a_doubt_a_refusal_does_not() {
    let mut p = Progress::new(Kind::FactoryReset, OperationChoice::None, T);
    p.step = 1;
    p.phase = Phase::Intended;
    p.before = Some(seen("b1", "a1"));
    let (doubted, _) = run(next(p.clone(), Event::Failed(Reason::Lost), T + 10));
    assert_eq!(doubted.phase, Phase::Cut);
    assert_eq!(
        next(p, Event::Failed(Reason::Refused), T + 10),
        Next::Failed(Reason::Refused)
    );
}

#[test]
fn power_off_is_confirmed_by_the_host() {
    let p = Progress::new(Kind::PowerOff, OperationChoice::None, T);
    let (p, e) = run(next(p, Event::Go, T));
    assert_eq!(e, Effect::PowerOff);
    let (p, e) = run(next(p, Event::Seen(Evidence::default()), T + 5));
    assert_eq!((p.current(), e), (Some(Step::Verify), Effect::Observe));
    let off = Evidence {
        power: Some(Power::Off),
        ..Evidence::default()
    };
    assert_eq!(next(p, Event::Seen(off), T + 9), Next::Done);
}

#[test]
fn density_that_does_not_take_fails_after_the_settling_time() {
    let p = Progress::new(Kind::Density, OperationChoice::Dpi(240), T);
    let (p, _) = run(next(p, Event::Go, T));
    let (p, _) = run(next(p, Event::Seen(Evidence::default()), T + 5));
    let p = waits(next(p, Event::Seen(seen("b", "a")), T + 6));
    assert_eq!(
        next(p, Event::Seen(seen("b", "a")), T + 5 + SETTLE_MS),
        Next::Failed(Reason::Unchanged)
    );
}

#[test]
fn entering_directly_needs_a_phone_that_has_started() {
    let p = Progress::new(Kind::EnterDirectly, OperationChoice::None, T);
    let (p, e) = run(next(p, Event::Go, T));
    assert_eq!(e, Effect::Observe);
    assert_eq!(
        next(p.clone(), Event::Failed(Reason::Unreachable), T + 1),
        Next::Failed(Reason::Unreachable)
    );
    assert_eq!(next(p, Event::Seen(seen("b", "a")), T + 1), Next::Done);
}

#[test]
fn every_kind_fails_at_its_deadline_at_every_step_with_the_steps_reason() {
    for kind in Kind::ALL {
        for (at, step) in kind.steps().iter().enumerate() {
            let mut p = Progress::new(kind, OperationChoice::None, T);
            p.step = at;
            let end = T + kind.deadline_ms();
            for event in [Event::Go, Event::TakenOver, Event::Failed(Reason::Lost)] {
                assert_eq!(
                    next(p.clone(), event, end),
                    Next::Failed(Reason::overdue(*step)),
                    "{kind:?} {step:?}"
                );
            }
            assert!(
                !matches!(next(p, Event::Go, end - 1), Next::Failed(_)),
                "{kind:?} {step:?} fails before its deadline"
            );
        }
    }
}

#[test]
fn only_what_sent_nothing_may_be_cancelled() {
    let mut p = Progress::new(Kind::Reboot, OperationChoice::None, T);
    assert!(p.cancellable());
    p.step = 1;
    assert!(p.cancellable());
    p.phase = Phase::Intended;
    assert!(!p.cancellable());
    p.step = 2;
    p.phase = Phase::Ready;
    assert!(!p.cancellable());
    assert!(!Progress::new(Kind::EnterDirectly, OperationChoice::None, T).cancellable());
    // A look changes nothing, however far it is.
    assert!(Progress::new(Kind::Probe, OperationChoice::None, T).cancellable());
}

#[test]
fn renaming_is_over_before_it_begins() {
    let p = Progress::new(Kind::Rename, OperationChoice::Alias("甲".to_owned()), T);
    assert_eq!(next(p, Event::Go, T), Next::Done);
}

#[test]
fn a_phone_that_is_away_for_a_moment_is_looked_at_again() {
    let p = Progress::new(Kind::Reboot, OperationChoice::None, T);
    let (p, _) = run(next(p, Event::Go, T));
    let p = waits(next(p, Event::Failed(Reason::Unreachable), T + 5));
    assert_eq!(
        next(p.clone(), Event::Failed(Reason::Unreachable), T + SETTLE_MS),
        Next::Failed(Reason::Unreachable)
    );
    assert_eq!(
        next(p, Event::Failed(Reason::NotCapable), T + 5),
        Next::Failed(Reason::NotCapable)
    );
}

#[test]
fn a_health_check_ends_at_the_first_thing_that_is_not_well() {
    let begun = || {
        run(next(
            Progress::new(Kind::Probe, OperationChoice::None, T),
            Event::Go,
            T,
        ))
        .0
    };
    let well = seen("b", "a");
    for (unwell, reason) in [
        (
            Evidence {
                power: None,
                ..well.clone()
            },
            Reason::NotRunning,
        ),
        (
            Evidence {
                power: Some(Power::Off),
                ..well.clone()
            },
            Reason::NotRunning,
        ),
        (
            Evidence {
                linked: false,
                ..well.clone()
            },
            Reason::Unreachable,
        ),
    ] {
        let end = next(begun(), Event::Seen(unwell.clone()), T + 1);
        assert_eq!(end, Next::Failed(reason), "{unwell:?}");
    }
    // Each thing has its own look, so that the receipt names the one that was not well.
    let (linked, effect) = run(next(begun(), Event::Seen(well.clone()), T + 1));
    assert_eq!(
        (linked.current(), effect),
        (Some(Step::System), Effect::Observe)
    );
    let starting = Evidence {
        booted: false,
        ..well.clone()
    };
    assert_eq!(
        next(linked.clone(), Event::Seen(starting), T + 2),
        Next::Failed(Reason::NotStarted)
    );
    let (p, effect) = run(next(linked, Event::Seen(well), T + 2));
    assert_eq!(
        (p.current(), effect),
        (Some(Step::Screen), Effect::LookAtScreen)
    );
    assert_eq!(
        next(p.clone(), Event::Failed(Reason::NoScreen), T + 2),
        Next::Failed(Reason::NoScreen)
    );
    let (p, effect) = run(next(p, Event::TakenOver, T + 2));
    assert_eq!(effect, Effect::LookAtScreen, "a look may be done again");
    assert_eq!(next(p, Event::Seen(Evidence::default()), T + 3), Next::Done);
}

#[test]
fn an_upgrade_is_done_only_when_image_and_boot_are_others() {
    let mut p = Progress::new(Kind::UpgradeImage, OperationChoice::None, T);
    p.step = 2;
    p.before = Some(seen("b1", "a1"));
    let with = |boot: &str, image: &str| Evidence {
        build_id: Some(image.to_owned()),
        ..seen(boot, "a1")
    };
    let p = waits(next(p, Event::Seen(with("b2", "i1")), T + 20));
    let p = waits(next(p, Event::Seen(with("b1", "i2")), T + 25));
    assert_eq!(next(p, Event::Seen(with("b2", "i2")), T + 30), Next::Done);
}

#[test]
fn a_command_that_was_cut_off_shows_its_effect_or_says_so() {
    for (kind, input) in [
        (Kind::Density, OperationChoice::Dpi(240)),
        (Kind::PowerOff, OperationChoice::None),
    ] {
        let mut p = Progress::new(kind, input, T);
        p.phase = Phase::Intended;
        let (p, effect) = run(next(p, Event::Failed(Reason::Lost), T + 10));
        assert_eq!((p.phase, effect), (Phase::Cut, Effect::Observe), "{kind:?}");
        let took = Evidence {
            dpi: Some(240),
            power: Some(if kind == Kind::PowerOff {
                Power::Off
            } else {
                Power::On
            }),
            ..seen("b1", "a1")
        };
        let (moved, _) = run(next(p.clone(), Event::Seen(took), T + 11));
        assert_eq!(moved.current(), Some(Step::Verify), "{kind:?}");
        let p = waits(next(p, Event::Seen(seen("b1", "a1")), T + 11));
        let late = T + 10 + SETTLE_MS;
        assert_eq!(
            next(p.clone(), Event::Seen(seen("b1", "a1")), late),
            Next::Failed(Reason::Lost)
        );
        let broken = Evidence {
            power: None,
            ..seen("b1", "a1")
        };
        assert_eq!(
            next(p, Event::Seen(broken), late),
            Next::Failed(Reason::NotRunning)
        );
    }
}

fn delivery() -> Delivery {
    Delivery {
        files: vec![crate::uploads::DeliveryFile {
            upload_id: 7,
            name: "a.txt".into(),
            sha256: String::new(),
            bytes: 1 << 30,
            install: None,
            push: true,
        }],
        ..Delivery::default()
    }
}

fn sending() -> Progress {
    let input = OperationChoice::Delivery(delivery());
    let (p, e) = run(next(Progress::new(Kind::PushFile, input, T), Event::Go, T));
    assert_eq!(
        (p.current(), p.phase, e),
        (
            Some(Step::Send),
            Phase::Intended,
            Effect::Deliver(delivery())
        )
    );
    p
}

#[test]
fn a_delivery_is_sent_then_looked_for() {
    let p = sending();
    assert!(p.cancellable(), "what is on its way can be stopped");
    // A gibibyte has more time than a switch.
    assert!(p.deadline_ms - T > Kind::Density.deadline_ms());
    let (p, e) = run(next(p, Event::Seen(Evidence::default()), T + 60_000));
    assert_eq!(
        (p.current(), e),
        (Some(Step::Verify), Effect::LookForDelivery(delivery()))
    );
    assert!(!p.cancellable());
    let found = next(p.clone(), Event::Seen(Evidence::default()), T + 61_000);
    assert_eq!(found, Next::Done);
    let p = waits(next(p, Event::Failed(Reason::Absent), T + 61_000));
    assert_eq!(
        next(p, Event::Failed(Reason::Absent), T + 60_000 + SETTLE_MS),
        Next::Failed(Reason::Absent)
    );
}

#[test]
fn a_delivery_is_sent_again_after_a_crash_and_once_after_a_cut() {
    let (p, e) = run(next(sending(), Event::TakenOver, T + 9000));
    assert_eq!(e, Effect::Deliver(delivery()));
    let p = waits(next(p, Event::Failed(Reason::Lost), T + 10_000));
    assert_eq!(p.phase, Phase::Cut);
    let (p, e) = run(next(p, Event::Go, T + 11_000));
    assert_eq!(e, Effect::Deliver(delivery()));
    // The phone is away for a moment, then for longer.
    let p = waits(next(p, Event::Failed(Reason::Unreachable), T + 12_000));
    let gone = Event::Failed(Reason::Unreachable);
    assert_eq!(
        next(p.clone(), gone, T + 10_000 + AWAY_MS),
        Next::Failed(Reason::Unreachable)
    );
    assert_eq!(
        next(p, Event::Failed(Reason::Lost), T + 13_000),
        Next::Failed(Reason::CutOff)
    );
}

#[test]
fn what_a_phone_does_not_take_is_not_sent_again() {
    for why in super::super::PushFailure::ALL {
        let reason = Reason::PushFailed(why);
        assert_eq!(
            next(sending(), Event::Failed(reason), T + 5),
            Next::Failed(reason)
        );
        assert_eq!(Reason::from_name(reason.name()), Some(reason));
    }
    let late = sending();
    let at = late.deadline_ms;
    assert_eq!(
        next(late, Event::Seen(Evidence::default()), at),
        Next::Failed(Reason::TimedOut)
    );
}

fn apps(kind: Kind) -> (Progress, Verb, Vec<PackageName>) {
    let packages = crate::apps::packages("com.owl.farm,com.owl.tv").unwrap();
    let progress = Progress::new(kind, OperationChoice::Apps(packages.clone()), T);
    (progress, Verb::of(kind).unwrap(), packages)
}

fn shown(apps: bool) -> Event {
    Event::Seen(Evidence {
        apps: Some(apps),
        ..seen("b1", "a")
    })
}

#[test]
fn what_is_done_with_apps_is_believed_when_the_phone_shows_it() {
    for verb in Verb::ALL {
        let (p, verb, packages) = apps(verb.kind());
        // A cold start takes its time, one for each app.
        assert!(p.deadline_ms - T > Kind::StartApp.deadline_ms());
        let (p, e) = run(next(p, Event::Go, T));
        assert_eq!(e, Effect::ManageApps(verb, packages.clone()));
        // The phone said yes: nothing is believed yet.
        let (p, e) = run(next(p, Event::Seen(Evidence::default()), T + 10));
        assert_eq!(
            (p.current(), e),
            (Some(Step::Verify), Effect::LookAtApps(verb, packages))
        );
        assert!(!p.cancellable());
        let p = waits(next(p, shown(false), T + 20));
        assert_eq!(next(p.clone(), shown(true), T + 1000), Next::Done);
        let late = next(p, shown(false), T + 10 + SETTLE_MS);
        assert_eq!(late, Next::Failed(Reason::Unchanged), "{verb:?}");
    }
}

#[test]
fn an_app_is_never_removed_twice_and_what_may_be_repeated_is_sent_again() {
    for verb in Verb::ALL {
        let (p, verb, packages) = apps(verb.kind());
        let (p, _) = run(next(p, Event::Go, T));
        let (p, e) = run(next(p, Event::TakenOver, T + 10));
        if verb != Verb::Uninstall {
            assert_eq!(e, Effect::ManageApps(verb, packages));
            continue;
        }
        assert_eq!(
            (p.phase, &e),
            (Phase::Doubted, &Effect::LookAtApps(verb, packages))
        );
        let (p, _) = run(next(p, shown(true), T + 20));
        assert_eq!(next(p, shown(true), T + 30), Next::Done);
    }
    let (p, _, _) = apps(Kind::UninstallApp);
    let (p, _) = run(next(p, Event::Go, T));
    let (p, _) = run(next(p, Event::TakenOver, T));
    let p = waits(next(p, shown(false), T + 20));
    let over = next(p, shown(false), T + SETTLE_MS);
    assert_eq!(over, Next::Failed(Reason::Interrupted));
}
