use domain::access::Level;
use domain::codes;
use domain::lang::Lang;
use domain::operations::{Kind, Reason};
use domain::phones::{
    Ability, Action, InvalidListQuery, KEYWORD_MAX_CHARS, KEYWORDS_MAX, ListFilter, ListQuery,
    PhoneActivity, Power, Refusal, Situation, SortOrder, Status, Tone, Trouble, Unable, Unwell,
    keywords_of, refuses_shared, split_keywords, split_phrases,
};

use crate::{rows, sentences, vectors};

const FILE: &str = include_str!("../../vectors/phones.json");

sentences! {
    fn shared_phones_are_left_out_of_a_reboot_of_several_and_of_nothing_else() {
        for kind in Kind::ALL {
            assert!(!refuses_shared(kind, 1), "{kind:?}");
            assert_eq!(refuses_shared(kind, 2), kind == Kind::Reboot, "{kind:?}");
        }
    }

    fn each_status_has_its_code_name_time_words_and_tone() {
        let file = vectors(FILE);
        let table = rows(&file, "statuses");
        assert_eq!(table.len(), Status::ALL.len());
        for row in table {
            let status = Status::from_code(i16::try_from(row[0].as_i64().unwrap()).unwrap()).unwrap();
            assert_eq!(status.into_str(), row[1].as_str().unwrap());
            assert_eq!(status.expected_ms(), row[2].as_i64(), "{row}");
            let view = status.view(Power::On, None, Lang::Zh);
            assert_eq!((view.label, view.tone.into_str()), (row[3].as_str().unwrap(), row[5].as_str().unwrap()), "{row}");
            assert_eq!(status.view(Power::On, None, Lang::En).label, row[4].as_str().unwrap(), "{row}");
            assert_eq!(!view.tip.is_empty(), row[6].as_bool().unwrap(), "{row}");
            assert_eq!(view.tip.is_empty(), status.view(Power::On, None, Lang::En).tip.is_empty(), "{row}");
        }
        assert_eq!(Status::from_code(15), None);
        assert_eq!(Status::from_code(-1), None);
    }

    fn a_phone_that_is_off_raises_no_alarm() {
        let view = Status::Abnormal.view(Power::Off, None, Lang::En);
        assert_eq!((view.label, view.tone.into_str(), view.tip), ("Powered off", "off", ""));
        assert!(!Status::Abnormal.has_reason(Power::Off));
    }

    fn a_reason_stands_beside_what_went_wrong_alone() {
        for status in Status::ALL {
            assert_eq!(status.has_reason(Power::On), status.tone() == Tone::Err, "{status:?}");
        }
        assert!(Status::Abnormal.has_reason(Power::On));
        assert!(!Status::Restarting.has_reason(Power::On));
    }

    fn a_phone_that_is_switched_on_is_not_called_restarting() {
        let label = |status: Status, kind| status.view(Power::On, kind, Lang::En).label;
        assert_eq!(label(Status::Restarting, Some(Kind::PowerOn)), "Powering on");
        assert_eq!(label(Status::Restarting, Some(Kind::Reboot)), "Restarting");
        assert_eq!(label(Status::Restarting, None), "Restarting");
        // An operation that waits in line does not change the label of a phone's status.
        assert_eq!(label(Status::RestartFailed, Some(Kind::PowerOn)), "Restart failed");
        assert_eq!(label(Status::Running, Some(Kind::PowerOn)), "Running");
        let failed = |power| Status::RestartFailed.view(power, None, Lang::En);
        assert_eq!(failed(Power::On).label, "Restart failed");
        assert_eq!(failed(Power::Off).label, "Power-on failed");
        assert_eq!(failed(Power::Off).tone, Tone::Err);
    }

    fn playing_is_refused_by_right_rental_power_and_status_in_that_order() {
        for row in &rows(&vectors(FILE), "play")[1..] {
            let situation = Situation {
                status: Status::from_code(i16::try_from(row[0].as_i64().unwrap()).unwrap()).unwrap(),
                power: row[1].as_str().unwrap().parse().unwrap(),
                level: match row[2].as_str().unwrap() {
                    "view" => Level::View,
                    "operate" => Level::Operate,
                    _ => Level::Owner,
                },
                expired: row[3].as_bool().unwrap(),
                unable: None,
                trouble: None,
            };
            let got = Action::Play.check(situation).err().map(|refusal| match refusal {
                Refusal::Expired => "Expired",
                Refusal::Right => "Right",
                Refusal::Off => "Off",
                Refusal::On => "On",
                Refusal::Status(..) => "Status",
                Refusal::Unable(_) => "Unable",
            });
            assert_eq!(got, row[4].as_str(), "{row}");
        }
    }

    fn each_action_fits_its_statuses() {
        let at = |action: Action, status: Status, power: Power| {
            action.check(Situation { status, power, level: Level::Owner, expired: false, unable: None, trouble: None })
        };
        let failed = [Status::RestartFailed, Status::ResetFailed, Status::UpgradeImageFailed, Status::InitializeFailed];
        for status in Status::ALL {
            let rest = [Status::Running, Status::Abnormal].contains(&status);
            for action in [Action::Reboot, Action::PowerOff, Action::FactoryReset, Action::Probe, Action::UpgradeImage] {
                assert_eq!(at(action, status, Power::On).is_ok(), rest || failed.contains(&status), "{action:?} {status:?}");
            }
            // After a failed backup nothing has changed; after a failed migration the data is on its way.
            let without = rest || failed.contains(&status) || status == Status::BackupFailed;
            assert_eq!(at(Action::Replace, status, Power::On).is_ok(), without, "{status:?}");
            let with = without || status == Status::MigrationFailed;
            assert_eq!(at(Action::Transfer, status, Power::On).is_ok(), with, "{status:?}");
            assert_eq!(at(Action::EnterDirectly, status, Power::On).is_ok(), failed.contains(&status), "{status:?}");
            assert_eq!(at(Action::NewDevice, status, Power::On).is_ok(), status == Status::Running || failed.contains(&status), "{status:?}");
            // A phone that is backed up is opened by nobody: what is done then would not go along.
            for action in [Action::Watch, Action::Play, Action::Density, Action::InstallApp, Action::PushFile, Action::ManageApps] {
                assert_eq!(at(action, status, Power::On).is_ok(), status == Status::Running, "{action:?} {status:?}");
            }
            assert_eq!(at(Action::Rename, status, Power::Off), Ok(()));
        }
        assert_eq!(at(Action::PowerOn, Status::Abnormal, Power::Off), Ok(()));
        assert_eq!(at(Action::PowerOn, Status::RestartFailed, Power::On), Ok(()));
        assert_eq!(at(Action::PowerOn, Status::Running, Power::On), Err(Refusal::On));
        assert_eq!(at(Action::PowerOn, Status::Resetting, Power::Off), Err(Refusal::Status(Status::Resetting, None)));
        assert_eq!(at(Action::Reboot, Status::Abnormal, Power::Off), Err(Refusal::Off));
        // Nothing more is asked of a phone that is replaced: it may be off.
        assert_eq!(at(Action::Replace, Status::Abnormal, Power::Off), Ok(()));
    }

    fn a_guest_may_restart_one_phone_and_nothing_more() {
        for action in Action::ALL {
            let situation = Situation { status: Status::Running, power: Power::On, level: Level::Operate, expired: false, unable: None, trouble: None };
            // An image is changed by an operator's permission, whatever the level.
            let wanted = matches!(
                action,
                Action::Watch | Action::Play | Action::Reboot | Action::Probe | Action::UpgradeImage | Action::InstallApp | Action::PushFile | Action::ManageApps
            );
            assert_eq!(action.check(situation) != Err(Refusal::Right), wanted, "{action:?}");
        }
    }

    fn a_viewer_may_watch() {
        let situation = Situation { status: Status::Running, power: Power::On, level: Level::View, expired: false, unable: None, trouble: None };
        assert_eq!(Action::Watch.check(situation), Ok(()));
        assert_eq!(Action::Watch.check(Situation { expired: true, ..situation }), Err(Refusal::Expired));
    }

    fn what_a_phones_place_cannot_do_is_refused_after_right_and_rental_and_before_its_state() {
        let situation = Situation {
            status: Status::Restarting, power: Power::On, level: Level::Owner, expired: false, unable: Some(Unable::NoStorage), trouble: None,
        };
        let ask = |situation| Action::FactoryReset.check(situation);
        assert_eq!(ask(situation), Err(Refusal::Unable(Unable::NoStorage)));
        assert_eq!(ask(Situation { expired: true, ..situation }), Err(Refusal::Expired));
        assert_eq!(ask(Situation { level: Level::Operate, ..situation }), Err(Refusal::Right));
        assert_eq!(Action::Rename.check(situation), Ok(()));
        for (action, ability) in [
            (Action::PowerOff, Some(Ability::Power)), (Action::FactoryReset, Some(Ability::Wipe)), (Action::UpgradeImage, Some(Ability::Upgrade)), (Action::Replace, Some(Ability::Wipe)), (Action::NewDevice, Some(Ability::Recreate)), (Action::Transfer, Some(Ability::Transfer)),
            (Action::Probe, None), (Action::Play, None),
        ] {
            assert_eq!(action.ability(), ability, "{action:?}");
        }
    }

    fn every_refusal_has_words_in_both_languages_and_is_read_as_it_was_stored() {
        let mut all = vec![Refusal::Expired, Refusal::Right, Refusal::Off, Refusal::On, Refusal::Status(Status::Restarting, None)];
        all.extend(Unable::ALL.map(Refusal::Unable));
        let troubles = Unwell::ALL.map(Trouble::Unwell).into_iter().chain(Reason::all().map(Trouble::Failed));
        let told: Vec<Refusal> = troubles.map(|trouble| Refusal::Status(Status::RestartFailed, Some(trouble))).collect();
        for refusal in told {
            assert_eq!(Refusal::from_stored(&refusal.name(), refusal.status()), Some(refusal));
        }
        let mut texts: Vec<String> = Vec::new();
        for refusal in all {
            assert_ne!(refusal.text(Lang::Zh), refusal.text(Lang::En));
            assert_eq!(Refusal::from_stored(&refusal.name(), refusal.status()), Some(refusal));
            assert!(!texts.contains(&refusal.text(Lang::Zh)), "{refusal:?} has words of its own");
            texts.push(refusal.text(Lang::Zh));
        }
        assert_eq!(Refusal::from_stored("status", None), None);
        assert_eq!(Refusal::from_stored("unwell:silent", None), None);
        assert_eq!(Refusal::from_stored("else", None), None);
        assert_eq!(Refusal::Unable(Unable::NoStorage).code(), codes::PHONE_UNABLE);
        assert_eq!(Refusal::Status(Status::Restarting, None).code(), codes::STATE_FORBIDS);
        assert_eq!(Refusal::Status(Status::Restarting, None).text(Lang::En), "Phone status: Restarting. Try again later.");
    }

    fn a_status_that_refuses_says_what_is_wrong_where_that_is_known() {
        let situation = Situation {
            status: Status::Abnormal, power: Power::On, level: Level::Owner, expired: false, unable: None,
            trouble: Some(Trouble::Unwell(Unwell::Silent)),
        };
        let off = Situation { power: Power::Off, ..situation };
        assert_eq!(Action::Play.check(off).unwrap_err().text_because("else", Lang::En), "The phone is powered off");
        for action in [Action::Watch, Action::Play, Action::Density, Action::InstallApp, Action::PushFile, Action::ManageApps, Action::EnterDirectly] {
            let refusal = action.check(situation).unwrap_err();
            assert_eq!(refusal.text(Lang::En), "Phone status: Abnormal. The phone does not answer.", "{action:?}");
            assert_eq!(refusal.text(Lang::Zh), "云手机异常：设备没有响应", "{action:?}");
            // The page knows the cause as the list's words.
            let page = action.check(Situation { trouble: None, ..situation }).unwrap_err();
            assert_eq!(page.text_because(Unwell::Silent.words().en, Lang::En), refusal.text(Lang::En), "{action:?}");
            assert_eq!(page.text_because("", Lang::En), "Phone status: Abnormal. Try again later.", "{action:?}");
        }
    }

    fn pasted_names_are_split_and_counted_once() {
        for row in rows(&vectors(FILE), "keywords") {
            let expected: Vec<&str> = row[1].as_array().unwrap().iter().map(|v| v.as_str().unwrap()).collect();
            assert_eq!(split_keywords(row[0].as_str().unwrap()), expected, "{row}");
        }
    }

    fn a_name_may_have_blanks_where_there_is_such_a_name() {
        for row in &rows(&vectors(FILE), "phrases")[1..] {
            let column = |at: usize| -> Vec<&str> { row[at].as_array().unwrap().iter().map(|v| v.as_str().unwrap()).collect() };
            let phrases = split_phrases(row[0].as_str().unwrap());
            assert_eq!(phrases, column(1), "{row}");
            let names = column(2);
            assert_eq!(keywords_of(&phrases, |phrase| names.contains(&phrase)), column(3), "{row}");
        }
        // Longer than any name: these are several, whatever the phones are called.
        let many = (0..KEYWORD_MAX_CHARS).map(|n| format!("p{n}")).collect::<Vec<_>>().join(" ");
        let query = ListQuery::parse(Some(&many), None, None, None, None).unwrap();
        assert_eq!(query.keywords.len(), KEYWORD_MAX_CHARS);
        assert_eq!(ListQuery::parse(Some("a b,c"), None, None, None, None).unwrap().keywords, ["a b", "c"]);
    }

    fn a_phone_does_one_thing_whatever_its_switch_and_the_filter_takes_it_by_that() {
        let file = vectors(FILE);
        let table = &rows(&file, "doing")[1..];
        assert_eq!(table.len(), Status::ALL.len());
        for row in table {
            let status = Status::from_code(i16::try_from(row[0].as_i64().unwrap()).unwrap()).unwrap();
            for (power, name) in [(Power::On, &row[1]), (Power::Off, &row[2])] {
                let doing = PhoneActivity::of(status, power);
                assert_eq!(doing.into_str(), name.as_str().unwrap(), "{row}");
                for each in PhoneActivity::ALL {
                    let filter = ListFilter::default().in_state(Some(each.into_str())).unwrap();
                    assert_eq!(filter.wants(status, power), each == doing, "{row}");
                }
            }
        }
        assert_eq!(ListFilter::default().in_state(Some("asleep")), Err(InvalidListQuery::Filter));
        for none in [None, Some("")] {
            assert_eq!(ListFilter::default().in_state(none), Ok(ListFilter::default()));
        }
    }

    fn a_question_takes_defaults_and_is_refused_beyond_its_limits() {
        for row in rows(&vectors(FILE), "queries") {
            let ask = &row[0];
            let got = ListQuery::parse(ask[0].as_str(), ask[1].as_i64(), ask[2].as_str(), ask[3].as_i64(), ask[4].as_i64());
            let got = match got {
                Ok(query) => {
                    let order = match query.order {
                        SortOrder::Asc => "asc",
                        SortOrder::Desc => "desc",
                    };
                    serde_json::json!({ "sort": query.sort as i64, "order": order, "page": query.page_no, "size": query.page_size })
                }
                Err(fault) => serde_json::json!(format!("{fault:?}")),
            };
            assert_eq!(got, row[1], "{row}");
        }
    }

    fn a_search_takes_three_hundred_names_of_sixty_four_characters() {
        let ask = |keyword: &str| ListQuery::parse(Some(keyword), None, None, None, None);
        let names = |n: usize| (0..n).map(|i| format!("p{i}")).collect::<Vec<_>>().join(",");
        assert_eq!(ask(&names(KEYWORDS_MAX)).unwrap().keywords.len(), KEYWORDS_MAX);
        assert_eq!(ask(&names(KEYWORDS_MAX + 1)), Err(InvalidListQuery::TooManyKeywords));
        assert!(ask(&"字".repeat(KEYWORD_MAX_CHARS)).is_ok());
        assert_eq!(ask(&"字".repeat(KEYWORD_MAX_CHARS + 1)), Err(InvalidListQuery::KeywordTooLong));
        assert_eq!(InvalidListQuery::TooManyKeywords.text(Lang::En), "Search for at most 300 names or ids at once");
    }

    fn pages_are_offset_by_whole_sizes() {
        let query = ListQuery::parse(None, None, None, Some(1_000_000), Some(200)).unwrap();
        assert_eq!(query.offset(), 199_999_800);
    }
}

sentences! {
    fn each_fault_of_a_phone_is_said_in_both_languages() {
        for unwell in domain::phones::Unwell::ALL {
            assert_ne!(unwell.words().zh, unwell.words().en);
        }
    }

    fn what_a_place_cannot_do_to_its_phone_is_said_in_both_languages() {
        let mut names: Vec<&str> = Unable::ALL.iter().map(Unable::into_str).collect();
        names.extend(Ability::ALL.iter().map(Ability::into_str));
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), Unable::ALL.len() + Ability::ALL.len());
        for unable in Unable::ALL {
            assert_ne!(unable.words().zh, unable.words().en);
        }
    }

    fn each_cause_of_a_missing_picture_is_said_in_both_languages() {
        assert_eq!(domain::phones::ScreenCause::from_code(0), None);
        for cause in domain::phones::ScreenCause::ALL {
            assert_eq!(domain::phones::ScreenCause::from_code(cause as u32), Some(cause));
            assert_ne!(cause.words().zh, cause.words().en);
        }
    }
}
