//! How long a proof of the password counts.

use domain::auth::SignIn;
use domain::session::PROOF_MS;
use store::session::{
    Arrival, ProveError, Terminal, TypedPassword, actor_of, prove_password, sign_in,
};

use crate::fixture::{MINUTE, NOW, OWNER, PASSWORD, on_each_database};

fn typed(password: &str) -> TypedPassword {
    TypedPassword {
        password: password.to_owned(),
        device: String::new(),
        address: None,
    }
}

#[test]
fn a_sign_in_by_password_counts_for_15_minutes_and_another_proof_for_as_long() {
    on_each_database(async |f| {
        let actor = f.actor(OWNER).await;
        assert!(actor.has_proved(NOW));
        assert!(actor.has_proved(NOW + PROOF_MS - 1));
        assert!(!actor.has_proved(NOW + PROOF_MS));

        let later = NOW + PROOF_MS;
        let wrong = prove_password(&f.store, &actor, typed("wrong"), later).await;
        assert!(matches!(wrong, Err(ProveError::Wrong)), "{wrong:?}");
        prove_password(&f.store, &actor, typed(PASSWORD), later)
            .await
            .unwrap();
        assert!(
            !actor.has_proved(later),
            "what was loaded before is as it was"
        );

        let form = SignIn::parse(OWNER, PASSWORD, None).unwrap();
        let arrival = Arrival::from(Terminal::Pc);
        let other = sign_in(&f.store, form, arrival, NOW).await.unwrap();
        let other = actor_of(&f.store, other.access, NOW + MINUTE)
            .await
            .unwrap();
        assert!(!other.unwrap().has_proved(later), "another session");
    });
}
