//! Answers about sub-accounts.

use domain::access::{DelegatedPermission, DelegatedPermissions};
use domain::lang::Lang;
use serde::Serialize;
use store::subaccounts::{
    ActivityEntry, GivenPhone, Identity, Invited, LastUse, Parent, PhonePage, SubAccount,
    SubAccountState, SubPage,
};
use utoipa::ToSchema;

use super::wire::{DISABLED, ENABLED, INVITED};

const fn status(standing: SubAccountState) -> i16 {
    match standing {
        SubAccountState::On => ENABLED,
        SubAccountState::Off => DISABLED,
        SubAccountState::Invited => INVITED,
    }
}

/// A page of sub-accounts.
#[derive(Serialize, ToSchema)]
pub struct SubPageView {
    /// Rows of the page: invitations first, then sub-accounts, each the newest first.
    list: Vec<SubAccountView>,
    /// Number of rows that match.
    total: i64,
    /// Number of all sub-accounts, without invitations.
    all: i64,
    /// Number of sub-accounts that are switched off.
    off: i64,
    /// Number of invitations.
    invited: i64,
    /// Number of sub-accounts that control a phone of mine now.
    working: i64,
    /// Number of my phones that a sub-account has.
    given: i64,
    /// Number of my phones that no sub-account has.
    free: i64,
}

/// A sub-account, or an invitation.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SubAccountView {
    /// The account; null for an invitation.
    #[schema(required = true)]
    member_id: Option<i64>,
    /// The invitation; null for an account.
    #[schema(required = true)]
    invitation_id: Option<i64>,
    /// My name for it; may be empty.
    name: String,
    /// Masked number; the whole number of an invitation, as I typed it.
    phone: String,
    /// 0 switched on, 1 switched off, 2 invited.
    status: i16,
    /// Beginning of the relation or of the invitation, Unix milliseconds.
    create_time: i64,
    /// End of the invitation, Unix milliseconds; null for an account.
    #[schema(required = true)]
    expire_time: Option<i64>,
    /// Last sign-in, Unix milliseconds; null before the first.
    #[schema(required = true)]
    login_time: Option<i64>,
    /// Number of phones that it was given, or is promised.
    phone_count: i64,
    /// Number of these phones that it controls now.
    in_use: i64,
    /// Permissions that it has, or is promised, for any of its phones.
    permissions: Vec<DelegatedPermission>,
    /// The last time that it opened a phone of mine; null before the first.
    #[schema(required = true)]
    last_use: Option<LastUseView>,
    /// The first phones that it was given, by name: at most three.
    first_phone_ids: Vec<i64>,
    /// Money of this month that I spent on its phones, less what was given back, in fen.
    month_fen: i64,
}

/// The last time that a sub-account opened a phone.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LastUseView {
    /// Time, Unix milliseconds.
    at: i64,
    /// Name of the phone; empty when it is no longer mine.
    phone_alias: String,
    /// The action in words.
    name: &'static str,
}

impl LastUseView {
    fn of(last: LastUse, lang: Lang) -> Self {
        Self {
            at: last.at_ms,
            phone_alias: last.phone,
            name: last.doing.words().in_lang(lang),
        }
    }
}

fn permissions(set: DelegatedPermissions) -> Vec<DelegatedPermission> {
    set.all().collect()
}

impl SubAccountView {
    fn of(sub: SubAccount, lang: Lang) -> Self {
        let (member_id, invitation_id, expire_time) = match sub.identity {
            Identity::Member(id) => (Some(id), None, None),
            Identity::Invitation(id, expire_ms) => (None, Some(id), Some(expire_ms)),
        };
        Self {
            member_id,
            invitation_id,
            expire_time,
            name: sub.name,
            phone: sub.phone,
            status: status(sub.standing),
            create_time: sub.since_ms,
            login_time: sub.signed_in_ms,
            phone_count: sub.phones,
            in_use: sub.in_use,
            permissions: permissions(sub.permissions),
            last_use: sub.last_use.map(|last| LastUseView::of(last, lang)),
            first_phone_ids: sub.first_phones,
            month_fen: sub.month_fen,
        }
    }
}

impl SubPageView {
    pub fn of(page: SubPage, lang: Lang) -> Self {
        let view = |sub| SubAccountView::of(sub, lang);
        Self {
            list: page.list.into_iter().map(view).collect(),
            total: page.total,
            all: page.all,
            off: page.off,
            invited: page.invited,
            working: page.working,
            given: page.given,
            free: page.free,
        }
    }
}

/// My parent.
#[derive(Serialize, ToSchema)]
pub struct ParentView {
    /// The parent; null when I am nobody's sub-account.
    #[schema(required = true)]
    parent: Option<ParentAccountView>,
}

/// The parent of a sub-account.
#[derive(Serialize, ToSchema)]
pub struct ParentAccountView {
    /// Phone number, masked.
    phone: String,
    /// 0: I am switched on, 1: off.
    status: i16,
}

impl From<Option<Parent>> for ParentView {
    fn from(parent: Option<Parent>) -> Self {
        Self {
            parent: parent.map(|parent| ParentAccountView {
                phone: parent.phone,
                status: status(parent.standing),
            }),
        }
    }
}

/// A page of my phones, each with what a sub-account may do with it.
#[derive(Serialize, ToSchema)]
pub struct SubPhonesView {
    /// Phones of the page, by name.
    list: Vec<SubPhoneView>,
    total: i64,
}

/// A phone of mine, for a sub-account.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SubPhoneView {
    phone_id: i64,
    /// Id of the phone for people.
    owl_id: String,
    phone_alias: String,
    /// Whether the sub-account has the phone.
    given: bool,
    /// Permissions of the sub-account for it.
    permissions: Vec<DelegatedPermission>,
    /// Number of my sub-accounts that have it.
    holders: i64,
    /// Name of the group that it is in; null for none.
    #[schema(required = true)]
    group_name: Option<String>,
}

impl From<GivenPhone> for SubPhoneView {
    fn from(phone: GivenPhone) -> Self {
        Self {
            phone_id: phone.phone_id,
            owl_id: phone.owl_id,
            phone_alias: phone.alias,
            given: phone.given.is_some(),
            holders: phone.holders,
            group_name: phone.group,
            permissions: permissions(phone.given.unwrap_or_default()),
        }
    }
}

impl From<PhonePage> for SubPhonesView {
    fn from(page: PhonePage) -> Self {
        Self {
            list: page.list.into_iter().map(Into::into).collect(),
            total: page.total,
        }
    }
}

/// Actions of a sub-account on phones of mine.
#[derive(Serialize, ToSchema)]
pub struct SubActivityView {
    /// The newest actions first, at most 100.
    list: Vec<SubActionView>,
}

/// An action of a sub-account.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SubActionView {
    /// Id of the record.
    id: i64,
    /// Time of the action, Unix milliseconds.
    at: i64,
    /// Name of the phone; empty when it is no longer mine.
    phone_alias: String,
    /// The action in words.
    name: &'static str,
}

impl SubActivityView {
    pub fn of(actions: Vec<ActivityEntry>, lang: Lang) -> Self {
        let view = |action: ActivityEntry| SubActionView {
            id: action.id,
            at: action.at_ms,
            phone_alias: action.phone,
            name: action.doing.words().in_lang(lang),
        };
        Self {
            list: actions.into_iter().map(view).collect(),
        }
    }
}

/// The new sub-account.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AddedView {
    pub member_id: i64,
}

/// The invitation.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct InvitedView {
    invitation_id: i64,
    /// End of the invitation, Unix milliseconds.
    expire_time: i64,
}

impl From<Invited> for InvitedView {
    fn from(invited: Invited) -> Self {
        Self {
            invitation_id: invited.id,
            expire_time: invited.expire_ms,
        }
    }
}
