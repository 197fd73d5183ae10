//! Replacement without data: what goes along, what is refused, how the old phone becomes stock.

use domain::codes;
use domain::operations::Kind;
use domain::phones::{BATCH_MAX, Power, Status, Unable};
use domain::sharing::Until;
use domain::sharing::links::ViewersMax;
use store::operations::{StartError, check_replace, start, take, wipe_left};
use store::phones::{NewPhone, add_stock, set_health};
use store::session::tokens;
use store::sharing::links::{LinkAsk, LinkShows, LinkTarget, links, make_link};

use super::{again, ask, begin, listed, receipt_of, report, running, seen};
use crate::fixture::{DAY, Fixture, GUEST, MINUTE, NOW, OWNER, on_each_database};

/// Puts phones that run into stock.
pub async fn spare(f: &Fixture, ports: std::ops::Range<u16>) -> Vec<i64> {
    let new = ports.map(|port| NewPhone {
        configuration: "VIP".to_owned(),
        adb: format!("127.0.0.1:{port}"),
    });
    let made = add_stock(&f.store, new.collect(), NOW).await.unwrap();
    let mut ids: Vec<i64> = made.iter().map(|phone| phone.id).collect();
    // Of one moment, the lower id goes first.
    ids.sort_unstable();
    for id in &ids {
        set_health(&f.store, *id, None, NOW).await.unwrap();
    }
    ids
}

async fn may(f: &Fixture, who: &str, ids: &[i64]) -> Vec<(i64, Option<i64>)> {
    let actor = f.actor(who).await;
    let checked = check_replace(
        &f.store,
        &actor,
        ids.to_vec(),
        Kind::Replace,
        |_, _| None,
        NOW,
    )
    .await;
    let code = |verdict: Result<(), store::operations::Refused>| {
        verdict.err().map_or(0, |refused| refused.code.number)
    };
    (checked.unwrap().into_iter())
        .map(|phone| (code(phone.verdict), phone.in_stock))
        .collect()
}

/// Wipes the phones that were left, and answers how many.
async fn wipe(f: &Fixture, now_ms: i64) -> usize {
    let begun = wipe_left(&f.store, now_ms).await.unwrap();
    for turn in take(&f.store, now_ms).await.unwrap() {
        let at = running(&turn);
        let act = report(f, &at, seen("b1", "d1"), now_ms).await;
        let look = report(f, &running(&act), seen("b1", "d1"), now_ms).await;
        report(f, &running(&look), seen("b2", "d2"), now_ms).await;
    }
    begun.len()
}

#[test]
fn everything_of_the_rental_goes_to_the_new_phone_and_the_old_one_is_wiped_to_stock() {
    on_each_database(async |f| {
        let old = f.phone("甲", 30).await;
        f.grant("甲", "operate", 60).await;
        let owner = f.actor(OWNER).await;
        let (group, member) = (77, owner.member_id());
        f.execute(&format!(
            "INSERT INTO phone_groups (id, member_id, name, name_key, created_ms) VALUES ({group}, {member}, '组', '组', {NOW});
             INSERT INTO tags (id, member_id, name, name_key, created_ms) VALUES (78, {member}, '签', '签', {NOW});
             INSERT INTO phone_tags (tag_id, phone_id, created_ms) VALUES (78, {old}, {NOW});
             UPDATE phones SET group_id = {group} WHERE id = {old};
             INSERT INTO sessions (id, member_id, terminal, generation, created_ms, address, device, seen_ms, scopes, phones, until_ms)
             VALUES (79, {member}, 'TOKEN', 0, {NOW}, '', 'CI', 0, 1, '5,{old}', {NOW} + {DAY});"
        ));
        let ask = LinkAsk {
            target: LinkTarget::Live { phone_id: old },
            until: Until::Hours(1),
            viewers_max: ViewersMax::parse(1).unwrap(),
            passcode: false,
        };
        make_link(&f.store, &owner, ask, NOW).await.unwrap();
        let before = listed(f, old).await.phone;
        let new = spare(f, 31_000..31_002).await;
        assert_eq!(may(f, OWNER, &[old]).await, [(0, Some(2))]);

        let started = begin(f, OWNER, Kind::Replace, &[old]).await.unwrap();
        assert_eq!(
            (&started.accepted, &started.successors),
            (&vec![old], &vec![new[0]])
        );
        let after = listed(f, new[0]).await.phone;
        assert_eq!(
            (
                &after.alias,
                after.group_id,
                after.assign_ms,
                after.expire_ms
            ),
            (
                &before.alias,
                Some(group),
                before.assign_ms,
                before.expire_ms
            )
        );
        assert_eq!(
            (after.status(), after.power()),
            (Status::Running, Power::On)
        );
        let reached = tokens(&f.store, &owner, NOW).await.unwrap().remove(0);
        assert_eq!(reached.phones, Some(vec![5, new[0]]));
        let linked = links(&f.store, &owner, (0, 9), NOW).await.unwrap().links;
        let to_new =
            matches!(linked[0].shows, LinkShows::Live { phone_id, .. } if phone_id == new[0]);
        assert_eq!((to_new, linked[0].open), (true, true));
        // The guest sees the new phone, and the old one no more: its receipt alone still names it.
        assert_eq!(
            may(f, GUEST, &[new[0]]).await[0].0,
            codes::RIGHT_MISSING.number
        );
        for who in [OWNER, GUEST] {
            assert_eq!(
                may(f, who, &[old]).await,
                [(codes::PHONE_ABSENT.number, None)],
                "{who}"
            );
        }
        let row = receipt_of(f, started.batch_id).await.rows.remove(0);
        let replaced = row.replaced.unwrap();
        assert_eq!(
            (row.owl_id, row.alias),
            (Some(before.owl_id), Some(before.alias))
        );
        assert_eq!(
            (replaced.new_phone_id, replaced.new_owl_id, replaced.wipe),
            (new[0], after.owl_id, None)
        );
        // Until it was wiped nobody gets it.
        assert_eq!(may(f, OWNER, &[new[0]]).await, [(0, Some(1))]);
        assert_eq!(wipe(f, NOW + MINUTE).await, 1);
        let row = receipt_of(f, started.batch_id).await.rows.remove(0);
        assert!(row.replaced.unwrap().wipe.is_some());
        assert_eq!(may(f, OWNER, &[new[0]]).await, [(0, Some(2))]);
        assert_eq!(wipe(f, NOW + 2 * MINUTE).await, 0, "once");
    });
}

#[test]
fn what_cannot_be_replaced_is_refused_alone_and_untouched() {
    on_each_database(async |f| {
        let (first, second) = (f.phone("甲", 30).await, f.phone("乙", 30).await);
        let (busy, over) = (f.phone("忙", 30).await, f.phone("期", 30).await);
        begin(f, OWNER, Kind::Reboot, &[busy]).await.unwrap();
        f.execute(&format!(
            "UPDATE phones SET expire_ms = {} WHERE id = {over};",
            NOW - DAY
        ));
        // Of these three, one is unwell and one is kept for somebody: only one can take a place.
        let stock = spare(f, 32_000..32_003).await;
        set_health(&f.store, stock[0], Some("silent".to_owned()), NOW)
            .await
            .unwrap();
        f.execute(&format!(
            "UPDATE phones SET maintenance = TRUE WHERE id = {};",
            stock[2]
        ));
        let ids = [first, busy, over, 4242, second];
        let want = [
            0,
            codes::PHONE_BUSY.number,
            codes::PHONE_EXPIRED.number,
            codes::PHONE_ABSENT.number,
            codes::REPLACEMENT_NONE.number,
        ];
        let checked: Vec<i64> = may(f, OWNER, &ids)
            .await
            .iter()
            .map(|(code, _)| *code)
            .collect();
        assert_eq!(checked, want);
        let started = begin(f, OWNER, Kind::Replace, &ids).await.unwrap();
        assert_eq!(
            (&started.accepted, &started.successors),
            (&vec![first], &vec![stock[1]])
        );
        let refused: Vec<i64> = started
            .refused
            .iter()
            .map(|refused| refused.code.number)
            .collect();
        assert_eq!(refused, want[1..]);
        for (id, alias) in [(busy, "忙"), (over, "期"), (second, "乙")] {
            assert_eq!(listed(f, id).await.phone.alias, alias);
        }

        // With new stock the receipt's own button does the rest that can be.
        let more = spare(f, 32_010..32_011).await;
        let retried = again(f, started.batch_id).await.unwrap();
        assert_eq!((retried.accepted, retried.successors), (vec![second], more));
    });
}

#[test]
fn nothing_is_replaced_for_a_guest_or_where_the_provider_cannot() {
    on_each_database(async |f| {
        let phone = f.phone("丙", 30).await;
        spare(f, 32_020..32_021).await;
        f.grant("丙", "operate", 60).await;
        let by_guest = begin(f, GUEST, Kind::Replace, &[phone]).await.unwrap();
        assert_eq!(by_guest.refused[0].code, codes::RIGHT_MISSING);
        let unable = |_, _| Some(Unable::NoStorage);
        let owner = f.actor(OWNER).await;
        let place = start(&f.store, &owner, ask(Kind::Replace, &[phone]), unable, NOW)
            .await
            .unwrap();
        assert_eq!(place.refused[0].code, codes::PHONE_UNABLE);
        assert_eq!(listed(f, phone).await.phone.alias, "丙");
    });
}

#[test]
fn a_list_with_a_phone_twice_or_with_too_many_is_refused_whole() {
    on_each_database(async |f| {
        let (phone, owner) = (f.phone("丙", 30).await, f.actor(OWNER).await);
        spare(f, 32_020..32_021).await;
        let twice = begin(f, OWNER, Kind::Replace, &[phone, phone]).await;
        assert!(matches!(twice, Err(StartError::Duplicate)));
        assert_eq!(listed(f, phone).await.phone.alias, "丙");
        let many: Vec<i64> = (1..=31).collect();
        let count = check_replace(&f.store, &owner, many, Kind::Replace, |_, _| None, NOW).await;
        assert!(matches!(count, Err(StartError::Count)));
    });
}

#[test]
fn thirty_at_once_get_a_phone_each_and_whom_the_stock_lacks_keeps_its_own() {
    on_each_database(async |f| {
        let mut old = Vec::new();
        for n in 0..BATCH_MAX {
            old.push(f.phone(&format!("机 {n}"), 30).await);
        }
        let new = spare(f, 31_000..31_029).await;
        let started = begin(f, OWNER, Kind::Replace, &old).await.unwrap();
        assert_eq!(started.accepted, old[..29]);
        assert_eq!(started.successors, new);
        let refused: Vec<_> = (started.refused.iter())
            .map(|refused| (refused.phone_id, refused.code.number))
            .collect();
        assert_eq!(refused, [(old[29], codes::REPLACEMENT_NONE.number)]);
        assert_eq!(listed(f, old[29]).await.phone.status(), Status::Running);
        let more: Vec<i64> = new.iter().copied().chain([old[29], 1]).collect();
        assert!(matches!(
            begin(f, OWNER, Kind::Replace, &more).await,
            Err(StartError::Count)
        ));
    });
}

#[test]
fn two_requests_for_the_last_phones_at_once_get_each_one_once() {
    on_each_database(async |f| {
        let mut old = Vec::new();
        for n in 0..6 {
            old.push(f.phone(&format!("机{n}"), 30).await);
        }
        let stock = spare(f, 33_000..33_005).await;
        let actor = f.actor(OWNER).await;
        let replace =
            |ids: &[i64]| start(&f.store, &actor, ask(Kind::Replace, ids), |_, _| None, NOW);
        let (left, right) = tokio::join!(replace(&old[..3]), replace(&old[3..]));
        let mut given: Vec<i64> = [left.unwrap(), right.unwrap()]
            .into_iter()
            .flat_map(|started| started.successors)
            .collect();
        given.sort_unstable();
        let mut want = stock;
        want.sort_unstable();
        assert_eq!(given, want);
    });
}
