//! Places: how many operations run at once on one node, and in what order waiting ones get their turns.

use std::collections::BTreeMap;

use super::Kind;

/// Operations that run at once on one node; others wait in line.
pub const RUNNING_MAX: usize = 64;
/// Places beside [`RUNNING_MAX`] for members who hold none: a member who waits behind others' phones begins at once.
pub const RUNNING_SPARE: usize = 16;
/// Phones that start at once on one node: booting costs their host much.
pub const BOOTING_MAX: usize = 10;
/// Places beside [`BOOTING_MAX`] for members none of whose phones is starting.
pub const BOOTING_SPARE: usize = 6;
/// Phones to which files go at once from one node: they share its line and its disk.
pub const SENDING_MAX: usize = 16;
/// Places beside [`SENDING_MAX`] for members to none of whose phones files go.
pub const SENDING_SPARE: usize = 8;
/// Time for which a running operation holds its place: by then a phone has started or hangs, and a phone that hangs delays no other. An
/// operation that sends holds its place to its end: the sender itself cuts a line that does not move.
pub const PLACE_MS: i64 = 60 * 1000;

const _: () = assert!(BOOTING_MAX <= RUNNING_MAX && BOOTING_SPARE <= RUNNING_SPARE);
// Operations that send hold their places long: most places are left to others.
const _: () = assert!(2 * (SENDING_MAX + SENDING_SPARE) < RUNNING_MAX);

impl Kind {
    /// Time that the operation takes on so many phones of one node when nothing else runs there, in milliseconds: as many at once as have
    /// places, each turn as long as the slowest phone takes.
    pub fn expected_for(self, phones: usize, slowest_ms: i64) -> i64 {
        let at_once = if self.sends() {
            SENDING_MAX
        } else if self.boots() {
            BOOTING_MAX
        } else {
            RUNNING_MAX
        };
        let turns = phones.div_ceil(at_once).max(1);
        i64::try_from(turns).map_or(i64::MAX, |turns| slowest_ms.saturating_mul(turns))
    }
}

/// An operation, as far as places go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Claimant {
    /// Member who asked for the operation.
    pub member_id: i64,
    /// Batch of the operation.
    pub batch_id: i64,
    /// Kind of the operation.
    pub kind: Kind,
}

/// Number of places held on one node, or by one member.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct HeldPlaces {
    running: usize,
    booting: usize,
    sending: usize,
}

impl HeldPlaces {
    fn add(&mut self, kind: Kind) {
        self.running += 1;
        self.booting += usize::from(kind.boots());
        self.sending += usize::from(kind.sends());
    }
}

/// The held places of one node.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Places {
    all: HeldPlaces,
    members: BTreeMap<i64, HeldPlaces>,
    batches: BTreeMap<i64, usize>,
}

impl Places {
    /// The places held by running operations: those that send, and those that have run for less than [`PLACE_MS`].
    pub fn held_by(running: impl IntoIterator<Item = Claimant>) -> Self {
        let mut places = Self::default();
        for claimant in running {
            places.give(claimant);
        }
        places
    }

    /// Whether one more operation of this kind may run for a member.
    pub fn has_room(&self, member_id: i64, kind: Kind) -> bool {
        let own = self.of(member_id);
        let is_free = |held: usize, own: usize, max: usize, spare: usize| {
            held < max || (own == 0 && held < max + spare)
        };
        is_free(self.all.running, own.running, RUNNING_MAX, RUNNING_SPARE)
            && (!kind.boots() || is_free(self.all.booting, own.booting, BOOTING_MAX, BOOTING_SPARE))
            && (!kind.sends() || is_free(self.all.sending, own.sending, SENDING_MAX, SENDING_SPARE))
    }

    /// Number of places that a member holds.
    pub fn of_member(&self, member_id: i64) -> usize {
        self.of(member_id).running
    }

    fn of(&self, member_id: i64) -> HeldPlaces {
        self.members.get(&member_id).copied().unwrap_or_default()
    }

    fn of_batch(&self, batch_id: i64) -> usize {
        self.batches.get(&batch_id).copied().unwrap_or_default()
    }

    fn give(&mut self, to: Claimant) {
        self.all.add(to.kind);
        self.members.entry(to.member_id).or_default().add(to.kind);
        *self.batches.entry(to.batch_id).or_default() += 1;
    }
}

/// The operations whose turn it is: indices into a line whose oldest stand first. A place goes to the member with the fewest places, within
/// a member to the batch with the fewest, so that none waits for another to end.
pub fn turns(line: &[Claimant], mut places: Places) -> Vec<usize> {
    let mut waiting: Vec<usize> = (0..line.len()).collect();
    let mut taken = Vec::new();
    loop {
        let next = waiting
            .iter()
            .enumerate()
            .map(|(nth, at)| (nth, *at, line[*at]))
            .filter(|(_, _, who)| places.has_room(who.member_id, who.kind))
            .min_by_key(|(_, at, who)| {
                (
                    places.of_member(who.member_id),
                    places.of_batch(who.batch_id),
                    *at,
                )
            });
        let Some((nth, at, who)) = next else {
            return taken;
        };
        waiting.remove(nth);
        places.give(who);
        taken.push(at);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn of(member_id: i64, kind: Kind) -> Claimant {
        Claimant {
            member_id,
            batch_id: member_id * 100,
            kind,
        }
    }

    /// The members whose turn it is.
    fn members(line: &[Claimant], running: &[Claimant]) -> Vec<i64> {
        let places = Places::held_by(running.iter().copied());
        let taken = turns(line, places);
        taken.into_iter().map(|at| line[at].member_id).collect()
    }

    #[test]
    fn the_member_with_the_fewest_is_first_and_boots_are_staggered() {
        let mut line = vec![of(1, Kind::Reboot); BOOTING_MAX + 5];
        line.push(of(2, Kind::Reboot));
        let taken = members(&line, &[]);
        assert_eq!(taken.len(), BOOTING_MAX);
        assert_eq!(taken[..2], [1, 2]);
    }

    #[test]
    fn whoever_has_no_phone_starting_begins_though_another_fills_all_places() {
        let hung = [of(1, Kind::FactoryReset); BOOTING_MAX];
        let line: Vec<Claimant> = [1, 2, 2, 3].map(|id| of(id, Kind::Reboot)).to_vec();
        assert_eq!(members(&line, &hung), [2, 3]);
        // Member 2 has an operation running that starts no phone.
        let more = [hung.as_slice(), &[of(2, Kind::Density)]].concat();
        assert_eq!(members(&line, &more), [3, 2]);
    }

    #[test]
    fn spare_places_end_too() {
        let newcomers = i64::try_from(BOOTING_SPARE).unwrap() + 1;
        let line: Vec<Claimant> = (2..2 + newcomers).map(|id| of(id, Kind::Reboot)).collect();
        let hung = [of(1, Kind::Reboot); BOOTING_MAX];
        assert_eq!(members(&line, &hung).len(), BOOTING_SPARE);

        let busy = [of(1, Kind::Probe); RUNNING_MAX];
        let many = i64::try_from(RUNNING_SPARE).unwrap() + 1;
        let line: Vec<Claimant> = (1..=1 + many).map(|id| of(id, Kind::Probe)).collect();
        let taken = members(&line, &busy);
        assert_eq!((taken.len(), taken[0]), (RUNNING_SPARE, 2));
    }

    #[test]
    fn what_does_not_start_a_phone_waits_for_no_boot() {
        let hung = [of(1, Kind::Reboot); BOOTING_MAX];
        let line = [of(1, Kind::Reboot), of(1, Kind::Density)];
        let taken = turns(&line, Places::held_by(hung));
        assert_eq!(taken, [1]);
    }

    #[test]
    fn files_go_to_some_phones_at_once_and_whoever_sends_nothing_yet_begins() {
        let busy = [of(1, Kind::InstallApp); SENDING_MAX];
        let line: Vec<Claimant> = [1, 2, 2, 3].map(|id| of(id, Kind::PushFile)).to_vec();
        assert_eq!(members(&line, &busy), [2, 3]);
        let fewer = &busy[1..];
        assert_eq!(members(&line[..1], fewer), [1]);
        // A restart does not wait for files.
        assert_eq!(members(&[of(1, Kind::Reboot)], &busy), [1]);
        let many = i64::try_from(SENDING_SPARE).unwrap() + 1;
        let line: Vec<Claimant> = (2..2 + many).map(|id| of(id, Kind::PushFile)).collect();
        assert_eq!(members(&line, &busy).len(), SENDING_SPARE);
    }

    #[test]
    fn many_phones_take_as_many_turns_as_places_make_necessary() {
        let took = |kind: Kind, phones| kind.expected_for(phones, 1000);
        assert_eq!(
            [0, 1, BOOTING_MAX].map(|n| took(Kind::Reboot, n)),
            [1000; 3]
        );
        assert_eq!(took(Kind::Reboot, BOOTING_MAX + 1), 2000);
        assert_eq!(took(Kind::PushFile, SENDING_MAX), 1000);
        assert_eq!(took(Kind::PushFile, 2 * SENDING_MAX + 1), 3000);
        assert_eq!(took(Kind::Density, RUNNING_MAX), 1000);
        assert_eq!(took(Kind::Density, RUNNING_MAX + 1), 2000);
        assert_eq!(Kind::Reboot.expected_for(300, i64::MAX), i64::MAX);
    }

    #[test]
    fn of_one_member_the_batch_with_the_fewest_is_first() {
        let in_batch = |batch_id| Claimant {
            member_id: 1,
            batch_id,
            kind: Kind::Density,
        };
        let mut line = vec![in_batch(1); BOOTING_MAX];
        line.push(in_batch(2));
        let taken = turns(&line, Places::default());
        assert_eq!((taken.len(), taken[1]), (line.len(), BOOTING_MAX));
    }
}
