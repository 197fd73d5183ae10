use super::*;

fn reply() -> Message {
    Message::FeedbackReply {
        title: "卡 <b>".to_owned(),
        question: "一\n二 & 三".to_owned(),
        answer: "好了\n<script>x</script>".to_owned(),
    }
}

fn each_kind() -> Vec<Message> {
    let about = |news, phones: i64| Message::Rental {
        news,
        at: "2026-12-01 08:00".to_owned(),
        phones: (1..=phones)
            .map(|n| Rented {
                phone_id: n,
                name: format!("手机 {n}"),
            })
            .collect(),
    };
    vec![
        Message::Alert(Alert::OrderPaid, vec!["N1".to_owned(), "5".to_owned()]),
        Message::Notice {
            title: "维护".to_owned(),
            shows: NoticeContent::Text(RichText::parse("<p>今晚 <b>两点</b></p>", 100).unwrap()),
        },
        Message::Notice {
            title: "图".to_owned(),
            shows: NoticeContent::Picture("/a.png".to_owned()),
        },
        reply(),
        about(RentalNews::EndsSoon, 1),
        about(RentalNews::Ended, 5),
        about(RentalNews::Recycled, 2),
        about(RentalNews::Purged, 1),
        about(RentalNews::Renewed, 1),
        Message::NotRenewed {
            why: NotRenewed::PointsShort {
                needed: 9000,
                available: 120,
            },
            at: "2026-12-01 08:00".to_owned(),
            phones: vec![Rented {
                phone_id: 1,
                name: "手机 1".to_owned(),
            }],
        },
        Message::Sharing {
            news: SharingNews::Received,
            who: "138****0000".to_owned(),
            level: Level::Operate,
            until: "2026-12-01 23:59 (UTC+08:00)".to_owned(),
            phones: vec![Rented {
                phone_id: 1,
                name: "手机 1".to_owned(),
            }],
        },
    ]
}

#[test]
fn a_message_is_about_the_phones_that_it_names_and_asks_to_renew_some_of_them() {
    let counts: Vec<(usize, usize)> = each_kind()
        .iter()
        .map(|message| (message.about().len(), message.to_renew().len()))
        .collect();
    // Of the rentals those that were wiped or renewed cannot be renewed any more.
    assert_eq!(
        counts,
        [
            (0, 0),
            (0, 0),
            (0, 0),
            (0, 0),
            (1, 1),
            (5, 5),
            (2, 2),
            (1, 0),
            (1, 0),
            (1, 1),
            (1, 0)
        ]
    );
}

#[test]
fn a_message_of_each_kind_is_read_as_it_was_stored() {
    for message in each_kind() {
        let (name, params) = message.stored();
        assert_eq!(Message::from_stored(name, params), Some(message));
    }
    for (name, params) in [
        ("else", vec!["a".to_owned()]),
        ("feedback-reply", vec!["a".to_owned(), "b".to_owned()]),
        ("notice-text", vec![]),
        ("expired", vec![]),
        (
            "share-received",
            vec!["a".to_owned(), "3".to_owned(), "b".to_owned()],
        ),
        ("share-left-by-me", vec!["a".to_owned(), "1".to_owned()]),
        ("expired", vec!["a".to_owned(), "1".to_owned()]),
        ("not-renewed", vec!["points-off".to_owned(), "0".to_owned()]),
        (
            "recycled",
            vec!["a".to_owned(), "b".to_owned(), "c".to_owned()],
        ),
        (
            "notice-text",
            vec!["a".to_owned(), "<script>x</script>".to_owned()],
        ),
    ] {
        assert_eq!(Message::from_stored(name, params), None, "{name}");
    }
}

#[test]
fn the_kinds_are_those_of_the_wire() {
    let kinds: Vec<i64> = each_kind().iter().map(|m| m.kind() as i64).collect();
    assert_eq!(kinds, [1, 1, 1, 2, 3, 4, 4, 4, 1, 3, 1]);
    for kind in Kind::ALL {
        assert_eq!(Kind::from_number(kind as i64), Some(kind));
    }
    assert_eq!((Kind::from_number(0), Kind::from_number(5)), (None, None));
}

#[test]
fn a_reply_shows_the_question_and_no_mark_of_either_is_one() {
    assert_eq!(reply().title(Lang::Zh), "回复：卡 <b>");
    assert_eq!(
        reply().html(Lang::Zh),
        "<p>好了</p><p>&lt;script&gt;x&lt;/script&gt;</p>\
         <blockquote><p><b>卡 &lt;b&gt;</b></p><p>一</p><p>二 &amp; 三</p></blockquote>"
    );
}

#[test]
fn each_kind_has_words_in_both_languages_and_a_picture_has_a_title_alone() {
    for message in each_kind() {
        for lang in Lang::ALL {
            assert!(!message.title(lang).contains('{'));
            assert!(!message.title(lang).is_empty());
            assert!(!message.text(lang).contains('{'), "{}", message.text(lang));
            assert_eq!(message.text(lang).is_empty(), message.picture().is_some());
        }
    }
}

#[test]
fn a_reminder_names_three_phones_and_counts_the_rest() {
    let titles: Vec<String> = each_kind()[4..8]
        .iter()
        .map(|m| m.title(Lang::Zh))
        .collect();
    assert_eq!(
        titles,
        [
            "手机 1即将到期",
            "手机 1、手机 2、手机 3等 5 台云手机已到期",
            "手机 1、手机 2已移入回收站",
            "手机 1已彻底清除",
        ]
    );
    let renewed: Vec<usize> = each_kind().iter().map(|m| m.to_renew().len()).collect();
    assert_eq!(renewed, [0, 0, 0, 0, 1, 5, 2, 0, 0, 1, 0]);
}
