//! Roles and permissions of an account: what a gate lets through (specification, section 6).

use thiserror::Error;

/// The wildcard, which holds every permission.
pub const EVERYTHING: &str = "*:*:*";
/// Permission to install another system image on any phone.
pub const UPGRADE_IMAGE: &str = "phone:image:upgrade";
/// Permission to see the load of the phones' hosts.
pub const READ_HOSTS: &str = "infra:host:list";
/// Permission to find any phone, whoever rents it, and to see what happened to it; never its screen.
pub const READ_PHONES: &str = "infra:phone:list";
/// Permission to add phones to stock.
pub const ADD_PHONES: &str = "infra:phone:add";
/// Permission to take free phones out of stock.
pub const REMOVE_PHONES: &str = "infra:phone:remove";
/// Permission to end a member's rental.
pub const TAKE_PHONES_BACK: &str = "infra:phone:takeBack";
/// Permission to take phones away in a file.
pub const EXPORT_PHONES: &str = "infra:phone:export";
/// Permission to write operators' notes about phones.
pub const NOTE_PHONES: &str = "infra:phone:note";
/// Permission to see the screen of any phone.
pub const SEE_SCREENS: &str = "infra:phone:screen";
/// Permission to decide about refunds.
pub const REFUND_ORDERS: &str = "order:refund";
/// Permission to see the orders of all members.
pub const LIST_ORDERS: &str = "order:list";
/// Permission to take orders away in a file.
pub const EXPORT_ORDERS: &str = "order:export";
/// Permission to read the ledger.
pub const READ_LEDGER: &str = "order:ledger";
/// Permission to list dictionaries.
pub const LIST_DICTIONARIES: &str = "system:dict:list";
/// Permission to list the configuration.
pub const LIST_CONFIG: &str = "system:config:list";
/// Permission to read the audit.
pub const LIST_AUDIT: &str = "system:audit:list";
/// Permission to find members and to look at one.
pub const LIST_MEMBERS: &str = "member:list";
/// Permission to see the console as a member sees it, without changing anything.
pub const VIEW_AS_MEMBERS: &str = "member:view-as";
/// Permission to see roles and who has them.
pub const LIST_ROLES: &str = "system:role:list";
/// Permission to make and change roles, and to give them.
pub const EDIT_ROLES: &str = "system:role:edit";
/// Permission to see the state of the server: version, database, queues, settings without secrets, last errors.
pub const READ_SYSTEM: &str = "monitor:server:list";
/// Permission to list accounts.
pub const LIST_USERS: &str = "system:user:list";
/// Every permission that a call of the server asks for, and the wildcard: what an operator can be given.
pub const ALL: &[&str] = &[
    EVERYTHING,
    READ_HOSTS,
    "infra:maintenance:edit",
    "infra:maintenance:list",
    "infra:market:edit",
    "infra:market:list",
    EXPORT_ORDERS,
    READ_LEDGER,
    LIST_ORDERS,
    ADD_PHONES,
    EXPORT_PHONES,
    READ_PHONES,
    NOTE_PHONES,
    REMOVE_PHONES,
    SEE_SCREENS,
    TAKE_PHONES_BACK,
    "member:export",
    LIST_MEMBERS,
    "member:points",
    "member:reveal",
    VIEW_AS_MEMBERS,
    READ_SYSTEM,
    REFUND_ORDERS,
    UPGRADE_IMAGE,
    "system:agreement:edit",
    "system:agreement:list",
    "system:audit:export",
    "system:branding:edit",
    "system:branding:list",
    LIST_AUDIT,
    "system:config:add",
    "system:config:edit",
    "system:config:export",
    LIST_CONFIG,
    "system:config:query",
    "system:config:remove",
    "system:dict:add",
    "system:dict:edit",
    "system:dict:export",
    LIST_DICTIONARIES,
    "system:dict:query",
    "system:dict:remove",
    "system:feedback:edit",
    "system:feedback:list",
    "system:notice:edit",
    "system:notice:list",
    EDIT_ROLES,
    LIST_ROLES,
    "system:sign-in:edit",
    "system:sign-in:list",
    "system:sign-in:test",
    "system:user:add",
    "system:user:edit",
    "system:user:export",
    "system:user:import",
    LIST_USERS,
    "system:user:query",
    "system:user:remove",
    "system:user:resetPwd",
    "trade:price:edit",
    "trade:price:list",
    "trade:redeem-code:edit",
    "trade:redeem-code:list",
];
/// The role that passes every gate of roles.
pub const ADMIN: &str = "admin";

/// A gate that names nothing: a mistake of its writer, never a way in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum InvalidGate {
    /// No permission is named.
    #[error("permission tag value must be set")]
    NoPermission,
    /// No role is named.
    #[error("role tag value must be set")]
    NoRole,
}

/// Whether one of the `wanted` permissions is held. [`EVERYTHING`] passes every gate.
pub fn holds_permission<H: AsRef<str>, W: AsRef<str>>(
    held: &[H],
    wanted: &[W],
) -> Result<bool, InvalidGate> {
    if wanted.is_empty() {
        return Err(InvalidGate::NoPermission);
    }
    Ok(holds(held, wanted, EVERYTHING))
}

/// Whether one of the `wanted` roles is held. [`ADMIN`] passes every gate.
pub fn holds_role<H: AsRef<str>, W: AsRef<str>>(
    held: &[H],
    wanted: &[W],
) -> Result<bool, InvalidGate> {
    if wanted.is_empty() {
        return Err(InvalidGate::NoRole);
    }
    Ok(holds(held, wanted, ADMIN))
}

/// Whether the permissions `held` include all of `of_other`: nobody changes an account that may do more.
pub fn covers<H: AsRef<str>, W: AsRef<str>>(held: &[H], of_other: &[W]) -> bool {
    of_other
        .iter()
        .all(|permission| holds(held, std::slice::from_ref(permission), EVERYTHING))
}

fn holds<H: AsRef<str>, W: AsRef<str>>(held: &[H], wanted: &[W], all: &str) -> bool {
    held.iter()
        .map(AsRef::as_ref)
        .any(|h| h == all || wanted.iter().any(|w| w.as_ref() == h))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_of_the_named_permissions_is_enough_and_the_wildcard_is_all_of_them() {
        let wanted = ["system:user:list", "system:user:edit"];
        assert_eq!(holds_permission(&["system:user:edit"], &wanted), Ok(true));
        assert_eq!(holds_permission(&["system:user"], &wanted), Ok(false));
        assert_eq!(holds_permission(&[EVERYTHING], &wanted), Ok(true));
        assert_eq!(holds_permission::<&str, _>(&[], &wanted), Ok(false));
    }

    #[test]
    fn an_administrator_passes_every_gate_of_roles_others_by_name() {
        assert_eq!(holds_role(&[ADMIN], &["auditor"]), Ok(true));
        assert_eq!(holds_role(&["member"], &["auditor", "member"]), Ok(true));
        assert_eq!(holds_role(&["Member"], &["member"]), Ok(false));
    }

    #[test]
    fn who_may_do_less_does_not_cover_who_may_do_more() {
        assert!(covers::<&str, &str>(&[], &[]));
        assert!(covers(&["a", "b"], &["b"]));
        assert!(covers(&[EVERYTHING], &["a", EVERYTHING]));
        assert!(!covers(&["a"], &["a", "b"]));
        assert!(!covers(&["a", "b"], &[EVERYTHING]));
    }

    #[test]
    fn a_gate_that_names_nothing_is_a_fault() {
        let none: [&str; 0] = [];
        assert_eq!(
            holds_permission(&[EVERYTHING], &none),
            Err(InvalidGate::NoPermission)
        );
        assert_eq!(holds_role(&[ADMIN], &none), Err(InvalidGate::NoRole));
    }
}
