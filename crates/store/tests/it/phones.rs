//! The list of phones.

use domain::access::Level;
use domain::phones::{ListQuery, Power, Status};
use store::phones::{List, Noted, add_stock, addresses, list, set_health, set_power};

use crate::fixture::{DAY, Fixture, GUEST, MINUTE, NOW, OWNER, STRANGER, on_each_database};

mod ends;
mod given;
mod initials;
mod lent;
mod plans;
mod trial;

async fn ask(f: &Fixture, who: &str, keyword: &str, sort: (i64, &str), page: (i64, i64)) -> List {
    let actor = f.actor(who).await;
    let query = ListQuery::parse(
        Some(keyword),
        Some(sort.0),
        Some(sort.1),
        Some(page.0),
        Some(page.1),
    )
    .unwrap();
    list(&f.store, &actor, query, NOW).await.unwrap()
}

fn names(list: &List) -> Vec<&str> {
    list.rows
        .iter()
        .map(|row| row.phone.alias.as_str())
        .collect()
}

#[test]
fn a_member_sees_own_and_granted_phones_and_nobody_elses() {
    on_each_database(async |f| {
        f.phone("阿尔法", 30).await;
        f.phone("贝塔", 3).await;
        f.grant("贝塔", "operate", 10).await;

        let own = ask(f, OWNER, "", (3, "asc"), (1, 20)).await;
        assert_eq!(names(&own), ["阿尔法", "贝塔"]);
        let beta = &own.rows[1];
        assert_eq!(
            (beta.level, beta.shared_to.is_some(), &beta.owner_phone),
            (Level::Owner, true, &None)
        );
        assert_eq!(beta.until_ms, NOW + 3 * DAY);
        assert_eq!(
            (
                beta.android_version.as_str(),
                beta.chip.as_str(),
                beta.pad_type,
                beta.phone.dpi
            ),
            ("14", "RK3588", 5, 320)
        );

        let granted = ask(f, GUEST, "", (1, "desc"), (1, 20)).await;
        assert_eq!(names(&granted), ["贝塔"]);
        let beta = &granted.rows[0];
        assert_eq!(
            (beta.level, beta.shared_to.is_some()),
            (Level::Operate, false)
        );
        assert_eq!(beta.owner_phone.as_deref(), Some("138****0000"));
        assert_eq!(beta.until_ms, NOW + 10 * MINUTE);

        let nothing = ask(f, STRANGER, "", (1, "desc"), (1, 20)).await;
        assert_eq!((nothing.total, nothing.summary.total), (0, 0));
    });
}

#[test]
fn a_grant_is_seen_until_its_end_and_never_outlives_the_rental() {
    on_each_database(async |f| {
        f.phone("甲", 1).await;
        f.grant("甲", "view", 7 * 24 * 60).await;
        let guest = f.actor(GUEST).await;
        let query = ListQuery::parse(None, None, None, None, None).unwrap();
        let at = async |now| {
            list(&f.store, &guest, query.clone(), now)
                .await
                .unwrap()
                .total
        };
        assert_eq!(at(NOW + DAY - 1).await, 1);
        assert_eq!(at(NOW + DAY).await, 0);
    });
}

#[test]
fn one_keyword_matches_a_part_and_several_match_whole() {
    on_each_database(async |f| {
        for alias in ["主力 1", "主力 12", "100%_a", "Beta"] {
            f.phone(alias, 30).await;
        }
        let find = async |keyword: &str| {
            let found = ask(f, OWNER, keyword, (3, "asc"), (1, 20)).await;
            (
                names(&found).join("|"),
                found.total,
                found.not_found,
                found.summary.total,
            )
        };
        assert_eq!(
            find("主力").await,
            ("主力 1|主力 12".to_owned(), 2, vec![], 4)
        );
        assert_eq!(find("bET").await.0, "Beta");
        assert_eq!(find("ＢＥＴ").await.0, "Beta");
        assert_eq!(find("0%_").await.0, "100%_a");
        assert_eq!(find("%").await.1, 1, "a percent sign is a percent sign");
        assert_eq!(find("_").await.1, 1);
        assert_eq!(find("\\").await.1, 0);
        assert_eq!(
            find("beta,主力,100%_A").await,
            ("100%_a|Beta|主力 1|主力 12".to_owned(), 4, vec![], 4),
            "a word that is no whole name is a part of names"
        );
        assert_eq!(
            find("主力 1,beta,没有").await,
            ("Beta|主力 1".to_owned(), 2, vec!["没有".to_owned()], 4),
            "a whole name is that name alone"
        );

        let owl_id = ask(f, OWNER, "beta", (1, "asc"), (1, 20)).await.rows[0]
            .phone
            .owl_id
            .clone();
        assert_eq!(find(&owl_id.to_lowercase()).await.0, "Beta");
        assert_eq!(find(&owl_id[4..]).await.0, "Beta");
        assert_eq!(
            find(&format!("{owl_id} OWL-none")).await,
            ("Beta".to_owned(), 1, vec!["OWL-none".to_owned()], 4)
        );
    });
}

#[test]
fn a_name_with_a_blank_is_one_name_alone_and_beside_others() {
    on_each_database(async |f| {
        for alias in ["选品 A", "选品 B", "选品", "主力 1"] {
            f.phone(alias, 30).await;
        }
        f.grant("主力 1", "view", 60).await;
        let find = async |who: &str, keyword: &str| {
            let found = ask(f, who, keyword, (3, "asc"), (1, 20)).await;
            (names(&found).join("|"), found.not_found.join("|"))
        };
        for (keyword, found, missing) in [
            ("选品 A", "选品 A", ""),
            (" 品 b ", "选品 B", ""),
            ("选品 A, 主力 1", "选品 A|主力 1", ""),
            ("选品 B\n选品 A", "选品 A|选品 B", ""),
            // No phone is called so: these are two names.
            ("选品 主力", "选品|主力 1", ""),
            ("选品 A；选品 主力", "选品|选品 A|主力 1", ""),
            ("选品 没有，主力 1", "选品|主力 1", "没有"),
        ] {
            let expected = (found.to_owned(), missing.to_owned());
            assert_eq!(find(OWNER, keyword).await, expected, "{keyword}");
        }
        assert_eq!(find(GUEST, "主力 1").await.0, "主力 1");
        assert_eq!(
            find(GUEST, "主力,选品 没有").await,
            ("主力 1".to_owned(), "选品|没有".to_owned())
        );
    });
}

#[test]
fn three_hundred_keywords_are_one_question() {
    on_each_database(async |f| {
        f.phone("甲", 30).await;
        let many: Vec<String> = (0..299)
            .map(|n| format!("none{n}"))
            .chain(["甲".to_owned()])
            .collect();
        let found = ask(f, OWNER, &many.join(","), (1, "asc"), (1, 20)).await;
        assert_eq!((found.total, found.not_found.len()), (1, 299));
    });
}

#[test]
fn the_list_sorts_by_time_end_and_initial_in_both_directions() {
    on_each_database(async |f| {
        for (alias, days) in [("测试", 20), ("Beta", 30), ("阿尔法", 10)] {
            f.phone(alias, days).await;
        }
        for (sort, expected) in [
            (2, ["阿尔法", "测试", "Beta"]),
            (3, ["阿尔法", "Beta", "测试"]),
        ] {
            let up = ask(f, OWNER, "", (sort, "asc"), (1, 20)).await;
            assert_eq!(names(&up), expected);
            let mut reversed = expected;
            reversed.reverse();
            let down = ask(f, OWNER, "", (sort, "desc"), (1, 20)).await;
            assert_eq!(names(&down), reversed);
        }
        // A guest's end is the grant's.
        f.grant("测试", "view", 20).await;
        f.grant("Beta", "view", 10).await;
        let granted = ask(f, GUEST, "", (2, "asc"), (1, 20)).await;
        assert_eq!(names(&granted), ["Beta", "测试"]);
    });
}

#[test]
fn pages_partition_the_list() {
    on_each_database(async |f| {
        for n in 0..5 {
            f.phone(&format!("p{n}"), 30).await;
        }
        let mut seen = Vec::new();
        for page in 1..=3 {
            let list = ask(f, OWNER, "", (1, "desc"), (page, 2)).await;
            assert_eq!(list.total, 5);
            seen.extend(list.rows.into_iter().map(|row| row.phone.alias));
        }
        seen.sort();
        assert_eq!(seen, ["p0", "p1", "p2", "p3", "p4"]);
        assert!(ask(f, OWNER, "", (1, "desc"), (4, 2)).await.rows.is_empty());
    });
}

#[test]
fn health_and_power_make_the_status_and_the_counts() {
    on_each_database(async |f| {
        let well = f.phone("well", 30).await;
        let unwell = f.phone("unwell", 5).await;
        let off = f.phone("off", 30).await;
        f.phone("expired", -1).await;
        let reason = Some("no answer".to_owned());
        assert!(
            set_health(&f.store, unwell, reason.clone(), NOW + 5)
                .await
                .unwrap()
        );
        assert!(
            !set_health(&f.store, unwell, reason, NOW + 9).await.unwrap(),
            "nothing turned"
        );
        for (at_ms, noted) in [(7, Noted::Changed), (9, Noted::Known)] {
            let said = set_power(&f.store, off, Power::Off, NOW + at_ms).await;
            assert_eq!(said.unwrap(), noted);
        }

        let list = ask(f, OWNER, "", (1, "asc"), (1, 20)).await;
        let summary = list.summary;
        assert_eq!(
            (
                summary.total,
                summary.running,
                summary.expiring_soon,
                summary.abnormal
            ),
            (4, 1, 1, 1)
        );
        let row = |id| {
            &list
                .rows
                .iter()
                .find(|row| row.phone.id == id)
                .unwrap()
                .phone
        };
        assert_eq!(row(well).status(), Status::Running);
        assert_eq!(
            (row(unwell).status(), row(unwell).power()),
            (Status::Abnormal, Power::On)
        );
        assert_eq!(
            (row(unwell).reason.as_deref(), row(unwell).status_since_ms),
            (Some("no answer"), NOW + 5)
        );
        assert_eq!(
            (row(off).status(), row(off).power()),
            (Status::Abnormal, Power::Off)
        );
    });
}

#[test]
fn stock_has_addresses_and_no_owner_sees_it() {
    on_each_database(async |f| {
        let new = |adb: &str| store::phones::NewPhone {
            configuration: "VIP".to_owned(),
            adb: adb.to_owned(),
        };
        let made = add_stock(&f.store, vec![new("10.0.0.1:5555"), new("[::1]:5555")], NOW)
            .await
            .unwrap();
        let known = addresses(&f.store).await.unwrap();
        assert_eq!(known.len(), 2);
        assert!(
            known
                .iter()
                .any(|a| a.phone_id == made[0].id && a.adb == "10.0.0.1:5555")
        );
        assert_eq!(ask(f, OWNER, "", (1, "asc"), (1, 20)).await.total, 0);
        for wrong in [
            "10.0.0.1",
            ":5555",
            "10.0.0.1:0",
            "10.0.0.1:65536",
            "a b:1",
            "10.0.0.1:5555",
        ] {
            assert!(
                add_stock(&f.store, vec![new("10.0.0.9:1"), new(wrong)], NOW)
                    .await
                    .is_err(),
                "{wrong}"
            );
        }
        assert_eq!(
            addresses(&f.store).await.unwrap().len(),
            2,
            "a refused list adds nothing"
        );
    });
}
