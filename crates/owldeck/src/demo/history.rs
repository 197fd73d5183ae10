//! History of a new demo: groups and tags, phones that are off, failed, expired or maintained, apps in front,
//! receipts, orders and messages. Everything goes through the same doors of the store as when people do it; what phones have to do
//! waits in line until the server runs.

use domain::apps::PackageName;
use domain::auth::SignIn;
use domain::maintenance::{NewMaintenance, Target};
use domain::operations::{Event, Kind, OperationChoice, Reason};
use domain::orders::{Key, OrderRules, PayWay, Wallet};
use domain::text::names::Name;
use sandbox::Sandbox;
use serde_json::{Value, json};
use store::audit::Author;
use store::maintenance::Site;
use store::operations::{Advance, OperationRequest};
use store::orders::{Draft, NewOrder, Settlement};
use store::points::Adjustment;
use store::seed::Seeded;
use store::session::{Actor, Terminal};
use store::{Store, groups, maintenance, operations, orders, phones, points, session, tags};

use super::ACCOUNTS;
use crate::Failure;

const MINUTE_MS: i64 = 60_000;
const HOUR_MS: i64 = 60 * MINUTE_MS;
/// Days that the history goes back. Prices and rentals begin that long ago, so that orders and operations of the days between can use them.
const DAYS: i64 = 2;
/// [`DAYS`] in milliseconds.
pub const LASTS_MS: i64 = DAYS * 24 * HOUR_MS;

/// Address at which nothing listens: the phone there is offline.
const NOWHERE: &str = "127.0.0.1:1";

/// How a phone is when the demo begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum InitialState {
    /// Home screen in front.
    Home,
    /// An app in front.
    App(&'static str),
    Off,
    /// An operation failed for a reason, so many hours ago.
    Failed(Kind, Reason, i64),
    Maintained,
    Offline,
}

use InitialState::{App, Failed, Home, Maintained, Off, Offline};

const NOTES: InitialState = App("com.owldeck.notes");
const SETTINGS: InitialState = App("com.android.settings");
const FILES: InitialState = App("com.android.documentsui");
const CLOCK: InitialState = App("com.android.deskclock");
const GALLERY: InitialState = App("com.android.gallery3d");

/// Groups of the first member.
const GROUPS: [&str; 4] = ["主力", "直播", "小店", "农场"];

/// A phone's name, days left (negative: over), group, tag and initial state.
type DemoPhone = (&'static str, i64, Option<usize>, &'static str, InitialState);

/// Phones in the order of their addresses. Every fourth one is the second member's, as [`super::contents`] deals them out.
const DEMO_PHONES: [DemoPhone; 32] = [
    ("主力-01", 23, Some(0), "直播", Home),
    ("小店客服", 41, Some(2), "客服", NOTES),
    ("选品 A", 5, Some(2), "电商", GALLERY),
    ("农场-03", 90, None, "", Home),
    ("直播间", 1, Some(1), "直播", CLOCK),
    ("短视频-02", 12, Some(1), "直播", GALLERY),
    ("备用-04", 19, None, "", Off),
    ("跑酷-11", 30, None, "", Home),
    (
        "赛车-01",
        6,
        Some(3),
        "",
        Failed(Kind::Reboot, Reason::BootTimeout, 3),
    ),
    ("便签机", 23, Some(0), "客服", NOTES),
    ("新机-22", 29, None, "", SETTINGS),
    ("农场-04", 60, None, "", Home),
    (
        "旧相册",
        20,
        Some(2),
        "待检查",
        Failed(Kind::FactoryReset, Reason::TimedOut, 26),
    ),
    ("主力-02", 16, Some(0), "", Maintained),
    ("小店二号", 27, Some(2), "电商", FILES),
    ("跑酷-12", 14, None, "", Home),
    ("资讯-08", 9, None, "", SETTINGS),
    ("账本", 27, Some(2), "待检查", Offline),
    ("消除-07", 16, Some(3), "", CLOCK),
    ("备用-05", 45, None, "", Home),
    ("音乐-05", 14, Some(1), "", GALLERY),
    ("夜班-02", -2, None, "", Home),
    ("主力-03", 88, Some(0), "直播", Home),
    ("测试-01", 30, None, "", Home),
    ("农场-01", 34, Some(3), "", Home),
    ("农场-02", 34, Some(3), "", FILES),
    ("客服-03", 2, Some(2), "客服", NOTES),
    ("测试-02", 21, None, "", Home),
    ("直播-04", 52, Some(1), "直播", CLOCK),
    ("备用-06", 365, None, "", Off),
    ("选品 B", 7, Some(2), "电商", Home),
    ("测试-03", 11, None, "", Home),
];

/// Name, days of the rental since the history's begin, and address of a phone; none beyond [`DEMO_PHONES`].
pub fn phone(at: usize, adb: &str) -> Option<(&'static str, i64, String)> {
    let (alias, days, _, _, state) = *DEMO_PHONES.get(at)?;
    let adb = if state == Offline { NOWHERE } else { adb };
    Some((alias, DAYS + days, adb.to_owned()))
}

/// Announcements of a seed file, by an operator.
pub fn notices(by: &str) -> Value {
    json!([
        {
            "by": by, "msgType": 1,
            "titleZh": "机房升级：夜间重启更快了", "titleEn": "Data centre upgraded: restarts at night are faster",
            "contentZh": "<p>本周已完成全部主机的升级，批量重启的等待时间明显缩短。</p>",
            "contentEn": "<p>All hosts were upgraded this week. Restarting many phones now takes noticeably less time.</p>",
        },
        {
            "by": by, "msgType": 1,
            "titleZh": "多买更省：10 台起降价", "titleEn": "Buy more, pay less: lower prices from 10 phones",
            "contentZh": "<p>同一配置一次购买 10、30、100 台，每台价格依次降低，购买页会直接显示。</p>",
            "contentEn": "<p>Buy 10, 30 or 100 phones of one kind at once and each costs less; the page for buying shows the price.</p>",
        },
    ])
}

/// Gives a new demo its history.
pub async fn live(
    store: &Store,
    seeded: &Seeded,
    password: &str,
    sandbox: &Sandbox,
    now_ms: i64,
) -> Result<(), Failure> {
    let [first, _, operator] = ACCOUNTS;
    let (member, member_token) = sign_in(store, first, password, now_ms - 30 * HOUR_MS).await?;
    let (admin, admin_token) = sign_in(store, operator, password, now_ms - 30 * HOUR_MS).await?;
    let mine: Vec<(i64, DemoPhone)> = seeded
        .phones
        .iter()
        .zip(DEMO_PHONES)
        .filter(|(phone, _)| phone.owner == first)
        .map(|(phone, demo_phone)| (phone.phone_id, demo_phone))
        .collect();
    for (phone_id, (.., state)) in &mine {
        if *state != Offline {
            phones::set_health(store, *phone_id, None, now_ms).await?;
        }
    }
    arrange(store, &member, &mine, now_ms).await?;
    for (phone_id, (.., state)) in &mine {
        if let Failed(kind, reason, hours) = *state {
            let at_ms = now_ms - hours * HOUR_MS;
            fail(store, &member, kind, (*phone_id, reason), at_ms).await?;
        }
    }
    maintain(store, &admin, seeded, now_ms).await?;
    buy(store, &member, &mine, sandbox, now_ms).await?;
    thank(store, admin, seeded, now_ms).await?;
    queue(store, &member, &mine, now_ms).await?;
    for token in [member_token, admin_token] {
        session::sign_out(store, Some(token), None, now_ms).await?;
    }
    Ok(())
}

/// Signs in to an account of the demo; returns the actor and its access token.
pub async fn sign_in(
    store: &Store,
    account: &str,
    password: &str,
    now_ms: i64,
) -> Result<(Actor, String), Failure> {
    let form = SignIn::parse(account, password, None).map_err(|faults| format!("{faults:?}"))?;
    let tokens = session::sign_in(store, form, Terminal::Pc, now_ms).await?;
    let actor = session::actor_of(store, tokens.access.clone(), now_ms).await?;
    Ok((actor.ok_or("the demo's account is gone")?, tokens.access))
}

/// Puts phones into groups and tags on them.
async fn arrange(
    store: &Store,
    member: &Actor,
    mine: &[(i64, DemoPhone)],
    now_ms: i64,
) -> Result<(), Failure> {
    for (at, name) in GROUPS.into_iter().enumerate() {
        let group_id = groups::create(store, member, Name::parse(name)?, now_ms).await?;
        let ids = those(mine, |(_, _, group, ..)| *group == Some(at));
        if !ids.is_empty() {
            groups::move_phones(store, member, ids, Some(group_id), now_ms).await?;
        }
    }
    for name in ["直播", "客服", "电商", "待检查"] {
        let ids = those(mine, |(_, _, _, tag, _)| *tag == name);
        if !ids.is_empty() {
            let tag_id = tags::create(store, member, Name::parse(name)?, now_ms).await?;
            tags::bind(store, member, vec![tag_id], ids, now_ms).await?;
        }
    }
    Ok(())
}

fn those(mine: &[(i64, DemoPhone)], fits: impl Fn(&DemoPhone) -> bool) -> Vec<i64> {
    let found = mine.iter().filter(|(_, phone)| fits(phone));
    found.map(|(id, _)| *id).collect()
}

/// Lets an operation fail, as if its phone had not come back.
async fn fail(
    store: &Store,
    member: &Actor,
    kind: Kind,
    (phone_id, reason): (i64, Reason),
    at_ms: i64,
) -> Result<(), Failure> {
    begin(
        store,
        member,
        kind,
        vec![(phone_id, OperationChoice::None)],
        at_ms,
    )
    .await?;
    let end_ms = at_ms + kind.deadline_ms() - MINUTE_MS;
    for advance in operations::take(store, at_ms).await? {
        if let Advance::Run(running, _) | Advance::Waits(running) = advance {
            let event = Event::Failed(reason);
            operations::advance(store, running.id, running.generation, event, end_ms).await?;
        }
    }
    Ok(())
}

async fn begin(
    store: &Store,
    member: &Actor,
    kind: Kind,
    phones: Vec<(i64, OperationChoice)>,
    now_ms: i64,
) -> Result<(), Failure> {
    let ask = OperationRequest {
        kind,
        phones,
        group: false,
    };
    operations::start(store, member, ask, |_, _| None, now_ms).await?;
    Ok(())
}

/// Queues what the phones do once the server runs: apps come to the front, some phones are switched off.
async fn queue(
    store: &Store,
    member: &Actor,
    mine: &[(i64, DemoPhone)],
    now_ms: i64,
) -> Result<(), Failure> {
    for app in [NOTES, SETTINGS, FILES, CLOCK, GALLERY] {
        let App(package) = app else { continue };
        let packages: Vec<PackageName> = PackageName::parse(package).into_iter().collect();
        let ids = those(mine, |(.., state)| *state == app);
        let phones: Vec<_> = (ids.into_iter())
            .map(|id| (id, OperationChoice::Apps(packages.clone())))
            .collect();
        if !phones.is_empty() {
            begin(store, member, Kind::StartApp, phones, now_ms).await?;
        }
    }
    let off = those(mine, |(.., state)| *state == Off);
    let phones: Vec<_> = off
        .into_iter()
        .map(|id| (id, OperationChoice::None))
        .collect();
    if !phones.is_empty() {
        begin(store, member, Kind::PowerOff, phones, now_ms).await?;
    }
    Ok(())
}

async fn maintain(
    store: &Store,
    admin: &Actor,
    seeded: &Seeded,
    now_ms: i64,
) -> Result<(), Failure> {
    let owl_ids: Vec<String> = seeded
        .phones
        .iter()
        .zip(DEMO_PHONES)
        .filter(|(_, (.., state))| *state == Maintained)
        .map(|(phone, _)| phone.owl_id.clone())
        .collect();
    if owl_ids.is_empty() {
        return Ok(());
    }
    let new = NewMaintenance {
        target: Target::Phones(owl_ids),
        from_ms: now_ms,
        until_ms: Some(now_ms + 8 * HOUR_MS),
        reasons: [
            "主机更换硬盘".to_owned(),
            "A disk of the host is replaced".to_owned(),
        ],
    };
    let site = Site {
        zone: OrderRules::default().zone,
        phones_of_host: |_: &str| Vec::new(),
    };
    maintenance::set(store, admin, new, site, now_ms).await?;
    Ok(())
}

/// Orders of the member: a renewal that was paid, one that was cancelled, and a phone that waits for its payment.
async fn buy(
    store: &Store,
    member: &Actor,
    mine: &[(i64, DemoPhone)],
    sandbox: &Sandbox,
    now_ms: i64,
) -> Result<(), Failure> {
    let shelf = orders::shelf(store, Some(member), now_ms).await?;
    let month = |configuration: &orders::Configuration| {
        let found = configuration.packages.iter().find(|of| of.days == 30);
        found.map(|package| package.id)
    };
    let Some(standard) = shelf.iter().find(|of| of.name.zh == "标准型") else {
        return Ok(());
    };
    let Some(package_id) = month(standard) else {
        return Ok(());
    };
    // The first phone is of that configuration, so it takes the package.
    if let Some((phone_id, _)) = mine.first() {
        let draft = Draft::Renewal {
            lines: vec![(*phone_id, package_id)],
        };
        let at_ms = now_ms - 29 * HOUR_MS;
        let order = order(store, member, draft, "demo-renewal", at_ms).await?;
        pay(store, member, &order, sandbox, at_ms + MINUTE_MS).await?;
    }
    let one = |quantity: i64| Draft::Purchase {
        configuration_id: standard.id,
        carrier: None,
        package_id,
        quantity,
    };
    if standard.stock() < 3 {
        return Ok(());
    }
    let at_ms = now_ms - 5 * HOUR_MS;
    let given_up = order(store, member, one(2), "demo-given-up", at_ms).await?;
    orders::cancel(store, member, given_up.order.id, at_ms + 4 * MINUTE_MS).await?;
    order(store, member, one(1), "demo-unpaid", now_ms).await?;
    Ok(())
}

async fn order(
    store: &Store,
    member: &Actor,
    draft: Draft,
    key: &str,
    now_ms: i64,
) -> Result<orders::FullOrder, Failure> {
    let rules = OrderRules::default();
    let quoted = orders::quote(store, member, rules, draft.clone(), 0, now_ms).await?;
    let new = NewOrder {
        draft,
        expected_total_fen: quoted.total_fen,
        points: 0,
        agreed: true,
        agreement: None,
    };
    Ok(orders::create(store, member, rules, new, Some(Key::parse(key)?), now_ms).await?)
}

/// Pays an order at the sandbox's Alipay.
async fn pay(
    store: &Store,
    member: &Actor,
    order: &orders::FullOrder,
    sandbox: &Sandbox,
    now_ms: i64,
) -> Result<(), Failure> {
    let begun = orders::attempt(
        store,
        member,
        order.order.id,
        Wallet::Alipay,
        PayWay::Pc,
        now_ms,
    )
    .await?;
    let trade_no =
        sandbox.enter_payment(&begun.number, &begun.subject, begun.amount_fen, now_ms)?;
    let money = Settlement {
        attempt: begun.number,
        trade_no,
        amount_fen: begun.amount_fen,
        paid_ms: Some(now_ms),
    };
    orders::settle(store, Wallet::Alipay, money, now_ms).await?;
    Ok(())
}

/// Gives the first member points from the operator, with a reason that the member reads.
async fn thank(store: &Store, admin: Actor, seeded: &Seeded, now_ms: i64) -> Result<(), Failure> {
    let [first, ..] = ACCOUNTS;
    let member = seeded.members.iter().find(|member| member.phone == first);
    let (Some(member), Some(points)) = (member, Adjustment::new(500)) else {
        return Ok(());
    };
    let author = Author {
        actor: admin,
        address: None,
        now_ms: now_ms - 2 * HOUR_MS,
    };
    let reason = domain::orders::Reason::parse("老客户回馈")?;
    points::adjust(store, author, member.user_id, points, reason).await?;
    Ok(())
}
