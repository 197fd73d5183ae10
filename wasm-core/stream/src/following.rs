//! Followers of a group: which of them the page asked for, their last reported states, and changes that the page was not told yet.

use std::collections::{BTreeMap, BTreeSet};

use domain::play::{Following, Pace};

use crate::types::{Follower, FollowingState};

/// Phones of one group beside its master. Those that the page asked for are never [`FollowingState::Excluded`], all others always are.
#[derive(Debug)]
pub struct Followers {
    master: u64,
    phones: BTreeMap<u64, Follower>,
    /// Phones whose state differs from what the page was told.
    changed: BTreeSet<u64>,
}

impl Followers {
    /// Group without followers.
    pub const fn new(master: u64) -> Self {
        Self {
            master,
            phones: BTreeMap::new(),
            changed: BTreeSet::new(),
        }
    }

    /// Makes a phone follow; `false` when it follows already, or is about to, or is the master. A phone that was asked before and could not
    /// follow is tried again.
    pub fn include(&mut self, phone_id: u64) -> bool {
        let goes_on = matches!(
            self.state_of(phone_id),
            FollowingState::Joining | FollowingState::Follows
        );
        if goes_on || phone_id == self.master {
            return false;
        }
        self.begins(phone_id, FollowingState::Joining);
        true
    }

    /// Makes a phone stop following; `false` when it was not asked to follow.
    pub fn exclude(&mut self, phone_id: u64) -> bool {
        let asked = self.is_included(phone_id);
        if asked {
            self.begins(phone_id, FollowingState::Excluded);
        }
        asked
    }

    /// Sets the phones of the group; returns those that thereby stopped following.
    pub fn retain(&mut self, phone_ids: &[u64]) -> Vec<u64> {
        let mut gone: Vec<u64> = self.included().collect();
        gone.retain(|id| !phone_ids.contains(id) && self.exclude(*id));
        gone
    }

    /// Phones that the page asked for.
    pub fn included(&self) -> impl Iterator<Item = u64> {
        self.phones
            .values()
            .filter(|one| one.state != FollowingState::Excluded)
            .map(|one| one.phone_id)
    }

    /// Takes the server's report how a phone follows.
    pub fn heard(&mut self, phone_id: u64, following: Following, detail: u32) {
        // A report that was on its way when the phone was released is ignored.
        if self.is_included(phone_id) {
            match FollowingState::from(following) {
                // The phone was released and asked for again: the answer to the latter follows.
                FollowingState::Excluded => self.begins(phone_id, FollowingState::Joining),
                state => {
                    self.change(phone_id, |one| (one.state, one.detail) = (state, detail));
                }
            }
        }
    }

    /// Takes the server's report of the newest input's delay.
    pub fn lagged(&mut self, phone_id: u64, lag_ms: u32) {
        if self.is_included(phone_id) {
            self.change(phone_id, |one| one.lag_ms = lag_ms);
        }
    }

    /// Takes the server's report whether a phone keeps up with the inputs.
    pub fn paced(&mut self, phone_id: u64, pace: Pace) {
        if self.is_included(phone_id) {
            self.change(phone_id, |one| one.left_out = pace == Pace::LeftOut);
        }
    }

    /// Takes the server's report of a picture's orientation.
    pub fn turned(&mut self, phone_id: u64, landscape: bool) {
        if phone_id != self.master {
            self.change(phone_id, |one| one.landscape = Some(landscape));
        }
    }

    /// Phones to ask for over a connection that has just opened.
    pub fn awaited(&self) -> impl Iterator<Item = u64> {
        self.phones
            .values()
            .filter(|one| one.state == FollowingState::Joining)
            .map(|one| one.phone_id)
    }

    /// Notes that the connection is lost. Over the next one the phones that the page asked for are requested again, except for those that another
    /// member has, or this member on another page: the page must ask for these again itself.
    pub fn cut(&mut self) {
        let phone_ids: Vec<u64> = self.phones.keys().copied().collect();
        for phone_id in phone_ids {
            let taken = matches!(
                self.state_of(phone_id),
                FollowingState::Excluded | FollowingState::Elsewhere | FollowingState::Occupied
            );
            if !taken {
                self.begins(phone_id, FollowingState::Joining);
            }
            self.change(phone_id, |one| one.landscape = None);
        }
    }

    /// Whether there are changes for the page.
    pub fn has_news(&self) -> bool {
        !self.changed.is_empty()
    }

    /// Phones that changed since the page was told, each once.
    pub fn take_news(&mut self) -> Vec<Follower> {
        std::mem::take(&mut self.changed)
            .iter()
            .filter_map(|id| self.phones.get(id).copied())
            .collect()
    }

    fn state_of(&self, phone_id: u64) -> FollowingState {
        let known = self.phones.get(&phone_id);
        known.map_or(FollowingState::Excluded, |one| one.state)
    }

    fn is_included(&self, phone_id: u64) -> bool {
        self.state_of(phone_id) != FollowingState::Excluded
    }

    /// Sets a phone's state and resets what was reported about it, except the orientation.
    fn begins(&mut self, phone_id: u64, state: FollowingState) {
        self.change(phone_id, |one| {
            (one.state, one.detail) = (state, 0);
            (one.lag_ms, one.left_out) = (0, false);
        });
    }

    fn change(&mut self, phone_id: u64, act: impl FnOnce(&mut Follower)) {
        let one = self.phones.entry(phone_id).or_insert(Follower {
            phone_id,
            state: FollowingState::Excluded,
            detail: 0,
            lag_ms: 0,
            left_out: false,
            landscape: None,
        });
        let before = *one;
        act(one);
        if *one != before {
            self.changed.insert(phone_id);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MASTER: u64 = 1;

    /// Phones that were asked for, told already.
    fn asked(phone_ids: &[u64]) -> Followers {
        let mut followers = Followers::new(MASTER);
        for id in phone_ids {
            assert!(followers.include(*id));
        }
        followers.take_news();
        followers
    }

    fn follower(phone_id: u64, state: FollowingState) -> Follower {
        Follower {
            phone_id,
            state,
            detail: 0,
            lag_ms: 0,
            left_out: false,
            landscape: None,
        }
    }

    #[test]
    fn what_changed_comes_together_and_once() {
        let mut followers = Followers::new(MASTER);
        assert!(!followers.has_news());
        followers.include(3);
        followers.include(2);
        followers.heard(3, Following::Follows, 0);
        followers.turned(3, true);
        followers.lagged(3, 310);
        assert!(followers.has_news());
        let three = Follower {
            lag_ms: 310,
            landscape: Some(true),
            ..follower(3, FollowingState::Follows)
        };
        assert_eq!(
            followers.take_news(),
            [follower(2, FollowingState::Joining), three]
        );
        assert!(!followers.has_news());
        // A report of the present state is no news.
        followers.heard(3, Following::Follows, 0);
        followers.turned(3, true);
        followers.lagged(3, 310);
        assert_eq!(followers.take_news(), []);
    }

    #[test]
    fn what_was_left_out_is_told_until_the_phone_keeps_up_or_begins_anew() {
        let mut followers = asked(&[2]);
        let mut left_out = |act: &dyn Fn(&mut Followers)| {
            act(&mut followers);
            let news = followers.take_news();
            news.first().map(|one| one.left_out)
        };
        left_out(&|all| all.heard(2, Following::Follows, 0));
        assert_eq!(left_out(&|all| all.paced(2, Pace::Slow)), None);
        assert_eq!(left_out(&|all| all.paced(2, Pace::LeftOut)), Some(true));
        assert_eq!(left_out(&|all| all.paced(2, Pace::LeftOut)), None);
        assert_eq!(left_out(&|all| all.paced(2, Pace::Flowing)), Some(false));
        left_out(&|all| all.paced(2, Pace::LeftOut));
        assert_eq!(left_out(&Followers::cut), Some(false));
        left_out(&|all| {
            all.exclude(2);
        });
        assert_eq!(left_out(&|all| all.paced(2, Pace::LeftOut)), None);
    }

    #[test]
    fn a_phone_is_asked_once_and_anew_where_it_does_not_follow() {
        let mut followers = asked(&[2]);
        assert!(!followers.include(2));
        followers.heard(2, Following::Follows, 0);
        assert!(!followers.include(2));
        followers.heard(2, Following::Status, 7);
        let refused = Follower {
            detail: 7,
            ..follower(2, FollowingState::Status)
        };
        assert_eq!(followers.take_news(), [refused]);
        assert!(followers.include(2));
        assert_eq!(
            followers.take_news(),
            [follower(2, FollowingState::Joining)]
        );
        followers.heard(2, Following::Occupied, 0);
        assert_eq!(
            followers.take_news(),
            [follower(2, FollowingState::Occupied)]
        );
    }

    #[test]
    fn the_master_never_follows() {
        let mut followers = asked(&[2]);
        assert!(!followers.include(MASTER));
        assert!(!followers.exclude(MASTER));
        followers.heard(MASTER, Following::Follows, 0);
        followers.lagged(MASTER, 5);
        followers.turned(MASTER, true);
        assert_eq!(followers.take_news(), []);
        assert_eq!(followers.included().collect::<Vec<_>>(), [2]);
    }

    #[test]
    fn nothing_is_heard_of_a_phone_that_was_let_go_but_how_it_lies() {
        let mut followers = asked(&[2]);
        followers.heard(2, Following::Follows, 0);
        followers.lagged(2, 40);
        assert!(followers.exclude(2));
        followers.heard(2, Following::Offline, 0);
        followers.lagged(2, 50);
        assert_eq!(
            followers.take_news(),
            [follower(2, FollowingState::Excluded)]
        );
        assert!(!followers.exclude(2));
        followers.turned(2, false);
        let upright = Follower {
            landscape: Some(false),
            ..follower(2, FollowingState::Excluded)
        };
        assert_eq!(followers.take_news(), [upright]);
    }

    #[test]
    fn one_let_go_and_asked_again_joins_whatever_is_heard_first() {
        let mut followers = asked(&[2]);
        followers.heard(2, Following::Follows, 0);
        followers.lagged(2, 40);
        assert!(followers.exclude(2));
        assert!(followers.include(2));
        // Two reports were on their way when the phone was asked for again.
        followers.heard(2, Following::Follows, 0);
        followers.heard(2, Following::Excluded, 0);
        assert_eq!(
            followers.take_news(),
            [follower(2, FollowingState::Joining)]
        );
    }

    #[test]
    fn after_a_cut_all_that_were_asked_for_join_again_and_nobody_else() {
        let mut followers = asked(&[2, 3, 4]);
        followers.heard(2, Following::Follows, 0);
        followers.lagged(2, 40);
        followers.turned(2, true);
        followers.heard(3, Following::Off, 0);
        followers.exclude(4);
        followers.take_news();
        followers.cut();
        assert_eq!(
            followers.take_news(),
            [
                follower(2, FollowingState::Joining),
                follower(3, FollowingState::Joining)
            ]
        );
        assert_eq!(followers.included().collect::<Vec<_>>(), [2, 3]);
        assert_eq!(followers.awaited().collect::<Vec<_>>(), [2, 3]);
        followers.cut();
        assert_eq!(followers.take_news(), []);
    }

    #[test]
    fn after_a_cut_nobody_is_taken_from_who_has_it() {
        let mut followers = asked(&[2, 3, 4]);
        followers.heard(2, Following::Elsewhere, 0);
        followers.heard(3, Following::Occupied, 0);
        followers.heard(4, Following::Offline, 0);
        followers.take_news();
        followers.cut();
        assert_eq!(
            followers.take_news(),
            [follower(4, FollowingState::Joining)]
        );
        assert_eq!(followers.awaited().collect::<Vec<_>>(), [4]);
        assert!(followers.include(2), "the member may take it back");
    }

    #[test]
    fn phones_that_leave_the_group_are_let_go() {
        let mut followers = asked(&[2, 3]);
        assert_eq!(followers.retain(&[MASTER, 3, 5]), [2]);
        assert_eq!(
            followers.take_news(),
            [follower(2, FollowingState::Excluded)]
        );
        assert!(followers.retain(&[MASTER, 3, 5]).is_empty());
        assert_eq!(followers.included().collect::<Vec<_>>(), [3]);
    }

    #[test]
    fn each_way_of_following_reaches_the_page() {
        let mut followers = asked(&[2]);
        let mut states: Vec<FollowingState> = Vec::new();
        for following in Following::ALL {
            followers.heard(2, following, 0);
            states.extend(followers.take_news().iter().map(|one| one.state));
        }
        // A phone that is asked for is at least joining, whatever it was before.
        assert_eq!(states.len(), Following::ALL.len() - 2);
        states.dedup();
        assert_eq!(states.len(), Following::ALL.len() - 2);
        assert!(!states.contains(&FollowingState::Excluded));
    }
}
