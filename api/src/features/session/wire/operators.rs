//! The operators' part of the permitted routes: pages in groups, each page with the permission that opens it.

use domain::agreements;
use domain::apps::market;
use domain::auth::ways;
use domain::branding;
use domain::feedback;
use domain::maintenance;
use domain::notices::announcements;
use domain::orders::shelf;
use domain::permissions::{
    LIST_AUDIT, LIST_CONFIG, LIST_DICTIONARIES, LIST_MEMBERS, LIST_ORDERS, LIST_ROLES, READ_HOSTS,
    READ_LEDGER, READ_PHONES, READ_SYSTEM, REFUND_ORDERS, holds_permission,
};
use domain::redeem;

use super::{MetaView, RouterView};

/// A page for operators.
struct OperatorPage {
    /// Permissions of which one opens it.
    needed: Needed,
    name: &'static str,
    path: &'static str,
    component: &'static str,
    icon: &'static str,
}

/// Permissions of which one opens a page.
enum Needed {
    One(&'static str),
    Any(&'static [&'static str]),
}

/// Overview, with a part for each of these permissions; any of them opens the page.
const OVERVIEW: OperatorPage = OperatorPage {
    needed: Needed::Any(&[
        LIST_MEMBERS,
        READ_PHONES,
        LIST_ORDERS,
        REFUND_ORDERS,
        READ_HOSTS,
        feedback::READ,
        READ_SYSTEM,
    ]),
    name: "today",
    path: "/operator/overview",
    component: "admin/overview",
    icon: "gauge",
};

const fn page(
    needed: &'static str,
    name: &'static str,
    path: &'static str,
    component: &'static str,
    icon: &'static str,
) -> OperatorPage {
    OperatorPage {
        needed: Needed::One(needed),
        name,
        path,
        component,
        icon,
    }
}

/// A group of pages: its title, which is its path too, and the pages.
type Group = (&'static str, &'static [OperatorPage]);

/// Groups in the order of the menu.
#[rustfmt::skip]
const GROUPS: [Group; 6] = [
    ("today", &[OVERVIEW]),
    ("devices", &[
        page(READ_PHONES, "operatorPhones", "/operator/phones", "admin/phones", "phone"),
        page(READ_HOSTS, "hosts", "/operator/hosts", "admin/hosts", "server"),
        page(maintenance::READ, "maintenance", "/operator/maintenance", "maintenance/index", "wrench"),
    ]),
    ("trade", &[
        page(LIST_ORDERS, "allOrders", "/operator/orders", "orders/all", "receipt"),
        page(REFUND_ORDERS, "refunds", "/operator/refunds", "orders/refunds", "receipt"),
        page(REFUND_ORDERS, "mismatches", "/operator/mismatches", "orders/mismatches", "receipt"),
        page(REFUND_ORDERS, "bills", "/operator/bills", "orders/bills", "receipt"),
        page(READ_LEDGER, "ledger", "/operator/ledger", "orders/ledger", "receipt"),
        page(shelf::READ, "prices", "/operator/prices", "orders/prices", "tags"),
        page(redeem::READ, "redeemCodes", "/operator/redeemCodes", "redeem/batches", "ticket"),
    ]),
    ("members", &[
        page(LIST_MEMBERS, "members", "/operator/members", "admin/members", "users"),
        page(feedback::READ, "operatorFeedback", "/operator/feedback", "feedback/inbox", "inbox"),
        page(announcements::READ, "announcements", "/operator/announcements", "notices/announcements", "megaphone"),
    ]),
    ("shopFront", &[
        page(branding::READ, "branding", "/operator/branding", "branding/desk", "palette"),
        page(ways::READ, "signInDesk", "/operator/sign-in", "auth/desk", "mail"),
        page(agreements::READ, "agreements", "/operator/agreements", "branding/agreements", "scroll"),
        page(market::READ, "market", "/operator/market", "apps/market", "store"),
    ]),
    ("system", &[
        page(LIST_ROLES, "roles", "/operator/roles", "admin/roles", "shield"),
        page(LIST_DICTIONARIES, "dictionaries", "/operator/dictionaries", "admin/dictionaries", "book"),
        page(LIST_CONFIG, "config", "/operator/config", "admin/config", "settings"),
        page(LIST_AUDIT, "audit", "/operator/audit", "admin/audit", "history"),
        page(READ_SYSTEM, "system", "/operator/system", "admin/system", "server"),
    ]),
];

/// Tabs of the page about orders and money, each at a path of its own.
const DESK: [&str; 5] = [
    "/operator/orders",
    "/operator/refunds",
    "/operator/mismatches",
    "/operator/bills",
    "/operator/ledger",
];

/// Leaves the first of the desk's tabs in the menu; the others mark it.
fn with_one_desk(mut pages: Vec<RouterView>) -> Vec<RouterView> {
    let mut tabs = pages.iter_mut().filter(|page| DESK.contains(&page.path));
    let first = tabs.next().map(|page| page.path);
    for tab in tabs {
        tab.hidden = true;
        if let Some(meta) = &mut tab.meta {
            meta.active_menu = first;
        }
    }
    pages
}

/// The operators' layout with the pages whose permission is held; none for an account that may open no such page.
pub(super) fn routes(permissions: &[String]) -> Option<RouterView> {
    let open = |pages: &'static [OperatorPage]| -> Vec<RouterView> {
        let held = |page: &&OperatorPage| {
            let held = match &page.needed {
                Needed::One(one) => holds_permission(permissions, &[*one]),
                Needed::Any(any) => holds_permission(permissions, any),
            };
            held.unwrap_or(false)
        };
        with_one_desk(pages.iter().filter(held).map(RouterView::from).collect())
    };
    let groups = GROUPS.iter().filter_map(|(title, pages)| {
        let children = open(pages);
        (!children.is_empty()).then(|| RouterView {
            name: None,
            path: title,
            hidden: false,
            redirect: Some("noRedirect"),
            component: "ParentView",
            meta: Some(MetaView {
                breadcrumb: Some(false),
                ..meta(title, "folder")
            }),
            children,
        })
    });
    let children: Vec<RouterView> = groups.collect();
    (!children.is_empty()).then(|| RouterView {
        name: Some("operator"),
        path: "/operator",
        hidden: false,
        redirect: None,
        component: "Layout",
        meta: Some(meta("operator", "gauge")),
        children,
    })
}

impl From<&OperatorPage> for RouterView {
    fn from(page: &OperatorPage) -> Self {
        Self {
            name: Some(page.name),
            path: page.path,
            hidden: false,
            redirect: None,
            component: page.component,
            meta: Some(meta(page.name, page.icon)),
            children: Vec::new(),
        }
    }
}

const fn meta(title: &'static str, icon: &'static str) -> MetaView {
    MetaView {
        title,
        icon,
        no_cache: true,
        affix: false,
        active_menu: None,
        breadcrumb: None,
    }
}
