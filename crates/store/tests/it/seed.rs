//! Seed files and the check of invariants.

use diesel::{Connection, PgConnection, RunQueryDsl, SqliteConnection, sql_query};
use domain::notices::announcements::MsgType;
use fresh_database::PASSWORD_HASH;
use store::announcements::popups;
use store::check::check;
use store::seed::{Seed, load};
use store::{Kind, Stamp, Store};

use crate::fixture::{DAY, GUEST, NOW, OWNER, on_each_database};

#[test]
fn a_seed_answers_with_the_ids_it_made_and_no_password() {
    on_each_database(async |f| {
        let json = format!(
            r#"{{"stock":[{{"configuration":"VIP","adb":"127.0.0.1:1"}}],
                "phones":[{{"owner":"{OWNER}","alias":"甲","configuration":"VIP","expiresInDays":30}},
                          {{"owner":"{OWNER}","alias":"乙","configuration":"VIP","expiresInDays":-2,"adb":"127.0.0.1:2"}}],
                "grants":[{{"owner":"{OWNER}","phone":"甲","to":"{GUEST}","level":"view","expiresInMinutes":5}}]}}"#
        );
        let seeded = load(&f.store, Seed::parse(&json).unwrap(), NOW)
            .await
            .unwrap();
        assert_eq!(
            seeded.stock[0].phone_id, seeded.phones[0].phone_id,
            "taken from stock"
        );
        assert_ne!(seeded.phones[0].owl_id, seeded.phones[1].owl_id);
        let text = serde_json::to_string(&seeded).unwrap();
        assert!(
            text.contains("\"phoneId\":") && text.contains("\"owlId\":\"OWL-"),
            "{text}"
        );
        assert!(
            !serde_json::to_string(&f.seeded)
                .unwrap()
                .contains("Owldeck#")
        );
    });
}

#[test]
fn a_seed_that_is_refused_leaves_nothing_behind() {
    on_each_database(async |f| {
        let owned = format!(r#""owner":"{OWNER}","configuration":"VIP""#);
        for (json, why) in [
            (format!(r#"{{"phones":[{{{owned},"alias":"甲","expiresInDays":1,"adb":"127.0.0.1:1"}},{{{owned},"alias":"乙","expiresInDays":1}}]}}"#), "in stock"),
            (format!(r#"{{"phones":[{{{owned},"alias":"一二三四五六七八九十一","expiresInDays":1,"adb":"127.0.0.1:1"}}]}}"#), "1 to 10"),
            (format!(r#"{{"phones":[{{{owned},"alias":"","expiresInDays":1,"adb":"127.0.0.1:1"}}]}}"#), "1 to 10"),
            (format!(r#"{{"phones":[{{{owned},"alias":"甲","expiresInDays":3651,"adb":"127.0.0.1:1"}}]}}"#), "range"),
            (r#"{"stock":[{"configuration":"none","adb":"127.0.0.1:1"}]}"#.to_owned(), "no configuration"),
            (format!(r#"{{"members":[{{"phone":"{OWNER}","password":"x"}}]}}"#), "exists"),
            (r#"{"members":[{"phone":"123","password":"x"}]}"#.to_owned(), "phone number"),
            (r#"{"members":[{"phone":"13311112222","password":"$argon2id$v=19$m=8,t=1,p=1"}]}"#.to_owned(), "cannot be read"),
            (r#"{"operators":[{"userName":"13300000000","password":"x"}]}"#.to_owned(), "name"),
            (format!(r#"{{"grants":[{{"owner":"{OWNER}","phone":"none","to":"{GUEST}","level":"view","expiresInMinutes":5}}]}}"#), "exactly one"),
            (r#"{"phones":[{"owner":"13312345678","alias":"甲","configuration":"VIP","expiresInDays":1}]}"#.to_owned(), "no such member"),
        ] {
            let refused = load(&f.store, Seed::parse(&json).unwrap(), NOW).await.unwrap_err().to_string();
            assert!(refused.contains(why), "{json}: {refused}");
        }
        assert!(store::phones::addresses(&f.store).await.unwrap().is_empty());
    });
}

/// An announcement of a seed, with what is said more.
fn notice(more: &str) -> String {
    format!(
        r#"{{"notices":[{{"by":"admin","titleZh":"维护","titleEn":"Maintenance","contentZh":"<p>今晚</p>","contentEn":"<p>Tonight</p>",{more}}}]}}"#
    )
}

#[test]
fn announcements_of_a_seed_are_read_as_operators_write_them() {
    on_each_database(async |f| {
        let (owner, guest) = (f.actor(OWNER).await, f.actor(GUEST).await);
        f.phone("甲", 30).await;
        let mut ids = Vec::new();
        for more in [
            r#""msgType":1"#.to_owned(),
            format!(r#""msgType":2,"members":["{GUEST}"],"endsInDays":3"#),
            r#""msgType":3,"configuration":"VIP","popFrequency":3,"popPriority":20"#.to_owned(),
            r#""msgType":1,"startsInDays":2"#.to_owned(),
            r#""msgType":1,"draft":true"#.to_owned(),
        ] {
            let seed = Seed::parse(&notice(&more)).unwrap();
            let seeded = load(&f.store, seed, NOW).await.unwrap();
            assert_eq!(seeded.notices[0].title_zh, "维护", "{more}");
            ids.push(seeded.notices[0].id);
        }
        let seen_by = async |who, now_ms| {
            let all = popups(&f.store, who, MsgType::ALL.to_vec(), now_ms).await;
            let seen: Vec<i64> = all.unwrap().iter().map(|one| one.announcement.id).collect();
            let places = (0..).zip(&ids).filter(|(_, id)| seen.contains(id));
            places.map(|(at, _)| at).collect::<Vec<i32>>()
        };
        assert_eq!(seen_by(&owner, NOW).await, [0, 2]);
        assert_eq!(seen_by(&guest, NOW).await, [0, 1]);
        assert_eq!(seen_by(&owner, NOW + 2 * DAY).await, [0, 2, 3]);
        assert_eq!(seen_by(&guest, NOW + 3 * DAY).await, [0, 3]);
        for (more, why) in [
            (r#""msgType":5"#, "msgType"),
            (r#""msgType":1,"endsInDays":0"#, "untilTime"),
            (r#""msgType":1,"endsInDays":-1"#, "range"),
            (r#""msgType":3,"popFrequency":4"#, "popFrequency"),
            (r#""msgType":1,"members":["13312345678"]"#, "no such member"),
            (
                r#""msgType":1,"configuration":"none""#,
                "no such configuration",
            ),
        ] {
            let seed = Seed::parse(&notice(more)).unwrap();
            let refused = load(&f.store, seed, NOW).await.unwrap_err().to_string();
            assert!(refused.contains(why), "{more}: {refused}");
        }
    });
}

#[test]
fn a_cheap_hash_is_refused_by_a_live_database() {
    let database = fresh_database::empty_sqlite();
    let store = Store::open(&database.url, Stamp::Live).unwrap();
    let json = format!(r#"{{"members":[{{"phone":"{OWNER}","password":"{PASSWORD_HASH}"}}]}}"#);
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let refused = runtime.block_on(load(&store, Seed::parse(&json).unwrap(), NOW));
    assert!(refused.unwrap_err().to_string().contains("cheaper"));
}

#[test]
fn a_list_that_is_not_known_is_refused_by_name() {
    for (json, name) in [
        (r#"{"pets":[]}"#, "pets"),
        (
            r#"{"members":[{"phone":"1","password":"x","points":5}]}"#,
            "points",
        ),
        ("5", "invalid"),
    ] {
        let refused = Seed::parse(json).unwrap_err().to_string();
        assert!(refused.contains(name), "{refused}");
    }
}

#[test]
fn a_breach_is_found_by_name() {
    on_each_database(async |f| {
        let phone = f.phone("甲", 30).await;
        let run = |sql: &str| match f.store.kind() {
            Kind::Sqlite => sql_query(sql)
                .execute(&mut SqliteConnection::establish(&f.url).unwrap())
                .unwrap(),
            Kind::Postgres => sql_query(sql)
                .execute(&mut PgConnection::establish(&f.url).unwrap())
                .unwrap(),
        };
        run(&format!("UPDATE phones SET alias = '' WHERE id = {phone}"));
        let broken: Vec<_> = check(&f.store)
            .await
            .unwrap()
            .into_iter()
            .filter(|finding| !finding.ok)
            .collect();
        assert_eq!(broken.len(), 1);
        assert_eq!(
            broken[0].name,
            "every phone with an owner has a name and a rental"
        );
        assert_eq!(broken[0].detail, "broken 1 times");
        run(&format!("UPDATE phones SET alias = 'x' WHERE id = {phone}"));
    });
}
