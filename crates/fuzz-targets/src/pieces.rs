//! Shared part of all targets of one stream: no bytes make a decoder panic, and pieces change nothing.

use std::fmt::Debug;

use phone_wire::{Decoder, Grammar};

/// Reads the bytes at once and in two pieces, cut where their first byte says; both must end alike.
pub fn same_in_pieces<G>(grammar: &G, bytes: &[u8])
where
    G: Grammar + Clone,
    G::Item: PartialEq + Debug,
    G::Error: PartialEq + Debug,
{
    let cut = bytes
        .first()
        .map_or(0, |first| usize::from(*first) % (bytes.len() + 1));
    let (start, rest) = bytes.split_at(cut);
    assert_eq!(
        read(grammar.clone(), &[bytes]),
        read(grammar.clone(), &[start, rest])
    );
}

fn read<G: Grammar>(grammar: G, pieces: &[&[u8]]) -> (Vec<G::Item>, Option<G::Error>) {
    let mut decoder = Decoder::new(grammar);
    let mut items = Vec::new();
    for piece in pieces {
        decoder.feed(piece);
        loop {
            match decoder.pull() {
                Ok(Some(item)) => items.push(item),
                Ok(None) => break,
                Err(error) => return (items, Some(error)),
            }
        }
    }
    (items, None)
}
