//! Links of an owner: a page that anybody opens sees one phone, as long as the link, the phone and the account last.

use std::net::IpAddr;

use domain::access::Level;
use domain::phones::Refusal;
use domain::session::{EMBED_LASTS_MS, EMBED_OPEN_MS, PAGE_KEPT_MS};
use domain::sharing::Until;
use domain::sharing::links::{
    LINK_KEPT_MS, LINK_OPENS, LINK_OPENS_WINDOW_MS, LINKS_MAX, PASSCODE_TRIES, PASSCODE_WINDOW_MS,
    ViewersMax,
};
use store::member::set_disabled;
use store::play::{EmbedAsk, EmbedError, Mode, StartError, embed, start};
use store::recycle;
use store::session::{self, Actor, actor_of, list, sweep_pages};
use store::sharing::links::{
    Link, LinkAsk, LinkChange, LinkError, LinkShows, LinkTarget, MadeLink, OpenLinkError,
    OpenedLink, Opening, PasscodeChange, end_link, links, make_link, open_link, standing, sweep,
    update_link,
};

use crate::fixture::{DAY, Fixture, GUEST, NOW, OWNER, STRANGER, on_each_database};
use crate::play::embeds::stands;
use crate::recycle::pass;

const HOUR: i64 = 60 * 60_000;
const HERE: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(203, 0, 113, 7));
const THERE: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(203, 0, 113, 8));

fn ask(phone_id: i64, passcode: bool) -> LinkAsk {
    LinkAsk {
        target: LinkTarget::Live { phone_id },
        until: Until::Hours(2),
        viewers_max: ViewersMax::parse(2).unwrap(),
        passcode,
    }
}

async fn made(f: &Fixture, owner: &Actor, ask: LinkAsk) -> MadeLink {
    make_link(&f.store, owner, ask, NOW).await.unwrap()
}

async fn asked(
    f: &Fixture,
    link: &MadeLink,
    (passcode, address): (Option<&str>, IpAddr),
    now_ms: i64,
) -> Result<Opening, OpenLinkError> {
    let given = (link.token.clone(), passcode.map(str::to_owned));
    open_link(&f.store, given, address, |_| 0, now_ms).await
}

/// The page that a link opens; none when it opens nothing.
async fn page(f: &Fixture, link: &MadeLink, now_ms: i64) -> Option<OpenedLink> {
    match asked(f, link, (None, HERE), now_ms).await.unwrap() {
        Opening::Opened(page) => Some(page),
        Opening::Absent => None,
        Opening::Passcode { .. } | Opening::Full | Opening::Trial(_) => {
            panic!("none of these was to be asked")
        }
    }
}

async fn viewer(f: &Fixture, page: &OpenedLink, now_ms: i64) -> Option<Actor> {
    actor_of(&f.store, page.token.clone(), now_ms)
        .await
        .unwrap()
}

async fn all(f: &Fixture, owner: &Actor, now_ms: i64) -> Vec<Link> {
    let page = links(&f.store, owner, (0, 200), now_ms).await.unwrap();
    assert_eq!(page.total, i64::try_from(page.links.len()).unwrap());
    page.links
}

#[test]
fn a_page_sees_one_phone_and_does_nothing_else() {
    on_each_database(async |f| {
        let owner = f.actor(OWNER).await;
        let (phone, other) = (f.phone("甲", 30).await, f.phone("乙", 30).await);
        let link = made(f, &owner, ask(phone, false)).await;
        assert_eq!(link.until_ms, NOW + 2 * HOUR);
        assert_eq!(link.passcode, None);
        let first = page(f, &link, NOW).await.unwrap();
        let second = page(f, &link, NOW).await.unwrap();
        assert_ne!(first.token, second.token, "each page has a session");
        let actor = viewer(f, &first, NOW).await.unwrap();
        let started = start(&f.store, &actor, phone, Mode::Control, None, NOW).await;
        let started = started.unwrap();
        assert_eq!((started.control, started.level), (false, Level::View));
        let refused = start(&f.store, &actor, other, Mode::View, None, NOW).await;
        assert!(matches!(refused, Err(StartError::Unknown)));
        let on = EmbedAsk {
            phone_id: phone,
            operate: false,
            opens_ms: EMBED_OPEN_MS,
            lasts_ms: EMBED_LASTS_MS,
        };
        assert!(matches!(
            embed(&f.store, &actor, on, NOW).await.err(),
            Some(EmbedError::Phone(StartError::Refused(Refusal::Right)))
        ));
        let how = standing(&f.store, &actor).await.unwrap().unwrap();
        assert_eq!((how.link_id, how.viewers_max), (link.link_id, 2));
        assert_eq!(standing(&f.store, &owner).await.unwrap(), None);

        let own = list(&f.store, &owner, (0, 10), NOW).await.unwrap();
        assert_eq!(own.total, 1, "pages are none of the member's own sessions");
        let known = all(f, &owner, NOW).await;
        let [known] = known.as_slice() else {
            panic!("{} links", known.len())
        };
        assert_eq!((known.opened, known.open), (2, true));
        assert_eq!(known.token, link.token, "its owner is shown it again");
        let LinkShows::Live {
            phone_id,
            phone: named,
        } = &known.shows
        else {
            panic!("a phone is shown")
        };
        assert_eq!(
            (*phone_id, named.as_ref().unwrap().0.as_str()),
            (phone, "甲")
        );
        let stranger = f.actor(STRANGER).await;
        assert!(all(f, &stranger, NOW).await.is_empty());
    });
}

#[test]
fn only_an_owner_makes_links_and_changes_its_own() {
    on_each_database(async |f| {
        let (owner, guest) = (f.actor(OWNER).await, f.actor(GUEST).await);
        let stranger = f.actor(STRANGER).await;
        let (phone, over) = (f.phone("甲", 1).await, f.phone("乙", -1).await);
        f.grant("甲", "operate", 60).await;
        let refused = async |actor: &Actor, ask| make_link(&f.store, actor, ask, NOW).await.err();
        assert!(matches!(
            refused(&guest, ask(phone, false)).await,
            Some(LinkError::Right)
        ));
        assert!(matches!(
            refused(&stranger, ask(phone, false)).await,
            Some(LinkError::Phone)
        ));
        assert!(matches!(
            refused(&owner, ask(over, false)).await,
            Some(LinkError::Until)
        ));
        let past = LinkAsk {
            until: Until::At(NOW),
            ..ask(phone, false)
        };
        assert!(matches!(
            refused(&owner, past).await,
            Some(LinkError::Until)
        ));
        let long = LinkAsk {
            until: Until::Hours(30 * 24),
            ..ask(phone, false)
        };
        let link = made(f, &owner, long).await;
        assert_eq!(link.until_ms, NOW + 24 * HOUR, "never beyond the rental");

        let later = LinkChange {
            until: Some(Until::Hours(1)),
            viewers_max: ViewersMax::parse(9),
            passcode: None,
        };
        let foreign = update_link(&f.store, &stranger, link.link_id, later, NOW).await;
        assert!(matches!(foreign, Err(LinkError::Unknown)));
        let foreign = end_link(&f.store, &guest, link.link_id, NOW).await;
        assert!(matches!(foreign, Err(LinkError::Unknown)));
        let open = page(f, &link, NOW).await.unwrap();
        let changed = update_link(&f.store, &owner, link.link_id, later, NOW).await;
        assert_eq!(changed.unwrap().until_ms, NOW + HOUR);
        assert_eq!(all(f, &owner, NOW).await[0].viewers_max, 9);
        let actor = viewer(f, &open, NOW + HOUR - 1).await.unwrap();
        assert!(stands(f, &actor, phone, NOW + HOUR - 1).await.0);
        assert!(viewer(f, &open, NOW + HOUR).await.is_none());
        assert!(!stands(f, &actor, phone, NOW + HOUR).await.0);

        for _ in 1..LINKS_MAX {
            made(f, &owner, ask(phone, false)).await;
        }
        assert!(matches!(
            refused(&owner, ask(phone, false)).await,
            Some(LinkError::TooMany)
        ));
        end_link(&f.store, &owner, link.link_id, NOW).await.unwrap();
        made(f, &owner, ask(phone, false)).await;
    });
}

#[test]
fn a_passcode_is_asked_for_and_guesses_are_few() {
    on_each_database(async |f| {
        let owner = f.actor(OWNER).await;
        let phone = f.phone("甲", 30).await;
        let link = made(f, &owner, ask(phone, true)).await;
        let passcode = link.passcode.clone().unwrap();
        assert_eq!(passcode.len(), 6);
        let wrong = if passcode == "AAAAAA" {
            "BBBBBB"
        } else {
            "AAAAAA"
        };
        let missing = asked(f, &link, (None, HERE), NOW).await.unwrap();
        assert!(missing == Opening::Passcode { tries_left: None });
        for left in (0..PASSCODE_TRIES).rev() {
            let answer = asked(f, &link, (Some(wrong), HERE), NOW).await.unwrap();
            let tries_left = Some(left);
            assert!(answer == Opening::Passcode { tries_left }, "{left}");
        }
        let locked = asked(f, &link, (Some(&passcode), HERE), NOW).await;
        let Err(OpenLinkError::TooMany { retry_after_ms }) = locked else {
            panic!("the right one is not tried any more either")
        };
        assert_eq!(retry_after_ms, PASSCODE_WINDOW_MS);
        let typed = passcode.to_lowercase();
        for (address, now_ms) in [(THERE, NOW), (HERE, NOW + PASSCODE_WINDOW_MS)] {
            let answer = asked(f, &link, (Some(&typed), address), now_ms).await;
            assert!(matches!(answer, Ok(Opening::Opened(_))), "{address}");
        }

        let change = |passcode| LinkChange {
            passcode: Some(passcode),
            ..LinkChange::default()
        };
        let renew = change(PasscodeChange::Renew);
        let renewed = update_link(&f.store, &owner, link.link_id, renew, NOW).await;
        let renewed = renewed.unwrap().passcode.unwrap();
        assert_ne!(renewed, passcode);
        let old = asked(f, &link, (Some(&passcode), THERE), NOW)
            .await
            .unwrap();
        assert!(matches!(old, Opening::Passcode { .. }));
        let new = asked(f, &link, (Some(&renewed), THERE), NOW).await.unwrap();
        assert!(matches!(new, Opening::Opened(_)));
        let remove = change(PasscodeChange::Remove);
        let removed = update_link(&f.store, &owner, link.link_id, remove, NOW).await;
        assert_eq!(removed.unwrap().passcode, None);
        let free = asked(f, &link, (None, THERE), NOW).await.unwrap();
        assert!(matches!(free, Opening::Opened(_)));
    });
}

#[test]
fn whatever_ends_a_link_it_answers_like_one_that_never_was() {
    on_each_database(async |f| {
        let (owner, admin) = (f.actor(OWNER).await, f.actor("admin").await);
        let phone = f.phone("甲", 30).await;
        let never = MadeLink {
            token: "A".repeat(43),
            ..made(f, &owner, ask(phone, true)).await
        };
        assert!(page(f, &never, NOW).await.is_none());

        // By its owner; with a passcode too, which is not even asked for any more.
        let ended = made(f, &owner, ask(phone, false)).await;
        let open = page(f, &ended, NOW).await.unwrap();
        let actor = viewer(f, &open, NOW).await.unwrap();
        assert!(stands(f, &actor, phone, NOW).await.0);
        let locked = made(f, &owner, ask(phone, true)).await;
        for link in [&ended, &locked] {
            end_link(&f.store, &owner, link.link_id, NOW).await.unwrap();
            assert!(page(f, link, NOW).await.is_none());
            let again = end_link(&f.store, &owner, link.link_id, NOW).await;
            assert!(matches!(again, Err(LinkError::Unknown)));
        }
        assert!(!stands(f, &actor, phone, NOW).await.0);
        assert!(viewer(f, &open, NOW).await.is_none());

        // With its time.
        let timed = made(f, &owner, ask(phone, false)).await;
        assert!(page(f, &timed, timed.until_ms - 1).await.is_some());
        assert!(page(f, &timed, timed.until_ms).await.is_none());

        // With its phone, and it does not come back with it.
        let (lost, short) = (f.phone("乙", 30).await, f.phone("丙", 1).await);
        let gone = made(f, &owner, ask(lost, false)).await;
        let open = page(f, &gone, NOW).await.unwrap();
        let actor = viewer(f, &open, NOW).await.unwrap();
        f.execute(&format!(
            "UPDATE phones SET owner_id = NULL WHERE id = {lost};"
        ));
        assert!(page(f, &gone, NOW).await.is_none());
        assert_eq!(stands(f, &actor, lost, NOW).await, (true, None));
        f.execute(&format!(
            "UPDATE phones SET owner_id = {} WHERE id = {lost};",
            owner.member_id()
        ));
        let long = LinkAsk {
            until: Until::Hours(24),
            ..ask(short, false)
        };
        let rented = made(f, &owner, long).await;
        let end = NOW + 24 * HOUR;
        assert!(page(f, &rented, end - 1).await.is_some());
        f.execute(&format!(
            "UPDATE phones SET expire_ms = {end} - 5 WHERE id = {short};"
        ));
        assert!(
            page(f, &rented, end - 5).await.is_none(),
            "the rental is over"
        );

        // With the account.
        let last = made(f, &owner, ask(phone, false)).await;
        let actor = viewer(f, &page(f, &last, NOW).await.unwrap(), NOW).await;
        set_disabled(&f.store, &admin, owner.member_id(), true, NOW)
            .await
            .unwrap();
        assert!(page(f, &last, NOW).await.is_none());
        assert!(!stands(f, &actor.unwrap(), phone, NOW).await.0);
    });
}

#[test]
fn a_phone_that_is_given_up_takes_its_links_along() {
    on_each_database(async |f| {
        let owner = f.actor(OWNER).await;
        let (phone, kept) = (f.phone("甲", 1).await, f.phone("乙", 30).await);
        let gone = made(f, &owner, ask(phone, false)).await;
        let other = made(f, &owner, ask(kept, false)).await;
        let (end, late) = (NOW + DAY, NOW + 40 * DAY);
        f.execute(&format!(
            "UPDATE sessions SET until_ms = {late} WHERE terminal = 'LINK';"
        ));
        pass(&f.store, end).await;
        recycle::give_up(&f.store, &owner, vec![phone], end)
            .await
            .unwrap();
        let ends = all(f, &owner, end).await;
        let end_of = |link: &MadeLink| {
            let of = ends.iter().find(|of| of.link_id == link.link_id).unwrap();
            let LinkShows::Live { phone, .. } = &of.shows else {
                panic!("a phone is shown")
            };
            (of.open, of.until_ms, phone.is_some())
        };
        assert_eq!(end_of(&gone), (false, end, false));
        assert_eq!(end_of(&other), (true, late, true));
    });
}

#[test]
fn as_many_pages_as_were_allowed_and_no_more() {
    on_each_database(async |f| {
        let owner = f.actor(OWNER).await;
        let phone = f.phone("甲", 30).await;
        let link = made(f, &owner, ask(phone, false)).await;
        for (watching, full) in [(1, false), (2, true), (3, true)] {
            let given = (link.token.clone(), None);
            let answer = open_link(&f.store, given, HERE, move |_| watching, NOW).await;
            assert_eq!(answer.unwrap() == Opening::Full, full, "{watching}");
        }
        for _ in 3..LINK_OPENS {
            asked(f, &link, (None, HERE), NOW).await.unwrap();
        }
        let often = asked(f, &link, (None, HERE), NOW).await;
        assert!(matches!(often, Err(OpenLinkError::TooMany { .. })));
        for (address, now_ms) in [(THERE, NOW), (HERE, NOW + LINK_OPENS_WINDOW_MS)] {
            assert!(asked(f, &link, (None, address), now_ms).await.is_ok());
        }
    });
}

#[test]
fn sessions_of_pages_are_deleted_a_day_after_their_end() {
    on_each_database(async |f| {
        let owner = f.actor(OWNER).await;
        let phone = f.phone("甲", 30).await;
        let (ended, timed) = (
            made(f, &owner, ask(phone, false)).await,
            made(f, &owner, ask(phone, false)).await,
        );
        let open = page(f, &ended, NOW).await.unwrap();
        page(f, &timed, NOW).await.unwrap();
        // A ticket that nobody used is still there when its session goes.
        let actor = viewer(f, &open, NOW).await.unwrap();
        let ticket = start(&f.store, &actor, phone, Mode::View, None, NOW).await;
        assert!(ticket.is_ok());
        end_link(&f.store, &owner, ended.link_id, NOW)
            .await
            .unwrap();
        let swept = async |at: i64| sweep_pages(&f.store, at).await.unwrap();
        let at = NOW + PAGE_KEPT_MS;
        assert_eq!(swept(at - 1).await, 0);
        assert_eq!(swept(at).await, 1, "the page of the link that was ended");
        assert!(!stands(f, &actor, phone, at).await.0);

        // The other link's time was up meanwhile, and its page's end is noted now.
        session::sweep(&f.store, at).await.unwrap();
        assert_eq!(swept(at + PAGE_KEPT_MS - 1).await, 0);
        assert_eq!(swept(at + PAGE_KEPT_MS).await, 1);
        assert_eq!(swept(at + PAGE_KEPT_MS).await, 0);
        let kept = all(f, &owner, at + PAGE_KEPT_MS).await;
        let counts: Vec<(i64, bool)> = kept.iter().map(|link| (link.opened, link.open)).collect();
        assert_eq!(
            counts,
            [(1, false), (1, false)],
            "its owner still sees both"
        );
        let own = list(&f.store, &owner, (0, 10), at).await.unwrap();
        assert_eq!(own.total, 1, "and stays signed in");
    });
}

#[test]
fn links_are_deleted_ninety_days_after_their_end_and_after_their_pages() {
    on_each_database(async |f| {
        let owner = f.actor(OWNER).await;
        let phone = f.phone("甲", 300).await;
        let (ended, open) = (
            made(f, &owner, ask(phone, true)).await,
            made(f, &owner, ask(phone, false)).await,
        );
        let passcode = ended.passcode.as_deref();
        asked(f, &ended, (passcode, HERE), NOW).await.unwrap();
        end_link(&f.store, &owner, ended.link_id, NOW)
            .await
            .unwrap();
        let swept = async |at: i64| sweep(&f.store, at).await.unwrap();
        let at = NOW + LINK_KEPT_MS;
        assert_eq!(swept(at).await, 0, "its page is still there");
        assert_eq!(sweep_pages(&f.store, at).await.unwrap(), 1);
        assert_eq!(swept(at - 1).await, 0);
        assert_eq!(all(f, &owner, at - 1).await.len(), 2);
        assert_eq!(swept(at).await, 1);
        assert_eq!(swept(at).await, 0);
        let left = all(f, &owner, at).await;
        let left: Vec<i64> = left.iter().map(|link| link.link_id).collect();
        assert_eq!(left, [open.link_id]);
        let answer = asked(f, &ended, (passcode, HERE), at).await.unwrap();
        assert!(matches!(answer, Opening::Absent));
    });
}
