//! Group control: a member controls one phone, and up to 299 others repeat its inputs.

use crate::every;
use std::collections::BTreeSet;
use strum::{EnumCount, VariantArray};

use crate::phones::{GROUP_MAX, GROUP_MIN, Refusal};

/// Slot of an input that is meant for each phone that follows.
pub const EVERYONE: u16 = u16::MAX;

const _: () = assert!(
    GROUP_MAX == super::DECK_MAX_SLOTS,
    "a group is seen over one socket"
);

/// State of a phone that follows in a group.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, EnumCount, VariantArray)]
#[repr(u8)]
pub enum Following {
    /// The phone was released, or never asked to follow.
    Excluded = 0,
    /// The phone waits for its turn, or for its screen.
    Joining = 1,
    /// The phone follows.
    Follows = 2,
    /// The phone is controlled by another member.
    Occupied = 3,
    /// This member opened the phone elsewhere, or its owner took it.
    Elsewhere = 4,
    /// The phone cannot be reached, or its screen cannot be captured. It is tried again.
    Offline = 5,
    /// The phone takes no inputs.
    NoInput = 6,
    /// The phone is switched off.
    Off = 7,
    /// The rental, or the right to the phone, is over.
    Expired = 8,
    /// The member may only view the phone.
    Right = 9,
    /// The phone's status forbids it; the detail is the status.
    Status = 10,
}

impl Following {
    /// The complete list of states.
    pub const ALL: [Self; Self::COUNT] = every(Self::VARIANTS);

    /// Reads the wire value.
    pub fn from_code(code: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|one| *one as u8 == code)
    }

    /// Whether the state may pass by itself, so that the phone is tried again.
    pub const fn is_passing(self) -> bool {
        matches!(self, Self::Offline | Self::Off | Self::Status)
    }

    /// The state for a refusal to play, with its detail.
    pub fn of_refusal(refusal: Refusal) -> (Self, u32) {
        match refusal {
            Refusal::Expired => (Self::Expired, 0),
            Refusal::Right => (Self::Right, 0),
            Refusal::Off => (Self::Off, 0),
            Refusal::Status(status, _) => (Self::Status, status.code().unsigned_abs().into()),
            // Playing needs neither a switched-off phone nor a provider's ability, so these refusals do not occur.
            Refusal::On | Refusal::Unable(_) => (Self::Offline, 0),
        }
    }
}

/// Why the phones of a group are refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InvalidGroup {
    /// The phones are fewer than [`GROUP_MIN`], or more than [`GROUP_MAX`].
    Count,
    /// A phone is named twice.
    Duplicate,
    /// The master is none of the phones.
    Master,
}

/// The phones of a group in the order of their slots: the master comes first.
pub fn group_slots(phone_ids: &[i64], master: i64) -> Result<Vec<i64>, InvalidGroup> {
    if !(GROUP_MIN..=GROUP_MAX).contains(&phone_ids.len()) {
        return Err(InvalidGroup::Count);
    }
    if phone_ids.iter().collect::<BTreeSet<_>>().len() < phone_ids.len() {
        return Err(InvalidGroup::Duplicate);
    }
    if !phone_ids.contains(&master) {
        return Err(InvalidGroup::Master);
    }
    let others = phone_ids.iter().copied().filter(|id| *id != master);
    Ok(std::iter::once(master).chain(others).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::phones::Status;

    #[test]
    fn a_group_has_2_to_300_phones_each_once_and_its_master_is_one_of_them() {
        let ids = |n: i64| (1..=n).collect::<Vec<_>>();
        assert_eq!(group_slots(&[5, 3, 9], 3), Ok(vec![3, 5, 9]));
        assert_eq!(group_slots(&ids(1), 1), Err(InvalidGroup::Count));
        assert_eq!(group_slots(&[], 1), Err(InvalidGroup::Count));
        for count in [2, 300] {
            let slots = group_slots(&ids(count), count).unwrap();
            assert_eq!((slots.len(), slots[0]), (ids(count).len(), count));
            assert_eq!(
                group_slots(&ids(count), count + 1),
                Err(InvalidGroup::Master)
            );
        }
        assert_eq!(group_slots(&ids(301), 1), Err(InvalidGroup::Count));
        assert_eq!(group_slots(&[1, 2, 1], 2), Err(InvalidGroup::Duplicate));
    }

    #[test]
    fn a_refusal_says_why_a_phone_does_not_follow() {
        let of = Following::of_refusal;
        assert_eq!(of(Refusal::Off), (Following::Off, 0));
        assert_eq!(
            of(Refusal::Status(Status::Restarting, None)),
            (Following::Status, 2)
        );
        assert_eq!(of(Refusal::Expired), (Following::Expired, 0));
        assert_eq!(of(Refusal::Right), (Following::Right, 0));
    }

    #[test]
    fn codes_are_read_as_they_are_written() {
        for one in Following::ALL {
            assert_eq!(Following::from_code(one as u8), Some(one));
        }
        assert_eq!(Following::from_code(11), None);
    }
}
