//! Ways to sign in: which of them a server offers, and which of them its operators switched off.

use strum::{EnumCount, EnumString, IntoStaticStr, VariantArray};
use thiserror::Error;

use super::{Proof, Target};
use crate::every;
use crate::lang::{Lang, Words};

/// Permission to see how members sign in and what sends their codes.
pub const READ: &str = "system:sign-in:list";
/// Permission to change how members sign in.
pub const WRITE: &str = "system:sign-in:edit";
/// Permission to send a message by which a sender is tried.
pub const TEST: &str = "system:sign-in:test";

/// A way to sign in, by what proves the member.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, EnumCount, VariantArray, IntoStaticStr, EnumString,
)]
#[strum(serialize_all = "camelCase", const_into_str)]
#[cfg_attr(
    feature = "api",
    derive(serde::Serialize, serde::Deserialize, utoipa::ToSchema)
)]
#[cfg_attr(
    feature = "api",
    serde(rename_all = "lowercase"),
    schema(as = WayWord, description = "A way to sign in.")
)]
pub enum SignInMethod {
    /// A password, whatever names the account.
    Password,
    /// A code by SMS.
    Sms,
    /// A code by mail.
    Email,
    /// An account elsewhere.
    Social,
}

impl SignInMethod {
    /// All ways, in the order in which they are shown.
    pub const ALL: [Self; Self::COUNT] = every(Self::VARIANTS);

    /// The way of the form that an operator's `loginWay` names: `phone` is the form that asks for a phone number and a password.
    pub fn of_login_way(text: &str) -> Option<Self> {
        match text {
            "phone" => Some(Self::Password),
            other => other.parse().ok(),
        }
    }

    /// The way of a code to a target.
    pub const fn of_target(target: &Target) -> Self {
        match target {
            Target::Phone(_) => Self::Sms,
            Target::Mail(_) => Self::Email,
        }
    }

    /// The way of a form.
    pub const fn of_proof(proof: &Proof) -> Self {
        match proof {
            Proof::Password { .. } => Self::Password,
            Proof::Code { target, .. } => Self::of_target(target),
        }
    }
}

/// Ways that operators switched off.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SwitchedOff(Vec<SignInMethod>);

impl SwitchedOff {
    /// Switches off all ways but the given ones.
    pub fn all_but(on: &[SignInMethod]) -> Self {
        let off = |way: &SignInMethod| !on.contains(way);
        Self(SignInMethod::ALL.into_iter().filter(off).collect())
    }

    /// Reads the stored names; a name that is unknown switches nothing off.
    pub fn from_stored(text: &str) -> Self {
        let ways = text.split(',').filter_map(|name| name.parse().ok());
        Self(ways.collect())
    }

    /// The names as they are stored.
    pub fn stored(&self) -> String {
        let names: Vec<&str> = self.0.iter().map(SignInMethod::into_str).collect();
        names.join(",")
    }

    /// Whether a way is on.
    pub fn allows(&self, way: SignInMethod) -> bool {
        !self.0.contains(&way)
    }

    /// The given ways without those that are switched off.
    pub fn of(&self, ways: &[SignInMethod]) -> Vec<SignInMethod> {
        ways.iter()
            .copied()
            .filter(|way| self.allows(*way))
            .collect()
    }
}

/// Why a choice of ways is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum InvalidWays {
    /// No way would be left that works on this server by itself: an account elsewhere opens nothing until it is bound by another way.
    #[error("no way to sign in would be left")]
    Last,
    /// The operator who changes them could not sign in any more.
    #[error("the operator could not sign in any more")]
    Own,
    /// The form that is shown first belongs to a way that is off.
    #[error("the way that is shown first is off")]
    First,
}

impl InvalidWays {
    /// Field of the form that it concerns.
    pub const fn field(self) -> &'static str {
        match self {
            Self::Last | Self::Own => "methods",
            Self::First => "loginWay",
        }
    }

    /// Message for the form, in one language.
    pub const fn text(self, lang: Lang) -> &'static str {
        let words = match self {
            Self::Last => Words::new(
                "至少保留一种本服务器可用的密码或验证码登录：第三方账号要先用它们绑定",
                "Keep a password or code that works on this server: an account elsewhere is bound by one of them",
            ),
            Self::Own => Words::new(
                "这样你自己就无法再登录了：请保留一种你的账号能用的方式",
                "You could not sign in yourself any more: keep a way that your account has",
            ),
            Self::First => Words::new(
                "首选方式已关闭，请选择一种开启的方式",
                "The way that is shown first is off: choose one that is on",
            ),
        };
        words.in_lang(lang)
    }
}

/// Judges a choice of ways: `works` are those that this server can offer, `own` those that the operator's account has.
pub fn judge(
    off: &SwitchedOff,
    login_way: &str,
    works: &[SignInMethod],
    own: &[SignInMethod],
) -> Result<(), InvalidWays> {
    let left = off.of(works);
    if left.iter().all(|way| *way == SignInMethod::Social) {
        return Err(InvalidWays::Last);
    }
    if !left.iter().any(|way| own.contains(way)) {
        return Err(InvalidWays::Own);
    }
    match SignInMethod::of_login_way(login_way) {
        Some(first) if off.allows(first) => Ok(()),
        Some(_) | None => Err(InvalidWays::First),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_way_that_works_stays_and_so_does_one_of_the_operators_own() {
        let works = [SignInMethod::Password, SignInMethod::Sms];
        let judged = |on: &[SignInMethod], own: &[SignInMethod]| {
            judge(&SwitchedOff::all_but(on), on[0].into_str(), &works, own)
        };
        assert_eq!(judged(&[SignInMethod::Sms], &[SignInMethod::Sms]), Ok(()));
        assert_eq!(
            judged(&[SignInMethod::Sms], &[SignInMethod::Password]),
            Err(InvalidWays::Own)
        );
        assert_eq!(
            judged(&[SignInMethod::Email], &SignInMethod::ALL),
            Err(InvalidWays::Last)
        );
        let off = SwitchedOff::all_but(&[SignInMethod::Social]);
        let alone = judge(&off, "social", &SignInMethod::ALL, &SignInMethod::ALL);
        assert_eq!(alone, Err(InvalidWays::Last));
    }

    #[test]
    fn the_form_that_is_shown_first_is_on() {
        let off = SwitchedOff::all_but(&[SignInMethod::Sms]);
        for (login_way, judged) in [
            ("sms", Ok(())),
            ("phone", Err(InvalidWays::First)),
            ("password", Err(InvalidWays::First)),
            ("telepathy", Err(InvalidWays::First)),
        ] {
            assert_eq!(
                judge(&off, login_way, &SignInMethod::ALL, &SignInMethod::ALL),
                judged,
                "{login_way}"
            );
        }
    }

    #[test]
    fn what_is_stored_is_read_and_an_unknown_name_switches_nothing_off() {
        for on in [
            &SignInMethod::ALL[..],
            &[SignInMethod::Sms],
            &[SignInMethod::Password, SignInMethod::Social],
        ] {
            let off = SwitchedOff::all_but(on);
            assert_eq!(SwitchedOff::from_stored(&off.stored()), off);
            assert_eq!(off.of(&SignInMethod::ALL), on);
        }
        assert_eq!(SwitchedOff::from_stored(""), SwitchedOff::default());
        assert_eq!(
            SwitchedOff::from_stored("telepathy"),
            SwitchedOff::default()
        );
    }
}
