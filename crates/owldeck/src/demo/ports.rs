//! Search of free ports for the simulated phones.

use std::net::TcpListener;

/// Port from which free ones are searched.
const FIRST_PORT: u16 = 16_000;
/// Ports are searched in blocks of this many: a port that is free while one phone of another demo starts again is none, as its neighbours are taken.
const BLOCK: u16 = 50;

/// First ports of ranges where the phones may listen: the same as before if that is possible, else those that are free now.
pub fn free_ranges(
    before: Option<u16>,
    count: u16,
    is_free: impl Fn(u16) -> bool,
) -> impl Iterator<Item = u16> {
    let block = count.next_multiple_of(BLOCK);
    let same = before.map(|first| (first, count));
    let others = (FIRST_PORT..u16::MAX - block)
        .step_by(block.into())
        .map(move |first| (first, block));
    same.into_iter()
        .chain(others)
        .filter(move |(first, count)| {
            first
                .checked_add(count - 1)
                .is_some_and(|last| (*first..=last).all(&is_free))
        })
        .map(|(first, _)| first)
}

/// Whether nobody listens at a port of loopback.
pub fn is_free(port: u16) -> bool {
    TcpListener::bind(("127.0.0.1", port)).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ports_are_kept_when_they_are_free_and_moved_when_not() {
        let before = FIRST_PORT + 1000;
        let first = |before, taken| free_ranges(before, 3, move |port| port != taken).next();
        assert_eq!(first(Some(before), FIRST_PORT), Some(before));
        assert_eq!(first(Some(before), before + 1), Some(FIRST_PORT));
        // The block of a demo with more phones, whose first one starts again.
        let others = FIRST_PORT + 1..FIRST_PORT + 9;
        let beside = free_ranges(None, 1, move |port| !others.contains(&port)).next();
        assert_eq!(beside, Some(FIRST_PORT + BLOCK));
        assert_eq!(first(Some(u16::MAX), 0), Some(FIRST_PORT));
    }

    #[test]
    fn a_port_is_free_when_nobody_listens() {
        let listener = TcpListener::bind(("127.0.0.1", 0)).expect("a port");
        assert!(!is_free(listener.local_addr().expect("an address").port()));
    }
}
