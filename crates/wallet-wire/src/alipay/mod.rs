//! Alipay's messages. Source: opendocs.alipay.com, and its SDKs where that is silent.

mod answer;
mod charset;
mod notice;
mod params;

pub use answer::{Answer, state};
pub use charset::Charset;
pub use notice::{Malformed, Notice, event};
pub use params::Params;
