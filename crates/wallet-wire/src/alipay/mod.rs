//! Alipay's messages. Source: opendocs.alipay.com, and Alipay's SDKs where the documentation says nothing.

mod answer;
mod bill;
mod charset;
mod notice;
mod params;

pub use answer::{Answer, state};
pub use bill::{bill, is_bill_file};
pub use charset::Charset;
pub use notice::{Malformed, Notice, event};
pub use params::Params;
