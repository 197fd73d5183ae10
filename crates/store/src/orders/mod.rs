//! Orders: shelf, prices, reserved stock, payments, fulfilment, refunds and the ledger.
//!
//! Each use case is one transaction. Rows are locked in this order, so that no two transactions wait for each other:
//! order, member, configuration, phones.

mod all;
mod attempts;
mod auto_renew;
mod bill_days;
mod bill_differences;
mod bills;
mod books;
mod configuration_change;
mod configurations;
mod create;
mod due;
mod end;
mod fulfil;
mod keyword;
mod ledger;
mod mismatches;
mod model;
mod money_back;
mod price;
mod prices;
mod refund_case;
mod refunds;
mod rows;
mod settle;
mod shelf;
mod view;

pub use all::{AllFilter, AllPage, OwnedOrder, all_page, info_of_any, note_export};
pub use attempts::{attempt, attempt_closed, attempt_shown, take_look};
pub(crate) use auto_renew::{AutoRenewed, Renewable, renew_by_points};
pub use bill_days::{BillDay, DayTotals, Difference, Solved, bill_days, differences_page};
pub use bill_differences::{compare_again, solve_difference};
pub use bills::{
    BillLine, bill_failed, compare_bill, first_payment_ms, take_bill, unnotified_payments,
};
pub use books::{AccountSum, LedgerLine, ledger_accounts, ledger_page};
pub use configuration_change::ShelfError;
pub use configurations::{
    StoredConfiguration, create_configuration, find_configuration, list_configurations,
    update_configuration,
};
pub use create::create;
pub use due::due;
pub use end::{cancel, timed_out};
pub(crate) use fulfil::{extend, first_alias, is_member, own, short_name};
pub(crate) use ledger::{Sale, sales_of};
pub use mismatches::{handle_mismatch, mismatches_page};
pub use model::{
    Attempt, Changed, Configuration, Draft, Due, Filter, FullOrder, Line, Mismatch, MismatchPage,
    NewOrder, Order, OrderError, OrderPage, OrderPhone, Outcome, Quoted, RefundInfo, RefundJob,
    RefundPage, RefundRow, Requested, Settled, Settlement, Verdict,
};
pub use price::quote;
pub(crate) use prices::{NewPackage, create_package};
pub use prices::{PriceVersion, discard, save_draft, schedule, withdraw};
pub use refund_case::{Event, Evidence, RefundCase, refund_case};
pub use refunds::{decide_refund, is_refunded, refund_outcome, refunds_page, request_refund};
pub use settle::{is_settled, settle};
pub use shelf::shelf;
pub use view::{info, page, page_of};
