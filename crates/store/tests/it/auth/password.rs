//! Passwords: how they are hashed, compared, and judged by the work that a hash costs.

use argon2::password_hash::phc::PasswordHash;
use argon2::{Argon2, Params, PasswordVerifier};
use store::internal::{NOBODY, hash_password, is_costly_hash, is_hash, verify_password};

#[test]
fn an_unknown_account_is_never_verified() {
    assert!(!verify_password("Owldeck#2026", None).unwrap());
    assert!(!verify_password("", Some("")).unwrap());
    let hash = hash_password("Owldeck#2026").unwrap();
    assert!(verify_password("Owldeck#2026", Some(&hash)).unwrap());
    assert!(!verify_password("Owldeck#2027", Some(&hash)).unwrap());
    assert!(verify_password("Owldeck#2026", Some("not a hash")).is_err());
}

#[test]
fn nobody_costs_what_a_new_password_costs() {
    let cost = |hash: &str| {
        let hash = PasswordHash::new(hash).unwrap();
        (
            hash.algorithm,
            hash.version,
            Params::try_from(&hash).unwrap(),
        )
    };
    assert_eq!(cost(NOBODY), cost(&hash_password("Owldeck#2026").unwrap()));
}

#[test]
fn a_hash_of_less_work_than_ours_is_not_costly() {
    assert!(is_hash(NOBODY) && is_costly_hash(NOBODY));
    for cheap in ["m=19455,t=2,p=1", "m=19456,t=1,p=1", "m=8,t=1,p=1"] {
        let hash = NOBODY.replace("m=19456,t=2,p=1", cheap);
        assert!(is_hash(&hash) && !is_costly_hash(&hash), "{cheap}");
    }
    for none in ["$argon2id$", "$argon2id$v=19$m=8,t=1,p=1", "Owldeck#2026"] {
        assert!(!is_hash(none), "{none}");
    }
}

#[test]
fn hashes_are_those_of_the_library() {
    let hash = hash_password("密码 Owldeck#2026").unwrap();
    assert!(
        hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"),
        "{hash}"
    );
    let library = Argon2::default();
    assert!(
        library
            .verify_password("密码 Owldeck#2026".as_bytes(), hash.as_str())
            .is_ok()
    );
    assert_ne!(
        hash,
        hash_password("密码 Owldeck#2026").unwrap(),
        "each has its own salt"
    );
}
