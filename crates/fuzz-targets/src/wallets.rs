//! What wallets send: nothing panics, and what is read means one thing.

use wallet_wire::alipay::{Answer, Charset, Notice, event};
use wallet_wire::{Event, Fen};

const CHARSETS: [&str; 3] = ["utf-8", "gbk", "gb18030"];

/// Any bytes as what Alipay posts: an empty value that was added on the way changes nothing, and what was paid is money.
pub fn wallet_notice(data: &[u8]) {
    let Ok(notice) = Notice::read(data) else {
        return;
    };
    let [all, filled] = notice.signed_texts();
    assert!(filled.len() <= all.len());
    let said = event(&notice.into_params());
    // Where it has the name already, it comes twice and is refused.
    if let Ok(more) = Notice::read(&[data, b"&refund_fee="].concat()) {
        assert_eq!(more.signed_texts()[1], filled);
        assert_eq!(event(&more.into_params()), said);
    }
    if let Ok(Event::Paid(paid)) = said {
        assert_eq!(Fen::from_yuan(&paid.amount.to_yuan()), Some(paid.amount));
    }
}

/// Any bytes as what Alipay's gateway answers, in the charset that their first byte says.
pub fn wallet_answer(data: &[u8]) {
    let Some((first, body)) = data.split_first() else {
        return;
    };
    let name = CHARSETS[usize::from(*first) % CHARSETS.len()];
    let charset = Charset::named(name).expect("a charset of Alipay's");
    assert_eq!(charset.skeleton(body).len(), body.len());
    let Some(answer) = Answer::read("alipay.trade.query", body, charset) else {
        return;
    };
    // Whole JSON by itself, as far as nothing beyond ASCII is looked at.
    let inside = charset.skeleton(answer.signed);
    assert!(matches!(
        (inside.chars().next(), inside.chars().last()),
        (Some(first), Some(last)) if !first.is_whitespace() && !last.is_whitespace()
    ));
    if let Some(otherwise) = answer.signed_otherwise() {
        assert!(otherwise.len() < answer.signed.len());
    }
    let _ = answer.content();
}
