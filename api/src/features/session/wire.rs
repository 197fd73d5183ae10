//! Views of the user and of the permitted routes, in the shape that consoles of this family know.

use serde::Serialize;
use store::member::{Profile, Role};
use utoipa::ToSchema;

/// User, roles and permissions.
#[derive(Serialize, ToSchema)]
pub struct InfoView {
    user: UserView,
    /// `member`, or `admin` for operators.
    roles: Vec<&'static str>,
    /// What an operator may do; `*:*:*` is everything.
    permissions: Vec<String>,
}

/// The signed-in user.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UserView {
    user_id: i64,
    /// Account name, else the masked phone number.
    user_name: String,
    nick_name: String,
    /// Masked: 138****0000.
    phonenumber: String,
    /// A URL; empty for the product's own.
    avatar: String,
}

impl From<Profile> for InfoView {
    fn from(profile: Profile) -> Self {
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
                avatar: profile.avatar,
            },
            roles: vec![role],
            permissions: profile.permissions,
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
    /// Pinned.
    affix: bool,
}

impl RoutersView {
    /// What exists so far is everybody's.
    pub fn of_everybody() -> Self {
        let page = |name, path, hidden, component, title, affix: bool| RouterView {
            name: Some(name),
            path,
            hidden,
            redirect: None,
            component,
            meta: Some(MetaView {
                title,
                icon: "phone",
                no_cache: !affix,
                affix,
            }),
            children: Vec::new(),
        };
        let children = vec![
            page(
                "cloudPhone",
                "index",
                false,
                "phones/index",
                "cloudPhone",
                true,
            ),
            page("play", "play", true, "play/index", "play", false),
        ];
        let layout = RouterView {
            name: None,
            path: "/",
            hidden: false,
            redirect: Some("/index"),
            component: "Layout",
            meta: None,
            children,
        };
        Self { data: vec![layout] }
    }
}
