//! How many sockets one member and one address hold open, of all kinds together.

use std::collections::HashMap;
use std::hash::Hash;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use domain::live::{SOCKETS_PER_ADDRESS, SOCKETS_PER_MEMBER};

/// Counts open sockets on this node. Cheap to clone.
#[derive(Clone, Default)]
pub struct Crowd(Arc<Mutex<Counts>>);

#[derive(Default)]
struct Counts {
    members: HashMap<i64, usize>,
    addresses: HashMap<IpAddr, usize>,
}

/// A place in the crowd; dropped, it is free.
pub struct Place {
    crowd: Crowd,
    who: Who,
}

#[derive(Clone, Copy)]
enum Who {
    Member(i64),
    Address(IpAddr),
}

impl Crowd {
    /// A place for a socket of an address; none when it holds [`SOCKETS_PER_ADDRESS`].
    pub fn of_address(&self, address: IpAddr) -> Option<Place> {
        let address = address.to_canonical();
        take(&mut self.lock().addresses, address, SOCKETS_PER_ADDRESS)
            .then(|| self.place(Who::Address(address)))
    }

    /// A place for a socket of a member; none when it holds [`SOCKETS_PER_MEMBER`].
    pub fn of_member(&self, member_id: i64) -> Option<Place> {
        take(&mut self.lock().members, member_id, SOCKETS_PER_MEMBER)
            .then(|| self.place(Who::Member(member_id)))
    }

    fn place(&self, who: Who) -> Place {
        Place {
            crowd: self.clone(),
            who,
        }
    }

    fn lock(&self) -> MutexGuard<'_, Counts> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut counts = self.crowd.lock();
        match self.who {
            Who::Member(id) => free(&mut counts.members, &id),
            Who::Address(address) => free(&mut counts.addresses, &address),
        }
    }
}

fn take<K: Eq + Hash>(counts: &mut HashMap<K, usize>, key: K, most: usize) -> bool {
    let count = counts.entry(key).or_default();
    let room = *count < most;
    *count += usize::from(room);
    room
}

/// Keys without sockets go: the map stays as small as the crowd.
fn free<K: Eq + Hash>(counts: &mut HashMap<K, usize>, key: &K) {
    if let Some(count) = counts.get_mut(key) {
        *count -= 1;
        if *count == 0 {
            counts.remove(key);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_member_holds_a_hundred_sockets_and_no_more_until_one_closes() {
        let crowd = Crowd::default();
        let mut places: Vec<Place> = (0..SOCKETS_PER_MEMBER)
            .map(|_| crowd.of_member(1).unwrap())
            .collect();
        assert!(crowd.of_member(1).is_none());
        assert!(
            crowd.of_member(2).is_some(),
            "another member is not concerned"
        );
        places.pop();
        assert!(crowd.of_member(1).is_some());
        drop(places);
        assert!(crowd.lock().members.is_empty());
    }

    #[test]
    fn an_address_is_one_however_it_is_written() {
        let crowd = Crowd::default();
        let (plain, mapped): (IpAddr, IpAddr) = (
            "203.0.113.9".parse().unwrap(),
            "::ffff:203.0.113.9".parse().unwrap(),
        );
        let places: Vec<Place> = (0..SOCKETS_PER_ADDRESS)
            .map(|at| {
                crowd
                    .of_address(if at % 2 == 0 { plain } else { mapped })
                    .unwrap()
            })
            .collect();
        assert!(crowd.of_address(mapped).is_none());
        drop(places);
        assert!(crowd.lock().addresses.is_empty());
    }
}
