//! Trials behind a link: one visitor at a time, for some minutes, until the app was stopped.

use std::net::IpAddr;

use domain::access::Level;
use domain::apps::{PackageName, Verb};
use domain::codes;
use domain::operations::{Effect, Event, Evidence, Kind, OperationChoice, Reason};
use domain::phones::Power;
use domain::session::{EMBED_LASTS_MS, EMBED_OPEN_MS, PAGE_KEPT_MS};
use domain::sharing::Until;
use domain::sharing::links::{LINK_KEPT_MS, ViewersMax};
use domain::sharing::trial::{CLEAN_AGAIN_MS, CLEAN_WAIT_MS, TrialMinutes};
use store::operations::{
    Advance, OperationRequest, RunningOperation, advance, cancel, start as begin_operation, take,
};
use store::play::{EmbedAsk, Mode, Opened, StartError, embed, open, release, start, take_control};
use store::session::{Actor, actor_of, sweep_pages};
use store::sharing::links::{
    Cleaning, LinkAsk, LinkChange, LinkError, LinkShows, LinkTarget, MadeLink, OfferStatus,
    OpenedLink, Opening, PageShows, Trial, begin_trial, clean_up, end_link, give_up_trial, links,
    make_link, open_link, standing, sweep, update_link,
};

use crate::fixture::{Fixture, GUEST, MINUTE, NOW, OWNER, on_each_database};
use crate::operations::begin;
use crate::operations::replacement::spare;

const HERE: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(203, 0, 113, 7));
const APP: &str = "org.example.game";
const MINUTES: i64 = 2;
const END: i64 = NOW + MINUTES * MINUTE;

fn trial(phone_id: i64, clears: bool) -> LinkAsk {
    LinkAsk {
        target: LinkTarget::Trial(Trial {
            phone_id,
            package: PackageName::parse(APP).unwrap(),
            app_name: "农场物语".to_owned(),
            minutes: TrialMinutes::parse(MINUTES).unwrap(),
            clears,
        }),
        until: Until::Hours(2),
        viewers_max: ViewersMax::parse(1).unwrap(),
        passcode: false,
    }
}

async fn made(f: &Fixture, owner: &Actor, phone_id: i64) -> MadeLink {
    make_link(&f.store, owner, trial(phone_id, true), NOW)
        .await
        .unwrap()
}

/// State of the offer that a page without a trial reads; none where no link opens.
async fn offered(f: &Fixture, link: &MadeLink, now_ms: i64) -> Option<OfferStatus> {
    let given = (link.token.clone(), None);
    match open_link(&f.store, given, HERE, |_| 0, now_ms)
        .await
        .unwrap()
    {
        Opening::Trial(offer) => {
            assert_eq!(
                (offer.app_name.as_str(), offer.minutes.get()),
                ("农场物语", MINUTES)
            );
            Some(offer.standing)
        }
        Opening::Absent => None,
        Opening::Passcode { .. } | Opening::Full | Opening::Opened(_) => {
            panic!("a trial is offered")
        }
    }
}

/// Begins a trial; else why not.
async fn begun(
    f: &Fixture,
    link: &MadeLink,
    now_ms: i64,
) -> Result<OpenedLink, Option<OfferStatus>> {
    let given = (link.token.clone(), None);
    match begin_trial(&f.store, given, HERE, now_ms).await.unwrap() {
        Opening::Opened(page) => Ok(page),
        Opening::Trial(offer) => Err(Some(offer.standing)),
        Opening::Absent => Err(None),
        Opening::Passcode { .. } | Opening::Full => panic!("neither was to be asked"),
    }
}

async fn visitor(f: &Fixture, page: &OpenedLink, now_ms: i64) -> Option<Actor> {
    actor_of(&f.store, page.token.clone(), now_ms)
        .await
        .unwrap()
}

/// The visitor's page controls the phone.
async fn playing(f: &Fixture, actor: &Actor, phone_id: i64) -> Opened {
    let started = start(&f.store, actor, phone_id, Mode::Control, None, NOW)
        .await
        .unwrap();
    assert_eq!((started.control, started.level), (true, Level::View));
    open(&f.store, started.ticket.text, phone_id, NOW)
        .await
        .unwrap()
}

/// Begins what stops the app; answers the operation, and what it orders.
async fn cleaning(f: &Fixture, now_ms: i64) -> (Cleaning, RunningOperation, Effect) {
    let cleanings = clean_up(&f.store, Vec::new(), now_ms).await.unwrap();
    let [cleaning] = cleanings.as_slice() else {
        panic!("{cleanings:?}")
    };
    assert_eq!(
        clean_up(&f.store, Vec::new(), now_ms).await.unwrap(),
        [],
        "it is under way"
    );
    let turns = take(&f.store, now_ms).await.unwrap();
    let [Advance::Run(running, effect)] = turns.as_slice() else {
        panic!("{turns:?}")
    };
    assert_eq!(running.batch_id, cleaning.batch_id);
    (*cleaning, running.clone(), effect.clone())
}

async fn ended(f: &Fixture, mut running: RunningOperation, event: Event, now_ms: i64) {
    loop {
        let next = advance(
            &f.store,
            running.id,
            running.generation,
            event.clone(),
            now_ms,
        );
        match next.await.unwrap() {
            Advance::Run(next, _) => running = next,
            Advance::Ended { .. } => return,
            other @ (Advance::Waits(_) | Advance::Stale) => panic!("{other:?}"),
        }
    }
}

fn seen() -> Event {
    Event::Seen(Evidence {
        power: Some(Power::On),
        booted: true,
        linked: true,
        apps: Some(true),
        ..Evidence::default()
    })
}

#[test]
fn a_trial_has_the_phone_alone_until_its_time_is_up_and_its_app_was_stopped() {
    on_each_database(async |f| {
        let owner = f.actor(OWNER).await;
        let phone = f.phone("甲", 30).await;
        let link = made(f, &owner, phone).await;
        assert_eq!(offered(f, &link, NOW).await, Some(OfferStatus::Open));
        let page = begun(f, &link, NOW).await.unwrap();
        assert_eq!((page.created_ms, page.until_ms), (NOW, END));
        let shows = PageShows::Trial {
            phone_id: phone,
            app_name: "农场物语".to_owned(),
        };
        assert_eq!(page.shows, shows);

        let taken = Some(OfferStatus::Taken { until_ms: END });
        assert_eq!(begun(f, &link, NOW + 1).await.err(), Some(taken));
        assert_eq!(offered(f, &link, END - 1).await, taken);
        let actor = visitor(f, &page, NOW).await.unwrap();
        let opened = playing(f, &actor, phone).await;
        assert!(opened.control);
        assert_eq!(opened.trial.unwrap().as_str(), APP);
        assert_eq!((opened.level, opened.until_ms), (Level::View, END));
        let how = standing(&f.store, &actor).await.unwrap().unwrap();
        assert_eq!((how.link_id, how.until_ms), (link.link_id, END));
        let all = links(&f.store, &owner, (0, 10), NOW).await.unwrap().links;
        assert_eq!(
            (all[0].opened, all[0].open),
            (1, true),
            "trials are counted, not looks"
        );
        assert!(matches!(&all[0].shows, LinkShows::Trial { trial, .. } if trial.clears));
        assert_eq!(
            clean_up(&f.store, Vec::new(), END - 1).await.unwrap(),
            [],
            "it goes on"
        );

        assert!(visitor(f, &page, END).await.is_none());
        assert_eq!(offered(f, &link, END).await, Some(OfferStatus::Cleaning));
        let (of, running, effect) = cleaning(f, END).await;
        assert_eq!((of.member_id, of.phone_id), (owner.member_id(), phone));
        let app = vec![PackageName::parse(APP).unwrap()];
        assert_eq!(effect, Effect::ManageApps(Verb::Clear, app));
        assert_eq!(
            begun(f, &link, END).await.err(),
            Some(Some(OfferStatus::Cleaning))
        );
        ended(f, running, seen(), END).await;
        assert_eq!(clean_up(&f.store, Vec::new(), END).await.unwrap(), []);
        release(&f.store, phone, opened.epoch).await.unwrap();
        assert_eq!(offered(f, &link, END).await, Some(OfferStatus::Open));
        begun(f, &link, END).await.unwrap();
    });
}

#[test]
fn a_trials_page_holds_the_seat_and_does_nothing_else_of_an_operator() {
    on_each_database(async |f| {
        let owner = f.actor(OWNER).await;
        let (phone, other) = (f.phone("甲", 30).await, f.phone("乙", 30).await);
        let link = made(f, &owner, phone).await;
        let page = begun(f, &link, NOW).await.unwrap();
        let actor = visitor(f, &page, NOW).await.unwrap();
        let refused = start(&f.store, &actor, other, Mode::Control, None, NOW).await;
        assert!(matches!(refused, Err(StartError::Unknown)));
        let taken = take_control(&f.store, &actor, phone, None, NOW).await;
        assert!(matches!(taken, Err(StartError::Refused(_))));
        for kind in [Kind::StopApp, Kind::ClearApp, Kind::StartApp] {
            let input = OperationChoice::Apps(vec![PackageName::parse(APP).unwrap()]);
            let ask = OperationRequest {
                kind,
                phones: vec![(phone, input)],
                group: false,
            };
            let answer = begin_operation(&f.store, &actor, ask, |_, _| None, NOW)
                .await
                .unwrap();
            assert_eq!(answer.accepted, [0_i64; 0], "{kind:?}");
            assert_eq!(answer.refused[0].code, codes::RIGHT_MISSING, "{kind:?}");
        }
        for operate in [true, false] {
            let ask = EmbedAsk {
                phone_id: phone,
                operate,
                opens_ms: EMBED_OPEN_MS,
                lasts_ms: EMBED_LASTS_MS,
            };
            assert!(embed(&f.store, &actor, ask, NOW).await.is_err());
        }
    });
}

#[test]
fn of_many_visitors_at_once_one_has_the_trial() {
    on_each_database(async |f| {
        let owner = f.actor(OWNER).await;
        let phone = f.phone("甲", 30).await;
        let all = [made(f, &owner, phone).await, made(f, &owner, phone).await];
        let asked: Vec<_> = (0..8)
            .map(|nth| {
                let (store, given) = (f.store.clone(), (all[nth % 2].token.clone(), None));
                tokio::spawn(async move { begin_trial(&store, given, HERE, NOW).await })
            })
            .collect();
        let mut won = 0;
        for answer in asked {
            match answer.await.unwrap().unwrap() {
                Opening::Opened(_) => won += 1,
                Opening::Trial(offer) => {
                    assert_eq!(offer.standing, OfferStatus::Taken { until_ms: END });
                }
                Opening::Absent | Opening::Passcode { .. } | Opening::Full => panic!("it is open"),
            }
        }
        assert_eq!(won, 1);
    });
}

#[test]
fn whoever_takes_the_phone_ends_the_trial_and_while_somebody_has_it_none_begins() {
    on_each_database(async |f| {
        let (owner, guest) = (f.actor(OWNER).await, f.actor(GUEST).await);
        let phone = f.phone("甲", 30).await;
        f.grant("甲", "operate", 60).await;
        let link = made(f, &owner, phone).await;
        for by in [&owner, &guest] {
            let page = begun(f, &link, NOW).await.unwrap();
            let actor = visitor(f, &page, NOW).await.unwrap();
            let opened = playing(f, &actor, phone).await;
            if by == &guest {
                let refused = start(&f.store, by, phone, Mode::Control, None, NOW).await;
                assert!(matches!(refused, Err(StartError::Occupied)));
                assert!(visitor(f, &page, NOW).await.is_some(), "a guest waits");
                release(&f.store, phone, opened.epoch).await.unwrap();
            } else {
                let watching = start(&f.store, by, phone, Mode::View, None, NOW)
                    .await
                    .unwrap();
                assert!(!watching.control);
                assert!(visitor(f, &page, NOW).await.is_some(), "its owner looks on");
            }
            let started = start(&f.store, by, phone, Mode::Control, None, NOW)
                .await
                .unwrap();
            assert!(visitor(f, &page, NOW).await.is_none());
            let (_, running, _) = cleaning(f, NOW).await;
            ended(f, running, seen(), NOW).await;
            clean_up(&f.store, Vec::new(), NOW).await.unwrap();
            assert_eq!(offered(f, &link, NOW).await, Some(OfferStatus::Open));
            assert_eq!(
                begun(f, &link, NOW).await.err(),
                Some(Some(OfferStatus::Away))
            );
            let held = open(&f.store, started.ticket.text, phone, NOW)
                .await
                .unwrap();
            assert_eq!(
                begun(f, &link, NOW).await.err(),
                Some(Some(OfferStatus::Away))
            );
            release(&f.store, phone, held.epoch).await.unwrap();
        }
    });
}

#[test]
fn a_trial_ends_with_its_link_and_is_never_longer_than_it_was_to_be() {
    on_each_database(async |f| {
        let owner = f.actor(OWNER).await;
        let phone = f.phone("甲", 30).await;
        let link = made(f, &owner, phone).await;
        let page = begun(f, &link, NOW).await.unwrap();
        let until = |at_ms| LinkChange {
            until: Some(Until::At(at_ms)),
            ..LinkChange::default()
        };
        for (link_end, trial_end) in [
            (END + 1, END),
            (END - 10, END - 10),
            (END + 10 * MINUTE, END - 10),
        ] {
            let changed = update_link(&f.store, &owner, link.link_id, until(link_end), NOW).await;
            assert_eq!(changed.unwrap().until_ms, link_end);
            assert!(
                visitor(f, &page, trial_end - 1).await.is_some(),
                "{link_end}"
            );
            assert!(visitor(f, &page, trial_end).await.is_none(), "{link_end}");
        }
        end_link(&f.store, &owner, link.link_id, NOW).await.unwrap();
        assert!(visitor(f, &page, NOW).await.is_none());
        assert_eq!(offered(f, &link, NOW).await, None);
        assert_eq!(begun(f, &link, NOW).await.err(), Some(None));
        let (_, running, _) = cleaning(f, NOW).await;
        ended(f, running, seen(), NOW).await;

        let short = LinkAsk {
            until: Until::At(NOW + MINUTE),
            ..trial(phone, false)
        };
        let link = make_link(&f.store, &owner, short, NOW).await.unwrap();
        clean_up(&f.store, Vec::new(), NOW).await.unwrap();
        let page = begun(f, &link, NOW).await.unwrap();
        assert_eq!(page.until_ms, NOW + MINUTE, "no longer than its link");
        let actor = visitor(f, &page, NOW).await.unwrap();
        give_up_trial(&f.store, &actor, NOW).await.unwrap();
        assert!(visitor(f, &page, NOW).await.is_none());
        let (_, _, effect) = cleaning(f, NOW).await;
        assert!(
            matches!(effect, Effect::ManageApps(Verb::Stop, _)),
            "{effect:?}"
        );
    });
}

#[test]
fn what_could_not_be_stopped_is_stopped_later_and_keeps_the_next_visitor_waiting() {
    on_each_database(async |f| {
        let owner = f.actor(OWNER).await;
        let phone = f.phone("甲", 30).await;
        let link = made(f, &owner, phone).await;
        begun(f, &link, NOW).await.unwrap();
        // A reboot has the phone: the clean-up waits for it.
        let other = begin(f, OWNER, Kind::Reboot, &[phone]).await.unwrap();
        assert_eq!(clean_up(&f.store, Vec::new(), END).await.unwrap(), []);
        let owner = f.actor(OWNER).await;
        cancel(&f.store, &owner, other.batch_id, END).await.unwrap();
        assert_eq!(
            clean_up(&f.store, Vec::new(), END).await.unwrap(),
            [],
            "not at once"
        );
        let mut now = END + CLEAN_WAIT_MS;
        for reason in [Reason::Unreachable, Reason::CutOff] {
            let (_, running, _) = cleaning(f, now).await;
            ended(f, running, Event::Failed(reason), now).await;
            assert_eq!(clean_up(&f.store, Vec::new(), now).await.unwrap(), []);
            assert_eq!(offered(f, &link, now).await, Some(OfferStatus::Cleaning));
            now += CLEAN_AGAIN_MS;
            assert_eq!(clean_up(&f.store, Vec::new(), now - 1).await.unwrap(), []);
        }
        // Of an app that is not there nothing is left.
        let (_, running, _) = cleaning(f, now).await;
        ended(f, running, Event::Failed(Reason::NotInstalled), now).await;
        assert_eq!(clean_up(&f.store, Vec::new(), now).await.unwrap(), []);
        assert_eq!(offered(f, &link, now).await, Some(OfferStatus::Open));
    });
}

#[test]
fn a_replaced_phone_has_no_trials_and_what_pages_left_is_swept() {
    on_each_database(async |f| {
        let owner = f.actor(OWNER).await;
        let phone = f.phone("甲", 30).await;
        spare(f, 31_900..31_901).await;
        let link = made(f, &owner, phone).await;
        let page = begun(f, &link, NOW).await.unwrap();
        let replaced = begin(f, OWNER, Kind::Replace, &[phone]).await.unwrap();
        assert_eq!(replaced.accepted, [phone]);
        assert!(visitor(f, &page, NOW).await.is_none());
        assert_eq!(offered(f, &link, NOW).await, None);
        assert_eq!(
            clean_up(&f.store, Vec::new(), NOW).await.unwrap(),
            [],
            "the old phone is wiped"
        );
        let at = NOW + PAGE_KEPT_MS;
        assert_eq!(sweep_pages(&f.store, at - 1).await.unwrap(), 0);
        assert_eq!(sweep_pages(&f.store, at).await.unwrap(), 1);
    });
}

#[test]
fn a_link_stays_until_the_app_of_its_last_trial_was_stopped() {
    on_each_database(async |f| {
        let owner = f.actor(OWNER).await;
        let phone = f.phone("甲", 300).await;
        let link = made(f, &owner, phone).await;
        let page = begun(f, &link, NOW).await.unwrap();
        let actor = visitor(f, &page, NOW).await.unwrap();
        playing(f, &actor, phone).await;
        end_link(&f.store, &owner, link.link_id, NOW).await.unwrap();
        let at = NOW + LINK_KEPT_MS;
        assert_eq!(sweep_pages(&f.store, at).await.unwrap(), 1);
        assert_eq!(sweep(&f.store, at).await.unwrap(), 0);
        let open = vec![actor.session_id()];
        let early = clean_up(&f.store, open, at).await.unwrap();
        assert_eq!(early, [], "an open page would start the app again");
        let (_, running, _) = cleaning(f, at).await;
        ended(f, running, seen(), at).await;
        assert_eq!(clean_up(&f.store, Vec::new(), at).await.unwrap(), []);
        assert_eq!(sweep(&f.store, at).await.unwrap(), 1);
    });
}

#[test]
fn a_trial_is_for_one_visitor_at_a_time() {
    on_each_database(async |f| {
        let (owner, guest) = (f.actor(OWNER).await, f.actor(GUEST).await);
        let phone = f.phone("甲", 30).await;
        f.grant("甲", "operate", 60).await;
        let two = LinkAsk {
            viewers_max: ViewersMax::parse(2).unwrap(),
            ..trial(phone, true)
        };
        let refused = make_link(&f.store, &owner, two, NOW).await.err();
        assert!(matches!(refused, Some(LinkError::Viewers)));
        let refused = make_link(&f.store, &guest, trial(phone, true), NOW)
            .await
            .err();
        assert!(matches!(refused, Some(LinkError::Right)));
        let link = made(f, &owner, phone).await;
        let more = LinkChange {
            viewers_max: ViewersMax::parse(2),
            ..LinkChange::default()
        };
        let refused = update_link(&f.store, &owner, link.link_id, more, NOW)
            .await
            .err();
        assert!(matches!(refused, Some(LinkError::Viewers)));
    });
}
