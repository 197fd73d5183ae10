//! Phones that are refused: why, in words, what they are afterwards, and what is tried again.

use domain::lang::Lang;
use domain::phones::{Action, Refusal, Trouble, Unable, Unwell};
use store::phones::{Verdict, check};

use super::*;

#[test]
fn what_the_rule_said_is_kept_and_told_in_its_words() {
    on_each_database(async |f| {
        let off = f.phone("甲", 30).await;
        set_power(&f.store, off, Power::Off, NOW).await.unwrap();
        let on = f.phone("乙", 30).await;
        let unwell = f.phone("丙", 30).await;
        set_health(&f.store, unwell, Some("silent".to_owned()), NOW)
            .await
            .unwrap();
        for (kind, id, refusal, zh, en) in [
            (
                Kind::FactoryReset,
                off,
                Refusal::Off,
                "云手机已关机",
                "The phone is powered off",
            ),
            (
                Kind::PowerOn,
                on,
                Refusal::On,
                "云手机已经开机",
                "The phone is on already",
            ),
            (
                Kind::Density,
                unwell,
                Refusal::Status(Status::Abnormal, Some(Trouble::Unwell(Unwell::Silent))),
                "云手机异常：设备没有响应",
                "Phone status: Abnormal. The phone does not answer.",
            ),
        ] {
            let started = begin(f, OWNER, kind, &[id]).await.unwrap();
            let refused = started.refused[0];
            assert_eq!(
                (refused.code, refused.refusal),
                (codes::STATE_FORBIDS, Some(refusal))
            );
            let told = receipt_of(f, started.batch_id).await;
            for (lang, words) in [(Lang::Zh, zh), (Lang::En, en)] {
                assert_eq!(refused.text(lang), words);
                assert_eq!(told.rows[0].reason(lang), words);
            }
        }
    });
}

#[test]
fn what_a_phones_place_cannot_do_is_refused_at_once_and_not_tried_again() {
    on_each_database(async |f| {
        let id = f.phone("甲", 30).await;
        let actor = f.actor(OWNER).await;
        let unable =
            |_: i64, action: Action| (action == Action::FactoryReset).then_some(Unable::NoStorage);
        let reset = ask(Kind::FactoryReset, &[id]);
        let started = start(&f.store, &actor, reset, unable, NOW).await.unwrap();
        assert_eq!(started.refused[0].code, codes::PHONE_UNABLE);
        assert_eq!(shown(f, id).await.0, Status::Running);
        let told = receipt_of(f, started.batch_id).await;
        let words = Unable::NoStorage.words();
        assert_eq!(
            [Lang::Zh, Lang::En].map(|lang| told.rows[0].reason(lang)),
            [words.zh, words.en]
        );
        assert!(!told.rows[0].retryable);
        let asked = check(
            &f.store,
            &actor,
            vec![id],
            Action::FactoryReset,
            unable,
            NOW,
        );
        assert_eq!(
            asked.await.unwrap()[0].1,
            Err(Verdict::Rule(Refusal::Unable(Unable::NoStorage)))
        );
        let reboot = ask(Kind::Reboot, &[id]);
        let started = start(&f.store, &actor, reboot, unable, NOW).await.unwrap();
        assert_eq!(started.accepted, [id]);
    });
}

#[test]
fn what_turns_out_to_be_impossible_leaves_the_phone_what_it_was() {
    on_each_database(async |f| {
        for (who, kind, alias) in [
            (OWNER, Kind::FactoryReset, "甲"),
            ("admin", Kind::UpgradeImage, "乙"),
        ] {
            let id = f.phone(alias, 30).await;
            begin(f, who, kind, &[id]).await.unwrap();
            let look = running(&take(&f.store, NOW).await.unwrap()[0]);
            let act = report(f, &look, seen("b1", "d1"), NOW + 1).await;
            let cannot = Event::Failed(Reason::NotCapable);
            let end = report(f, &running(&act), cannot, NOW + 2).await;
            let failed = matches!(
                end,
                Advance::Ended {
                    failed: Some(Reason::NotCapable),
                    ..
                }
            );
            assert!(failed, "{end:?}");
            assert_eq!(shown(f, id).await.0, Status::Running, "{kind:?}");
        }
    });
}

#[test]
fn a_batch_reboot_with_a_phone_that_was_shared_since_is_not_tried_again() {
    on_each_database(async |f| {
        let ids = [f.phone("甲", 30).await, f.phone("乙", 30).await];
        let started = begin(f, OWNER, Kind::Reboot, &ids).await.unwrap();
        for look in take(&f.store, NOW).await.unwrap() {
            report(f, &running(&look), Event::Failed(Reason::Refused), NOW + 1).await;
        }
        f.grant("乙", "operate", 60).await;
        let refused = again(f, started.batch_id).await;
        assert!(matches!(refused, Err(ManageError::Shared)), "{refused:?}");
    });
}
