//! Reminders: at their moments, once each, one message for all that end on a day.

use domain::lang::Lang;
use domain::notices::Kind;
use domain::notices::reminders::{RETRIES_MS, ReminderChannel};
use store::recycle::Step;
use store::reminders::{Recipient, ReminderError, Wishes, own, sent, take_due, wish};

use super::{pass, renew, sell, told};
use crate::fixture::{DAY, MINUTE, NOW, OWNER, on_each_database};

const HOUR: i64 = 60 * MINUTE;

#[test]
fn a_member_is_reminded_at_each_moment_once() {
    on_each_database(async |f| {
        let owner = f.actor(OWNER).await;
        let id = f.phone("甲", 30).await;
        let end = NOW + 30 * DAY;
        for before in [7 * DAY, 3 * DAY, DAY, HOUR] {
            assert_eq!(pass(&f.store, end - before - 1).await, []);
            assert_eq!(
                pass(&f.store, end - before).await,
                [(Step::Remind, vec![id])]
            );
            assert_eq!(pass(&f.store, end - before).await, []);
        }
        let all = told(&f.store, &owner, Kind::ExpiryReminder).await;
        assert_eq!(all.len(), 4);
        assert!(all.iter().all(|one| one.to_renew() == [id]));
    });
}

#[test]
fn many_that_end_on_one_day_are_one_message_and_a_page_of_a_renewal() {
    on_each_database(async |f| {
        let owner = f.actor(OWNER).await;
        for n in 0..5 {
            f.phone(&format!("机{n}"), 30).await;
        }
        let later = f.phone("后天", 32).await;
        // Their ends lie hours apart, on one day of the operator's zone.
        let first = NOW + 30 * DAY;
        f.execute(&format!(
            "UPDATE phones SET expire_ms = expire_ms + {HOUR} WHERE alias IN ('机1', '机2');"
        ));
        let done = pass(&f.store, first - 7 * DAY).await;
        assert_eq!(done.len(), 1);
        assert_eq!(done[0].1.len(), 5);
        let all = told(&f.store, &owner, Kind::ExpiryReminder).await;
        assert_eq!(all.len(), 1);
        assert_eq!(all[0].to_renew().len(), 5);
        assert!(all[0].title(Lang::Zh).contains("等 5 台云手机即将到期"));
        assert_eq!(
            pass(&f.store, first + 2 * DAY - 7 * DAY).await,
            [(Step::Remind, vec![later])]
        );
    });
}

#[test]
fn a_server_that_was_down_sends_one_reminder_and_not_those_that_it_missed() {
    on_each_database(async |f| {
        let owner = f.actor(OWNER).await;
        f.phone("甲", 30).await;
        pass(&f.store, NOW + 30 * DAY - 2 * HOUR).await;
        assert_eq!(told(&f.store, &owner, Kind::ExpiryReminder).await.len(), 1);
    });
}

#[test]
fn a_rental_of_a_day_begins_without_a_reminder_and_more_time_begins_them_anew() {
    on_each_database(async |f| {
        sell(f).await;
        let owner = f.actor(OWNER).await;
        let id = f.phone("甲", 1).await;
        assert_eq!(pass(&f.store, NOW).await, []);
        let last = NOW + DAY - HOUR;
        assert_eq!(pass(&f.store, last).await, [(Step::Remind, vec![id])]);
        renew(f, &owner, id, "T1", last).await;
        let end = NOW + 31 * DAY;
        assert_eq!(pass(&f.store, end - 7 * DAY - 1).await, []);
        assert_eq!(
            pass(&f.store, end - 7 * DAY).await,
            [(Step::Remind, vec![id])]
        );
    });
}

#[test]
fn a_reminder_leaves_the_console_where_its_member_wishes_and_until_it_is_taken() {
    on_each_database(async |f| {
        let owner = f.actor(OWNER).await;
        f.phone("甲", 30).await;
        let end = NOW + 30 * DAY;
        let both = Wishes {
            by_sms: true,
            by_mail: true,
        };
        let refused = wish(&f.store, &owner, both, Lang::En).await;
        assert!(matches!(
            refused,
            Err(ReminderError::Nowhere(ReminderChannel::Mail))
        ));
        pass(&f.store, end - 7 * DAY).await;
        assert_eq!(
            take_due(&f.store, end).await.unwrap(),
            [],
            "nothing is wished"
        );

        f.execute(&format!(
            "UPDATE members SET email = 'a@example.com' WHERE phone = '{OWNER}';"
        ));
        wish(&f.store, &owner, both, Lang::En).await.unwrap();
        let at = end - 3 * DAY;
        pass(&f.store, at).await;
        let mut taken = take_due(&f.store, at).await.unwrap();
        taken.sort_by_key(|one| matches!(one.to, Recipient::Mail(_)));
        assert_eq!(taken.len(), 2);
        assert_eq!(taken[0].message.title(Lang::En), "Ending soon: 甲");
        assert_eq!(taken[0].lang, Lang::En);
        let Recipient::Mail(mail) = &taken[1].to else {
            panic!("{:?}", taken[1].to)
        };
        assert_eq!(mail.as_str(), "a@example.com");
        assert_eq!(
            take_due(&f.store, at).await.unwrap(),
            [],
            "each goes to one"
        );
        sent(&f.store, taken[1].id).await.unwrap();
        // The SMS was not taken: three times more, and then never again.
        let mut at = at;
        for pause in RETRIES_MS {
            assert_eq!(take_due(&f.store, at + pause - 1).await.unwrap(), []);
            at += pause;
            let again = take_due(&f.store, at).await.unwrap();
            assert_eq!(again.len(), 1);
            assert_eq!(again[0].id, taken[0].id);
        }
        assert_eq!(take_due(&f.store, at + DAY).await.unwrap(), []);
        assert_eq!(own(&f.store, &owner).await.unwrap().wishes, both);
        // The end itself is told in the console alone.
        pass(&f.store, end).await;
        assert_eq!(take_due(&f.store, end).await.unwrap(), []);
    });
}

#[test]
fn a_reminder_to_nobody_is_found() {
    on_each_database(async |f| {
        let owner = f.actor(OWNER).await;
        let id = owner.member_id();
        f.execute(&format!(
            "INSERT INTO reminders (id, member_id, way, lang, template, params, tries, created_ms, due_ms) VALUES (1, {id}, 1, 'zh-CN', 'x', '[]', 0, 1, 1);"
        ));
        let all = store::check::check(&f.store).await.unwrap();
        let broken = all.into_iter().filter(|found| !found.ok);
        assert_eq!(
            broken.map(|found| found.name).collect::<Vec<_>>(),
            ["reminders are sent to members that exist, of those who wished for them"]
        );
        f.execute("DELETE FROM reminders;");
    });
}
