//! The overview in answers.

use domain::lang::Lang;
use domain::orders::pace::lasts_days;
use domain::permissions::READ_SYSTEM;
use serde::Serialize;
use store::console::overview::{
    Batch, FirstDay, Hanging, KindSum, Mismatched, Money, Opened, Overview, People,
    RequestedRefund, Sold, Unanswered, Undecided,
};
use store::console::phones::{KindCount, PhoneCounts};
use store::session::Actor;
use utoipa::ToSchema;

use crate::AppState;
use crate::http::FailedCall;

/// Errors that the overview shows.
const ERRORS: usize = 5;

/// Figures of today; a part that the operator may not see is null.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TodayView {
    /// Time of the figures.
    time: i64,
    /// Sign-ins and members; needs `member:list`.
    #[schema(required = true)]
    people: Option<PeopleView>,
    /// Phones by what they do; needs `infra:phone:list`.
    #[schema(required = true)]
    phones: Option<DoingCountsView>,
    /// Stock of each configuration that has phones or is on sale; needs `infra:phone:list`.
    #[schema(required = true)]
    stock: Option<Vec<StockView>>,
    /// Money of the day and of the month; needs `order:list`.
    #[schema(required = true)]
    money: Option<MoneyView>,
    /// Refunds to decide about; needs `order:refund`.
    #[schema(required = true)]
    refunds: Option<UndecidedView>,
    /// Payments that fit nothing; needs `order:refund`.
    #[schema(required = true)]
    mismatches: Option<MismatchedView>,
    /// Operations that run longer than usual; needs `infra:host:list`.
    #[schema(required = true)]
    hanging: Option<HangingView>,
    /// Feedback without an answer; needs `system:feedback:list`.
    #[schema(required = true)]
    feedback: Option<UnansweredView>,
    /// The last calls that failed by a fault of the server; needs `monitor:server:list`.
    #[schema(required = true)]
    errors: Option<Vec<FaultView>>,
    /// Steps of a shop in which nobody has ordered, or rents, a phone yet, until all are done; needs `monitor:server:list`.
    #[schema(required = true)]
    first_day: Option<FirstDayView>,
}

/// Sign-ins and members.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct PeopleView {
    /// Members whose console is open.
    online: usize,
    /// Sign-ins of today.
    sign_ins: i64,
    /// Accounts that were made today.
    new_members: i64,
}

/// Phones by what they do.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct DoingCountsView {
    all: i64,
    running: i64,
    failed: i64,
    busy: i64,
    hold: i64,
    off: i64,
}

/// Stock of a configuration.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct StockView {
    configuration_id: i64,
    name: String,
    /// Short name; may be empty.
    code: String,
    /// All phones, rented ones too.
    all: i64,
    /// Phones that can be handed out now.
    free: i64,
    /// Phones that were sold within the last seven days.
    sold: i64,
    /// Whole days for which the free ones last at that pace, at most 30; null where nothing was sold.
    #[schema(required = true)]
    lasts_days: Option<i64>,
}

/// Money that came in, less what went back, in fen.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct MoneyView {
    today_fen: i64,
    /// Yesterday until this time.
    before_fen: i64,
    /// Each hour of today until now.
    hours: Vec<i64>,
    /// Each hour of yesterday.
    hours_before: Vec<i64>,
    month_fen: i64,
    /// The month before, as far as this one has come.
    month_before_fen: i64,
    /// Each day of the month until today.
    days: Vec<i64>,
    /// Each day of the month before.
    days_before: Vec<i64>,
    /// Orders that were paid today, by kind.
    kinds: Vec<KindSumView>,
    /// Refunds that were done today.
    refunds: i64,
    /// Amount of those refunds.
    refunded_fen: i64,
}

/// Paid orders of a kind.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct KindSumView {
    /// 1 purchase, 2 renewal, 3 upgrade.
    #[serde(rename = "type")]
    kind: i16,
    orders: i64,
    paid_fen: i64,
}

/// Refunds to decide about.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct UndecidedView {
    count: i64,
    amount_fen: i64,
    /// The oldest three.
    list: Vec<WaitingRefundView>,
}

/// A refund to decide about.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct WaitingRefundView {
    refund_no: String,
    amount_fen: i64,
    /// Time of asking.
    time: i64,
    configuration: String,
    quantity: i64,
    reason: String,
    /// Account of the member, its number masked.
    member: String,
}

/// Payments that fit nothing.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct MismatchedView {
    count: i64,
    amount_fen: i64,
    /// Time of the oldest.
    #[schema(required = true)]
    oldest_time: Option<i64>,
}

/// Operations that run longer than usual.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct HangingView {
    /// Number of phones.
    phones: i64,
    /// Number of batches.
    count: i64,
    /// The five that run longest.
    list: Vec<HangingBatchView>,
}

/// A batch that hangs.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct HangingBatchView {
    batch_id: i64,
    name: String,
    phones: i64,
    /// The phone that runs longest.
    phone_id: i64,
    /// Address of that phone.
    address: String,
    /// Begin of the longest.
    started_time: i64,
    /// Usual duration.
    expected_ms: i64,
}

/// Feedback without an answer.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct UnansweredView {
    count: i64,
    /// The oldest three.
    list: Vec<WaitingFeedbackView>,
}

/// A feedback that waits.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct WaitingFeedbackView {
    id: i64,
    title: String,
    /// Time of writing.
    time: i64,
    /// Number of the writer, masked; empty when there is none.
    member: String,
}

/// A call that failed, for one reason, however often since the server started.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FaultView {
    /// Time of the last one.
    time: i64,
    /// Method and path.
    call: String,
    /// The error with its causes, as the log has it.
    reason: String,
    times: u64,
    /// Number of members to whom it happened.
    members: usize,
    /// Id of the last request.
    request_id: String,
}

/// Steps of a shop in which nobody has ordered, or rents, a phone yet.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct FirstDayView {
    /// Account of the first operator.
    operator: String,
    /// Time at which that account was made.
    #[schema(required = true)]
    operator_time: Option<i64>,
    /// Configurations on sale that have prices now.
    configurations: i64,
    phones: i64,
    /// Wallets that members can pay by.
    wallets: usize,
    /// Whether codes go out by SMS.
    sms: bool,
    /// Whether codes go out by mail.
    mail: bool,
    /// Whether the shop has a name of its own.
    named: bool,
    /// Published agreements.
    agreements: i64,
}

impl TodayView {
    pub fn of(found: Overview, state: &AppState, actor: &Actor, now_ms: i64, lang: Lang) -> Self {
        let sold = found.sold;
        let online = state.engine.event_sockets.online();
        Self {
            time: now_ms,
            people: found.people.map(|people| PeopleView::of(people, online)),
            stock: (found.phones.as_ref()).map(|counts| {
                let kinds = counts.kinds.iter();
                kinds
                    .map(|kind| StockView::of(kind, &sold, lang))
                    .filter(|kind| kind.all > 0 || kind.sold > 0)
                    .collect()
            }),
            phones: found.phones.map(DoingCountsView::from),
            money: found.money.map(MoneyView::from),
            refunds: found
                .refunds
                .map(|refunds| UndecidedView::of(refunds, lang)),
            mismatches: found.mismatches.map(MismatchedView::from),
            hanging: found.hanging.map(|hanging| HangingView::of(hanging, lang)),
            feedback: found.feedback.map(UnansweredView::from),
            errors: (actor.holds(READ_SYSTEM)).then(|| {
                let newest = state.failed_calls.newest(ERRORS);
                newest.into_iter().map(FaultView::from).collect()
            }),
            first_day: found
                .first_day
                .map(|day| FirstDayView::of(day, state))
                .filter(|day| !day.is_done()),
        }
    }
}

impl PeopleView {
    const fn of(people: People, online: usize) -> Self {
        Self {
            online,
            sign_ins: people.sign_ins,
            new_members: people.new,
        }
    }
}

impl From<PhoneCounts> for DoingCountsView {
    fn from(counts: PhoneCounts) -> Self {
        Self {
            all: counts.all,
            running: counts.running,
            failed: counts.failed,
            busy: counts.busy,
            hold: counts.hold,
            off: counts.off,
        }
    }
}

impl StockView {
    fn of(kind: &KindCount, sold: &[Sold], lang: Lang) -> Self {
        let of_kind = sold.iter().find(|sold| sold.configuration_id == kind.id);
        let sold = of_kind.map_or(0, |sold| sold.phones);
        Self {
            configuration_id: kind.id,
            name: kind.name.in_lang(lang).to_owned(),
            code: kind.code.clone(),
            all: kind.all,
            free: kind.free,
            sold,
            lasts_days: lasts_days(kind.free, sold),
        }
    }
}

impl From<Money> for MoneyView {
    fn from(money: Money) -> Self {
        let takings = money.takings;
        Self {
            today_fen: takings.hours.iter().sum(),
            before_fen: money.before_fen,
            month_fen: takings.days.iter().sum(),
            month_before_fen: money.month_before_fen,
            hours: takings.hours,
            hours_before: takings.hours_before,
            days: takings.days,
            days_before: takings.days_before,
            kinds: money.kinds.into_iter().map(KindSumView::from).collect(),
            refunds: takings.refunds,
            refunded_fen: takings.refunded_fen,
        }
    }
}

impl From<KindSum> for KindSumView {
    fn from(sum: KindSum) -> Self {
        Self {
            kind: sum.kind.code(),
            orders: sum.orders,
            paid_fen: sum.paid_fen,
        }
    }
}

impl UndecidedView {
    fn of(refunds: Undecided, lang: Lang) -> Self {
        let view = |asked: RequestedRefund| WaitingRefundView {
            refund_no: asked.number,
            amount_fen: asked.fen,
            time: asked.at_ms,
            configuration: asked.spec.in_lang(lang).to_owned(),
            quantity: asked.quantity,
            reason: asked.reason,
            member: asked.member,
        };
        Self {
            count: refunds.count,
            amount_fen: refunds.fen,
            list: refunds.list.into_iter().map(view).collect(),
        }
    }
}

impl From<Mismatched> for MismatchedView {
    fn from(mismatches: Mismatched) -> Self {
        Self {
            count: mismatches.count,
            amount_fen: mismatches.fen,
            oldest_time: mismatches.oldest_ms,
        }
    }
}

impl HangingView {
    fn of(hanging: Hanging, lang: Lang) -> Self {
        let view = |batch: Batch| HangingBatchView {
            batch_id: batch.batch_id,
            name: batch.kind.words().in_lang(lang).to_owned(),
            phones: batch.phones,
            phone_id: batch.phone_id,
            address: batch.adb,
            started_time: batch.started_ms,
            expected_ms: batch.kind.expected_ms(),
        };
        Self {
            phones: hanging.phones,
            count: hanging.batches,
            list: hanging.list.into_iter().map(view).collect(),
        }
    }
}

impl From<Unanswered> for UnansweredView {
    fn from(feedback: Unanswered) -> Self {
        let view = |opened: Opened| WaitingFeedbackView {
            id: opened.id,
            title: opened.title,
            time: opened.at_ms,
            member: opened.member,
        };
        Self {
            count: feedback.count,
            list: feedback.list.into_iter().map(view).collect(),
        }
    }
}

impl From<FailedCall> for FaultView {
    fn from(failed: FailedCall) -> Self {
        Self {
            time: failed.at_ms,
            call: failed.call,
            reason: failed.reason,
            times: failed.times,
            members: failed.members.len(),
            request_id: failed.request_id,
        }
    }
}

impl FirstDayView {
    fn of(day: FirstDay, state: &AppState) -> Self {
        let engine = &state.engine;
        Self {
            operator: day.operator,
            operator_time: day.operator_ms,
            configurations: day.priced,
            phones: day.phones,
            wallets: usize::from(engine.wallets.alipay.is_some())
                + usize::from(engine.wallets.wechat_pay.is_some()),
            sms: engine.senders.sms.is_some(),
            mail: engine.senders.mail.is_some(),
            named: day.named,
            agreements: day.agreements,
        }
    }

    /// Whether every step is done. The console ticks its steps off by the same facts.
    const fn is_done(&self) -> bool {
        self.operator_time.is_some()
            && self.configurations > 0
            && self.phones > 0
            && self.wallets > 0
            && (self.sms || self.mail)
            && self.named
            && self.agreements > 0
    }
}
