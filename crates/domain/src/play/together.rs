//! Several people at one phone: who watches, who controls, and how control passes from one to another.

use super::reader::{Malformed, Reader, put_text};
use crate::access::Level;
use crate::every;
use strum::{EnumCount, VariantArray};

/// Time in which the controller answers who asks for control; no answer gives nothing.
pub const ASK_MS: i64 = 20_000;
/// Time after a refusal, or a question without an answer, before the same page may ask again.
pub const ASK_AGAIN_MS: i64 = 10_000;
/// Most people that one page names; the others are only counted.
pub const PEOPLE_MAX: usize = 50;
/// The longest name, in bytes of UTF-8.
pub const PERSON_NAME_MAX_BYTES: usize = 256;

const _: () = assert!(ASK_AGAIN_MS < ASK_MS, "a refusal is no longer than a wait");
const _: () = assert!(PEOPLE_MAX <= u8::MAX as usize, "their number is a byte");

/// Relation of a person to the phone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, EnumCount, VariantArray)]
#[repr(u8)]
pub enum Relation {
    Owner = 1,
    /// A member to whom the phone is authorized.
    Guest = 2,
    /// A sub-account of the owner, which was given the phone.
    SubAccount = 3,
    /// Somebody behind a page that was lent: an owner's link, an embedded player or a program.
    Lent = 4,
}

impl Relation {
    /// The complete list of relations.
    pub const ALL: [Self; Self::COUNT] = every(Self::VARIANTS);

    /// Reads the wire value.
    pub fn from_code(code: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|r| *r as u8 == code)
    }

    /// Whether this person may learn the other's name. The owner knows whom it let in, and everybody knows whose phone it is; those
    /// who were let in know each other by their relation alone.
    pub const fn learns_name_of(self, other: Self) -> bool {
        matches!(
            (self, other),
            (Self::Owner, Self::Owner | Self::Guest | Self::SubAccount)
                | (Self::Guest | Self::SubAccount, Self::Owner)
        )
    }
}

/// A person at a phone, as one page sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Person {
    /// Number by which control is handed over, valid while the person stays.
    pub id: u32,
    /// Relation to the phone.
    pub relation: Relation,
    /// Whether it is the page's own member.
    pub me: bool,
    /// Whether it controls the phone.
    pub controls: bool,
    /// Whether its right allows control.
    pub may_control: bool,
    /// The name that the page may know; empty where it may know none.
    pub name: String,
}

/// The seat, as somebody who wants it finds it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SeatHolder {
    /// The seat is free.
    Nobody,
    /// The seat is held by the asking member, in another window.
    Own,
    /// The seat is held by another member.
    Other,
}

/// Answer to a page that wants control.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Claim {
    /// Control is the page's at once.
    Take,
    /// The one who controls is asked.
    Ask,
    /// The right does not allow control.
    Refuse,
}

/// Decides what follows when somebody with this level wants control.
pub const fn claim(level: Level, holder: SeatHolder) -> Claim {
    match (level, holder) {
        (Level::View, _) => Claim::Refuse,
        (Level::Operate, SeatHolder::Other) => Claim::Ask,
        (Level::Owner, _) | (Level::Operate, SeatHolder::Nobody | SeatHolder::Own) => Claim::Take,
    }
}

/// State of a question for control, as its asker is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, EnumCount, VariantArray)]
#[repr(u8)]
pub enum AskState {
    /// The one who controls sees the question.
    Asked = 0,
    /// The one who controls refused.
    Refused = 1,
    /// No answer came in time.
    Unanswered = 2,
    /// The one who controls has no page that could answer.
    Unreachable = 3,
    /// The right does not allow control.
    Right = 4,
    /// The page's last question was refused or not answered a moment ago.
    TooSoon = 5,
}

impl AskState {
    /// The complete list of states.
    pub const ALL: [Self; Self::COUNT] = every(Self::VARIANTS);

    /// Reads the wire value.
    pub fn from_code(code: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|s| *s as u8 == code)
    }
}

pub(super) fn put_people(out: &mut Vec<u8>, people: &[Person], others: u16) {
    out.extend_from_slice(&others.to_be_bytes());
    let people = &people[..people.len().min(PEOPLE_MAX)];
    out.push(people.len() as u8);
    for person in people {
        out.extend_from_slice(&person.id.to_be_bytes());
        out.push(person.relation as u8);
        out.push(
            u8::from(person.me)
                | u8::from(person.controls) << 1
                | u8::from(person.may_control) << 2,
        );
        put_text(out, &person.name);
    }
}

pub(super) fn read_people(body: &mut Reader<'_>) -> Result<(Vec<Person>, u16), Malformed> {
    let others = body.u16()?;
    let count = usize::from(body.u8()?);
    if count > PEOPLE_MAX {
        return Err(Malformed::TooLong);
    }
    let mut people = Vec::with_capacity(count);
    for _ in 0..count {
        let id = body.u32()?;
        let relation = read_relation(body)?;
        let flags = body.u8()?;
        people.push(Person {
            id,
            relation,
            me: flags & 1 != 0,
            controls: flags & 2 != 0,
            may_control: flags & 4 != 0,
            name: body.text(PERSON_NAME_MAX_BYTES)?.to_owned(),
        });
    }
    Ok((people, others))
}

pub(super) fn read_relation(body: &mut Reader<'_>) -> Result<Relation, Malformed> {
    Relation::from_code(body.u8()?).ok_or(Malformed::Range)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_owner_takes_control_a_guest_asks_for_it_and_who_may_only_view_gets_none() {
        use SeatHolder::{Nobody, Other, Own};
        for (level, holder, follows) in [
            (Level::Owner, Nobody, Claim::Take),
            (Level::Owner, Own, Claim::Take),
            (Level::Owner, Other, Claim::Take),
            (Level::Operate, Nobody, Claim::Take),
            (Level::Operate, Own, Claim::Take),
            (Level::Operate, Other, Claim::Ask),
            (Level::View, Nobody, Claim::Refuse),
            (Level::View, Own, Claim::Refuse),
            (Level::View, Other, Claim::Refuse),
        ] {
            assert_eq!(claim(level, holder), follows, "{level:?} {holder:?}");
        }
    }

    #[test]
    fn those_who_were_let_in_learn_the_owners_name_and_nobody_elses() {
        use Relation::{Guest, Lent, Owner, SubAccount};
        for (one, other, learns) in [
            (Owner, Guest, true),
            (Owner, SubAccount, true),
            (Guest, Owner, true),
            (SubAccount, Owner, true),
            (Guest, SubAccount, false),
            (SubAccount, Guest, false),
            (SubAccount, SubAccount, false),
            (Lent, Owner, false),
            (Owner, Lent, false),
        ] {
            assert_eq!(one.learns_name_of(other), learns, "{one:?} {other:?}");
        }
    }
}
