//! How many sockets one member and one address hold open, of all kinds together.

use std::collections::HashMap;
use std::hash::Hash;
use std::net::IpAddr;
use std::sync::Arc;

use domain::live::{SOCKETS_PER_ADDRESS, SOCKETS_PER_MEMBER};
use parking_lot::{Mutex, MutexGuard};

/// Counts open sockets on this node. Cheap to clone.
#[derive(Clone, Default)]
pub struct ConnectionLimiter(Arc<Mutex<Counts>>);

#[derive(Default)]
struct Counts {
    members: HashMap<i64, usize>,
    addresses: HashMap<IpAddr, usize>,
}

/// The right to hold one socket; dropped, it is given back.
pub struct ConnectionPermit {
    limiter: ConnectionLimiter,
    who: Who,
}

#[derive(Clone, Copy)]
enum Who {
    Member(i64),
    Address(IpAddr),
}

impl ConnectionLimiter {
    /// A permit for a socket of an address; none when it holds [`SOCKETS_PER_ADDRESS`].
    pub fn of_address(&self, address: IpAddr) -> Option<ConnectionPermit> {
        let address = address.to_canonical();
        take(&mut self.lock().addresses, address, SOCKETS_PER_ADDRESS)
            .then(|| self.permit(Who::Address(address)))
    }

    /// A permit for a socket of a member; none when it holds [`SOCKETS_PER_MEMBER`].
    pub fn of_member(&self, member_id: i64) -> Option<ConnectionPermit> {
        take(&mut self.lock().members, member_id, SOCKETS_PER_MEMBER)
            .then(|| self.permit(Who::Member(member_id)))
    }

    fn permit(&self, who: Who) -> ConnectionPermit {
        ConnectionPermit {
            limiter: self.clone(),
            who,
        }
    }

    fn lock(&self) -> MutexGuard<'_, Counts> {
        self.0.lock()
    }
}

impl Drop for ConnectionPermit {
    fn drop(&mut self) {
        let mut counts = self.limiter.lock();
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

/// Keys without sockets go: the map stays as small as the number of open sockets.
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
        let limiter = ConnectionLimiter::default();
        let mut permits: Vec<ConnectionPermit> = (0..SOCKETS_PER_MEMBER)
            .map(|_| limiter.of_member(1).unwrap())
            .collect();
        assert!(limiter.of_member(1).is_none());
        assert!(
            limiter.of_member(2).is_some(),
            "another member is not concerned"
        );
        permits.pop();
        assert!(limiter.of_member(1).is_some());
        drop(permits);
        assert!(limiter.lock().members.is_empty());
    }

    #[test]
    fn an_address_is_one_however_it_is_written() {
        let limiter = ConnectionLimiter::default();
        let (plain, mapped): (IpAddr, IpAddr) = (
            "203.0.113.9".parse().unwrap(),
            "::ffff:203.0.113.9".parse().unwrap(),
        );
        let permits: Vec<ConnectionPermit> = (0..SOCKETS_PER_ADDRESS)
            .map(|at| {
                limiter
                    .of_address(if at % 2 == 0 { plain } else { mapped })
                    .unwrap()
            })
            .collect();
        assert!(limiter.of_address(mapped).is_none());
        drop(permits);
        assert!(limiter.lock().addresses.is_empty());
    }
}
