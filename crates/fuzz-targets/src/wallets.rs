//! Fuzz targets of wallets' messages: nothing panics, and each message means one thing.

use wallet_wire::alipay::{Answer, Charset, Notice, event};
use wallet_wire::{Event, Fen};

const CHARSETS: [&str; 3] = ["utf-8", "gbk", "gb18030"];

/// Reads any bytes as a notice of Alipay: an empty value that was added on the way changes nothing, and a paid amount is money.
pub fn wallet_notice(data: &[u8]) {
    let Ok(notice) = Notice::read(data) else {
        return;
    };
    let texts = notice.signed_texts();
    let filled = texts.last().cloned();
    assert!(texts.iter().all(|text| text.len() <= texts[0].len()));
    let said = event(&notice.into_params());
    // A name that is there already comes twice now, so the notice is refused.
    if let Ok(more) = Notice::read(&[data, b"&refund_fee="].concat()) {
        assert_eq!(more.signed_texts().last().cloned(), filled);
        assert_eq!(event(&more.into_params()), said);
    }
    if let Ok(Event::Paid(paid)) = said {
        assert_eq!(Fen::from_yuan(&paid.amount.to_yuan()), Some(paid.amount));
    }
}

/// Reads any bytes as an answer of Alipay's gateway, in the charset that their first byte says.
pub fn wallet_answer(data: &[u8]) {
    let Some((first, body)) = data.split_first() else {
        return;
    };
    let name = CHARSETS[usize::from(*first) % CHARSETS.len()];
    let charset = Charset::named(name).expect("a charset of Alipay's");
    assert_eq!(charset.mask_non_ascii(body).len(), body.len());
    let Some(answer) = Answer::read("alipay.trade.query", body, charset) else {
        return;
    };
    // The inner object is JSON by itself, with everything beyond ASCII masked.
    let inside = charset.mask_non_ascii(answer.signed);
    assert!(matches!(
        (inside.chars().next(), inside.chars().last()),
        (Some(first), Some(last)) if !first.is_whitespace() && !last.is_whitespace()
    ));
    if let Some(otherwise) = answer.unescaped_signed_text() {
        assert!(otherwise.len() < answer.signed.len());
    }
    let _ = answer.content();
}
