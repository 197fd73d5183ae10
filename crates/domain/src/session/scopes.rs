//! Scopes of a delegated session: of a program by a token, or of a third-party page by an embedded player.

use crate::every;
use serde::{Deserialize, Serialize};
use strum::{EnumCount, EnumString, IntoStaticStr, VariantArray};

use crate::access::Level;

/// A scope that a program may be granted. No scope covers the account, sessions, money or tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, EnumCount, VariantArray)]
#[strum(const_into_str)]
#[derive(IntoStaticStr, EnumString)]
#[cfg_attr(
    feature = "api",
    derive(utoipa::ToSchema),
    schema(
        as = ScopeWord,
        description = "Scope of a token: the operations of the API document that name it as `x-scope`."
    )
)]
pub enum Scope {
    /// Seeing which phones there are, their state, and the results of operations.
    #[serde(rename = "phones:read")]
    #[strum(serialize = "phones:read")]
    PhonesRead = 1,
    /// Playing phones: picture, input, screenshots.
    #[serde(rename = "phones:control")]
    #[strum(serialize = "phones:control")]
    PhonesControl = 2,
    /// Changing phones: power, restart, reset, density, name, their files and apps.
    #[serde(rename = "phones:operate")]
    #[strum(serialize = "phones:operate")]
    PhonesOperate = 4,
    /// Seeing orders.
    #[serde(rename = "orders:read")]
    #[strum(serialize = "orders:read")]
    OrdersRead = 8,
}

impl Scope {
    /// The complete list of scopes.
    pub const ALL: [Self; Self::COUNT] = every(Self::VARIANTS);

    /// The highest level on a phone that the scope allows; the member's own right may be less.
    const fn level(self) -> Option<Level> {
        match self {
            Self::PhonesRead => Some(Level::View),
            Self::PhonesControl => Some(Level::Operate),
            Self::PhonesOperate => Some(Level::Owner),
            Self::OrdersRead => None,
        }
    }
}

/// A set of [`Scope`]s: a bit each, as they are stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Scopes(i16);

impl Scopes {
    /// Reads the stored bits.
    pub fn from_stored(bits: i16) -> Option<Self> {
        let known = Scope::ALL.into_iter().fold(0, |all, one| all | one as i16);
        (bits != 0 && bits & !known == 0).then_some(Self(bits))
    }

    /// The set of the named scopes; none when a scope is named twice, or no scope is named.
    pub fn of(named: &[Scope]) -> Option<Self> {
        let bits = named.iter().fold(0, |bits, scope| bits | *scope as i16);
        let scopes = Self::from_stored(bits)?;
        (scopes.all().count() == named.len()).then_some(scopes)
    }

    /// The bits to store.
    pub const fn stored(self) -> i16 {
        self.0
    }

    /// Whether a scope is in the set.
    pub const fn has(self, scope: Scope) -> bool {
        self.0 & scope as i16 != 0
    }

    /// The scopes in the set.
    pub fn all(self) -> impl Iterator<Item = Scope> {
        Scope::ALL.into_iter().filter(move |scope| self.has(*scope))
    }

    /// The highest level on a phone that the scopes allow; none when they are not about phones.
    pub fn level(self) -> Option<Level> {
        self.all().filter_map(Scope::level).max()
    }
}

impl From<Scope> for Scopes {
    fn from(scope: Scope) -> Self {
        Self(scope as i16)
    }
}

#[cfg(test)]
mod tests {
    use super::{Scope, Scopes};
    use crate::access::Level;

    #[test]
    fn each_scope_has_one_word_on_every_way() {
        for scope in Scope::ALL {
            assert_eq!(
                serde_json::to_value(scope).unwrap(),
                serde_json::json!(scope.into_str())
            );
            let scopes = Scopes::from(scope);
            assert_eq!(Scopes::from_stored(scopes.stored()), Some(scopes));
            assert_eq!(scopes.all().collect::<Vec<_>>(), [scope]);
        }
    }

    #[test]
    fn several_let_do_the_most_that_one_of_them_lets() {
        use Scope::{OrdersRead, PhonesControl, PhonesOperate, PhonesRead};
        let level = |named: &[Scope]| Scopes::of(named).unwrap().level();
        assert_eq!(level(&[OrdersRead]), None);
        assert_eq!(level(&[OrdersRead, PhonesRead]), Some(Level::View));
        assert_eq!(level(&[PhonesControl, PhonesRead]), Some(Level::Operate));
        assert_eq!(level(&Scope::ALL), Some(Level::Owner));
        assert_eq!(level(&[PhonesOperate]), Some(Level::Owner));
    }

    #[test]
    fn none_one_twice_and_bits_that_stand_for_nothing_are_refused() {
        assert_eq!(Scopes::of(&[]), None);
        assert_eq!(Scopes::of(&[Scope::PhonesRead, Scope::PhonesRead]), None);
        for bits in [0, 16, -1] {
            assert_eq!(Scopes::from_stored(bits), None, "{bits}");
        }
    }
}
