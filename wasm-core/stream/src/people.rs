//! People at a phone and phones of a group, in the form in which they are passed to the page.

use serde::{Deserialize, Serialize};
use tsify::Tsify;

use domain::play::Following;
use domain::play::together::Person;

/// Person at the phone, with the facts that the page's member may know.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct PlayPerson {
    /// Number of the person, by which control is handed over.
    pub id: u32,
    /// Relation to the phone: 1 owner, 2 guest, 3 sub-account, 4 a page that was lent.
    #[tsify(type = "1 | 2 | 3 | 4")]
    pub relation: u8,
    /// Whether the person is the page's own member.
    pub me: bool,
    /// Whether the person controls the phone.
    pub controls: bool,
    /// Whether the person's right allows control.
    pub may_control: bool,
    /// Name; empty where the member may not know it.
    pub name: String,
}

impl From<Person> for PlayPerson {
    fn from(person: Person) -> Self {
        Self {
            id: person.id,
            relation: person.relation as u8,
            me: person.me,
            controls: person.controls,
            may_control: person.may_control,
            name: person.name,
        }
    }
}

/// State of a phone as a follower in a group.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub enum FollowingState {
    /// Released, or never asked to follow.
    Excluded,
    /// Waiting for its turn, for its screen or for the connection.
    Joining,
    /// Following: inputs act on it.
    Follows,
    /// Controlled by another member.
    Occupied,
    /// Opened elsewhere by this member, or taken by its owner.
    Elsewhere,
    /// Not reachable, or without a screen; the server tries again.
    Offline,
    /// Not open to injected input.
    Untouchable,
    /// Switched off.
    Off,
    /// Expired: its rental, or the right to it, is over.
    Expired,
    /// Open to this member for looking only.
    Right,
    /// Forbidden by its status.
    Status,
}

impl From<Following> for FollowingState {
    fn from(following: Following) -> Self {
        match following {
            Following::Excluded => Self::Excluded,
            Following::Joining => Self::Joining,
            Following::Follows => Self::Follows,
            Following::Occupied => Self::Occupied,
            Following::Elsewhere => Self::Elsewhere,
            Following::Offline => Self::Offline,
            Following::NoInput => Self::Untouchable,
            Following::Off => Self::Off,
            Following::Expired => Self::Expired,
            Following::Right => Self::Right,
            Following::Status => Self::Status,
        }
    }
}
