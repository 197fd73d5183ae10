//! Sign-in methods that this server can offer, by the senders and services that it was started with.

use domain::auth::ways::SignInMethod;

use crate::Engine;

impl Engine {
    /// Sign-in methods that are set up on this server, whether or not operators have switched them on.
    pub fn sign_in_methods(&self) -> Vec<SignInMethod> {
        let methods = [
            (SignInMethod::Password, true),
            (SignInMethod::Sms, self.senders.sms.is_some()),
            (SignInMethod::Email, self.senders.mail.is_some()),
            (SignInMethod::Social, !self.social.providers().is_empty()),
        ];
        methods
            .into_iter()
            .filter_map(|(method, works)| works.then_some(method))
            .collect()
    }
}
