//! Secrets: ids, tokens, and what follows from a token and the secret of its database.

use store::internal::{Secret, hash_token, new_id, new_owl_id};

#[test]
fn ids_are_positive_and_exact_in_javascript() {
    for _ in 0..1000 {
        let id = new_id();
        assert!((1 << 52..1 << 53).contains(&id), "{id}");
    }
}

#[test]
fn owl_ids_avoid_letters_that_look_alike() {
    for _ in 0..200 {
        let id = new_owl_id();
        assert_eq!(id.len(), 9);
        assert!(!id[4..].contains(['0', 'O', '1', 'I', 'L']), "{id}");
    }
}

#[test]
fn a_successor_needs_the_secret_and_the_spent_token() {
    let (secret, other) = (Secret::random(), Secret::random());
    let next = secret.next_refresh(1, 2, "spent");
    assert_eq!(next, secret.next_refresh(1, 2, "spent"));
    assert_ne!(next, other.next_refresh(1, 2, "spent"));
    assert_ne!(next, secret.next_refresh(1, 2, "another"));
    assert_ne!(next, secret.next_refresh(1, 3, "spent"));
    assert_ne!(secret.access_of(&next), next);
}

#[test]
fn a_token_of_128_bytes_is_hashed_and_one_of_129_is_not() {
    assert!(hash_token(&"a".repeat(128)).is_some());
    assert!(hash_token(&"a".repeat(129)).is_none());
}
