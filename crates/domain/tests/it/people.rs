//! The messages about several people at one phone come back as they were, and are refused where they are cut.

use domain::play::together::{AskState, PEOPLE_MAX, Person, Relation};
use domain::play::{Event, Malformed};

use crate::sentences;

fn events() -> Vec<Event> {
    vec![
        Event::People {
            people: vec![
                Person {
                    id: 70_000,
                    relation: Relation::Owner,
                    me: false,
                    controls: true,
                    may_control: true,
                    name: "138****0000".into(),
                },
                Person {
                    id: 2,
                    relation: Relation::Lent,
                    me: true,
                    controls: false,
                    may_control: false,
                    name: String::new(),
                },
            ],
            others: 300,
        },
        Event::ControlAsked {
            from: 9,
            seconds: 20,
            relation: Relation::SubAccount,
            name: "客服".into(),
        },
        Event::ControlAnswered {
            state: AskState::TooSoon,
            seconds: 7,
        },
        Event::ControlMoved {
            taken: true,
            relation: Relation::Guest,
            name: "139****0000".into(),
        },
    ]
}

sentences! {
    fn every_event_about_people_comes_back_as_it_was_and_none_that_is_cut() {
        for event in events() {
            let whole = event.encode(12);
            assert_eq!(Event::parse(&whole), Ok((12, event)));
            for cut in 0..whole.len() {
                assert!(Event::parse(&whole[..cut]).is_err(), "{whole:?} cut at {cut}");
            }
        }
    }

    fn no_more_people_are_named_than_the_limit() {
        let person = Person { id: 1, relation: Relation::Guest, me: false, controls: false, may_control: true, name: "a".into() };
        let sent = |count: usize| Event::parse(&Event::People { people: vec![person.clone(); count], others: 0 }.encode(0));
        for (count, named) in [(PEOPLE_MAX, PEOPLE_MAX), (PEOPLE_MAX + 1, PEOPLE_MAX)] {
            let Ok((0, Event::People { people, .. })) = sent(count) else { panic!("{count} people") };
            assert_eq!(people.len(), named);
        }
        let mut bytes = Event::People { people: vec![person.clone()], others: 0 }.encode(0);
        bytes[11] = PEOPLE_MAX as u8 + 1;
        assert_eq!(Event::parse(&bytes), Err(Malformed::TooLong));
    }
}
