//! Views of the user and of the permitted routes, in the shape that consoles of this family know.

mod operators;

use crate::http::pictures::shown_avatar;
use domain::permissions::{ADMIN, EVERYTHING, holds_permission};
use serde::Serialize;
use store::member::{Profile, Role};
use store::session::Actor;
use utoipa::ToSchema;

/// User, roles and permissions.
#[derive(Serialize, ToSchema)]
pub struct InfoView {
    user: UserView,
    /// `member`, or `admin` for operators.
    roles: Vec<&'static str>,
    /// Permissions of an operator; `*:*:*` is everything.
    permissions: Vec<String>,
    /// An operator who may do everything.
    #[serde(rename = "isAdminRoot")]
    is_admin_root: bool,
}

/// The signed-in user.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UserView {
    user_id: i64,
    /// Account name, else the masked phone number.
    user_name: String,
    nick_name: String,
    /// Masked phone number: 138****0000.
    phonenumber: String,
    /// A path; empty for the product's own.
    avatar: String,
    /// Somebody else set the password: the console leads to choosing another before anything else.
    must_change_password: bool,
}

impl InfoView {
    /// View of the signed-in user. An operator who sees the console as its member does has no operator's permissions there, and is not asked to
    /// choose a password.
    pub fn of(profile: Profile, actor: &Actor) -> Self {
        let permissions = actor.permissions().to_vec();
        let masked = profile.masked_phone();
        let role = match profile.role {
            Role::Member => "member",
            Role::Operator => "admin",
        };
        Self {
            user: UserView {
                user_id: profile.id,
                user_name: profile.user_name.unwrap_or_else(|| masked.clone()),
                nick_name: profile.nickname,
                phonenumber: masked,
                avatar: shown_avatar(&profile.avatar),
                // Choosing a password needs a code to the phone: an account without a phone could not go on.
                must_change_password: profile.must_change_password
                    && profile.phone.is_some()
                    && !actor.is_view_as(),
            },
            roles: vec![role],
            is_admin_root: role == ADMIN
                && holds_permission(&permissions, &[EVERYTHING]).unwrap_or(false),
            permissions,
        }
    }
}

/// The permitted routes.
#[derive(Serialize, ToSchema)]
pub struct RoutersView {
    data: Vec<RouterView>,
}

/// A route: a layout, a container or a page. Empty fields are left out.
#[derive(Serialize, ToSchema)]
pub struct RouterView {
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<&'static str>,
    path: &'static str,
    /// Not in the menu.
    hidden: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    redirect: Option<&'static str>,
    /// `Layout`, or a name in the web app's map of pages.
    component: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    meta: Option<MetaView>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(no_recursion)]
    children: Vec<RouterView>,
}

/// How a route is shown.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MetaView {
    /// A key of the web app's words.
    title: &'static str,
    icon: &'static str,
    no_cache: bool,
    /// Whether the tab is pinned.
    affix: bool,
    /// Path of the menu entry that is marked while a page outside the menu is open.
    #[serde(skip_serializing_if = "Option::is_none")]
    active_menu: Option<&'static str>,
    /// False: has no place in the breadcrumb.
    #[serde(skip_serializing_if = "Option::is_none")]
    breadcrumb: Option<bool>,
}

/// Pages that keep their state while another tab is in front. A purchase begins anew each time, and a phone's session or a group ends when
/// its page is left.
const KEPT: [&str; 7] = [
    "cloudPhone",
    "orderRecords",
    "notice",
    "operatorFeedback",
    "accountCenter",
    "account",
    "gallery",
];

/// Pages that show a phone's screen, which an operator who sees a member's console may not open.
const SCREENS: [&str; 2] = ["play", "groupControl"];

/// Page whose tab is pinned.
const PINNED: &str = "cloudPhone";

/// Name of a page, its path, whether it is not in the menu, its component, and its title.
type Page = (&'static str, &'static str, bool, &'static str, &'static str);

/// Pages of everybody, in the order of the menu.
#[rustfmt::skip]
const PAGES: [Page; 17] = [
    ("cloudPhone", "index", false, "phones/index", "cloudPhone"),
    ("pay", "payManage", false, "orders/buy", "buy"),
    ("renew", "renewManage", false, "orders/renew", "renew"),
    ("keyAccount", "keyAccount", false, "keyaccount/index", "keyAccount"),
    ("payEmbedded", "payManageEmbedded", true, "orders/buyEmbedded", "buy"),
    ("renewEmbedded", "renewManageEmbedded", true, "orders/renewEmbedded", "renew"),
    ("orderRecords", "orderRecords", true, "orders/records", "orders"),
    ("uploadRecords", "uploadRecords", true, "uploads/records", "uploads"),
    ("recycleBin", "recycleBin", true, "recycle/index", "recycleBin"),
    ("empowerPhoneList", "empowerPhoneList", true, "sharing/index", "sharing"),
    ("redemptionCode", "redemptionCode", true, "redeem/index", "redeem"),
    ("redemptionCodeEmbedded", "redemptionCodeEmbedded", true, "redeem/embedded", "redeem"),
    ("notice", "notice", true, "notices/index", "notices"),
    ("seeNotice", "seeNotice", true, "notices/see", "notices"),
    ("play", "play", true, "play/index", "play"),
    ("groupControl", "groupControl", true, "play/group", "groupControl"),
    ("accountCenter", "personalCenter/accountCenter", true, "member/account", "account"),
];

/// Gallery of the console's parts.
const GALLERY: Page = ("gallery", "gallery", true, "ui/gallery", "gallery");

/// Pages below the settings.
#[rustfmt::skip]
const SETTING_PAGES: [Page; 3] = [
    ("account", "account", true, "member/account", "account"),
    ("about", "about", true, "branding/about", "about"),
    ("customer", "customer", true, "branding/customer", "customer"),
];

/// Menu entry that is marked for a page outside the menu; none for pages that leave the marked entry as it is.
fn active_menu(name: &str) -> Option<&'static str> {
    match name {
        "play" | "groupControl" => Some("/index"),
        "orderRecords" => Some("/payManage"),
        _ => None,
    }
}

fn page(&(name, path, hidden, component, title): &Page) -> RouterView {
    RouterView {
        name: Some(name),
        path,
        hidden,
        redirect: None,
        component,
        meta: Some(MetaView {
            title,
            icon: "phone",
            no_cache: !KEPT.contains(&name),
            affix: name == PINNED,
            active_menu: active_menu(name),
            breadcrumb: None,
        }),
        children: Vec::new(),
    }
}

fn setting() -> RouterView {
    RouterView {
        name: Some("setting"),
        path: "/setting",
        hidden: true,
        redirect: Some("/setting/account"),
        component: "Layout",
        meta: Some(MetaView {
            title: "setting",
            icon: "setting",
            no_cache: true,
            affix: false,
            active_menu: None,
            breadcrumb: None,
        }),
        children: SETTING_PAGES.iter().map(page).collect(),
    }
}

impl RoutersView {
    /// Routes of an account: those of everybody, the operator's by permission, and for those who may do everything the gallery of the
    /// console's parts.
    pub fn of(actor: &Actor) -> Self {
        let permissions = actor.permissions();
        let is_shown = |(name, ..): &&Page| !actor.is_view_as() || !SCREENS.contains(name);
        let mut children: Vec<RouterView> = PAGES.iter().filter(is_shown).map(page).collect();
        if holds_permission(permissions, &[EVERYTHING]).unwrap_or(false) {
            children.push(page(&GALLERY));
        }
        let layout = RouterView {
            name: None,
            path: "/",
            hidden: false,
            redirect: Some("/index"),
            component: "Layout",
            meta: None,
            children,
        };
        let mut data = vec![layout, setting()];
        data.extend(operators::routes(permissions));
        Self { data }
    }
}
