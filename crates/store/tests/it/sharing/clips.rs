//! Links to a clip: the file stays as long as the link, and its pages reach nothing else.

use std::net::{IpAddr, Ipv4Addr};

use domain::access::Level;
use domain::sharing::Until;
use domain::sharing::links::{CLIP_LASTS_MS, ViewersMax};
use domain::uploads::{FileKind, FileName, UploadRules};
use store::play::{Mode, StartError, start};
use store::recycle;
use store::session::{Actor, actor_of};
use store::sharing::links::{
    LinkAsk, LinkChange, LinkError, LinkTarget, MadeLink, OpenedLink, Opening, clip, clip_ticket,
    end_link, links, make_link, open_link, update_link,
};
use store::uploads::{
    Draft, LibraryQuery, Ready, UploadError, create, library, received, remove, settle, sweep,
};

use crate::fixture::{DAY, Fixture, NOW, OWNER, STRANGER, on_each_database};
use crate::recycle::pass;

const HERE: IpAddr = IpAddr::V4(Ipv4Addr::new(203, 0, 113, 7));
const SHA256: &str = "0000000000000000000000000000000000000000000000000000000000000000";

/// A video of somebody's that has come completely.
async fn video(f: &Fixture, who: &Actor, name: &str) -> i64 {
    let draft = Draft {
        set: None,
        name: FileName::parse(name).unwrap(),
        size: 4,
        sha256: None,
    };
    let made = create(&f.store, who, draft, UploadRules::default(), NOW).await;
    let id = made.unwrap().id;
    assert!(received(&f.store, id, 0, 4, NOW).await.unwrap());
    let ready = Ready {
        sha256: SHA256.to_owned(),
        kind: FileKind::Video,
        app: None,
        icon: None,
        stored: 4,
    };
    settle(&f.store, id, ready, NOW).await.unwrap();
    id
}

fn ask(upload_id: i64, until: Until) -> LinkAsk {
    LinkAsk {
        target: LinkTarget::Clip { upload_id },
        until,
        viewers_max: ViewersMax::parse(2).unwrap(),
        passcode: false,
    }
}

async fn page(f: &Fixture, link: &MadeLink, now_ms: i64) -> Option<OpenedLink> {
    let given = (link.token.clone(), None);
    match open_link(&f.store, given, HERE, |_| 0, now_ms)
        .await
        .unwrap()
    {
        Opening::Opened(page) => Some(page),
        Opening::Absent => None,
        Opening::Passcode { .. } | Opening::Full | Opening::Trial(_) => {
            panic!("none of these was to be asked")
        }
    }
}

async fn content(f: &Fixture, page: &OpenedLink, now_ms: i64) -> Option<String> {
    let asked = (page.token.clone(), page.page_id);
    clip(&f.store, asked, now_ms).await.unwrap()
}

async fn files(f: &Fixture, who: &Actor) -> i64 {
    let query = LibraryQuery {
        limit: 10,
        ..LibraryQuery::default()
    };
    library(&f.store, who, query).await.unwrap().total
}

#[test]
fn a_file_stays_as_long_as_its_link_and_no_longer() {
    on_each_database(async |f| {
        let (owner, stranger) = (f.actor(OWNER).await, f.actor(STRANGER).await);
        let upload = video(f, &owner, "a.mp4").await;
        // The stranger's file has the same bytes, and stays theirs to remove.
        let foreign = video(f, &stranger, "b.mp4").await;
        let made = make_link(&f.store, &owner, ask(upload, Until::At(i64::MAX)), NOW);
        let link = made.await.unwrap();
        assert_eq!(link.until_ms, NOW + CLIP_LASTS_MS, "a clip has no rental");
        let opened = page(f, &link, NOW + DAY).await.unwrap();
        assert_eq!(
            content(f, &opened, NOW + DAY).await.as_deref(),
            Some(SHA256)
        );
        let refused = remove(&f.store, &owner, upload, NOW).await;
        assert!(matches!(refused, Err(UploadError::Shared)));
        remove(&f.store, &stranger, foreign, NOW).await.unwrap();

        let rules = UploadRules::of(50, 2).unwrap();
        let late = NOW + DAY + rules.kept_ms();
        assert!(late < link.until_ms);
        assert_eq!(sweep(&f.store, rules, late).await.unwrap(), 0);
        assert_eq!(files(f, &owner).await, 1);
        end_link(&f.store, &owner, link.link_id, late)
            .await
            .unwrap();
        assert_eq!(content(f, &opened, late).await, None);
        assert_eq!(
            sweep(&f.store, rules, late - 1).await.unwrap(),
            0,
            "used by a page"
        );
        assert_eq!(sweep(&f.store, rules, late).await.unwrap(), 1);
        assert!(page(f, &link, late).await.is_none());
        let kept = links(&f.store, &owner, (0, 10), late).await.unwrap();
        assert_eq!((kept.total, kept.links[0].open), (1, false));
    });
}

#[test]
fn its_pages_reach_no_phone_and_no_other_clip() {
    on_each_database(async |f| {
        let owner = f.actor(OWNER).await;
        let phone = f.phone("甲", 1).await;
        let upload = video(f, &owner, "a.mp4").await;
        let asked = ask(upload, Until::Hours(720));
        let link = make_link(&f.store, &owner, asked, NOW).await.unwrap();
        let (first, second) = (
            page(f, &link, NOW).await.unwrap(),
            page(f, &link, NOW).await.unwrap(),
        );
        let actor = actor_of(&f.store, first.token.clone(), NOW)
            .await
            .unwrap()
            .unwrap();
        let limits = actor.delegation().unwrap();
        assert_eq!(
            (limits.phones(), limits.level_of(phone)),
            (Some(&[][..]), None::<Level>)
        );
        let refused = start(&f.store, &actor, phone, Mode::View, None, NOW).await;
        assert!(matches!(refused, Err(StartError::Unknown)));
        let crossed = (first.token.clone(), second.page_id);
        assert_eq!(clip(&f.store, crossed, NOW).await.unwrap(), None);
        assert!(clip_ticket(&f.store, &actor, NOW).await.unwrap().is_some());
        assert!(clip_ticket(&f.store, &owner, NOW).await.unwrap().is_none());

        // A phone that is given up takes no clip along.
        let end = NOW + DAY;
        pass(&f.store, end).await;
        recycle::give_up(&f.store, &owner, vec![phone], end)
            .await
            .unwrap();
        assert!(content(f, &first, end).await.is_some());
        let shorter = LinkChange {
            until: Some(Until::Hours(1)),
            ..LinkChange::default()
        };
        let stranger = f.actor(STRANGER).await;
        let foreign = update_link(&f.store, &stranger, link.link_id, shorter, end).await;
        assert!(matches!(foreign, Err(LinkError::Unknown)));
        let changed = update_link(&f.store, &owner, link.link_id, shorter, end)
            .await
            .unwrap();
        assert!(content(f, &first, changed.until_ms - 1).await.is_some());
        assert!(content(f, &first, changed.until_ms).await.is_none());
    });
}
