//! Bill of a day's trade at WeChat Pay, `bill_type=ALL`: a CSV file in UTF-8. Source: pay.weixin.qq.com/doc/v3/merchant, 申请交易账单.

use crate::Fen;
use crate::bill::{self, BillError, BillKind, BillLine, Columns, reader};

/// Mark before each value. With it spreadsheet programs read a long number as text and do not round it.
const MARK: char = '`';
/// First title of the table of sums, which follows the table of payments.
const SUMS: &str = "总交易单数";

/// Reads the lines of the table.
pub fn bill(bytes: &[u8]) -> Result<Vec<BillLine>, BillError> {
    let text = String::from_utf8_lossy(bytes);
    let mut rows = reader(&text).into_records();
    let titles = match rows.next() {
        Some(Ok(titles)) => Columns::new(&titles),
        _ => return Err(BillError::Cut),
    };
    let places = [
        titles.place("交易状态")?,
        titles.place("微信订单号")?,
        titles.place("商户订单号")?,
        titles.place("商户退款单号")?,
        titles.place("订单金额")?,
        titles.place("申请退款金额")?,
        titles.place("货币种类")?,
    ];
    let mut lines = Vec::new();
    for row in rows {
        let row = row.map_err(|_| BillError::Line(lines.len() + 1))?;
        if row.get(0).is_some_and(|title| title.trim() == SUMS) {
            return Ok(lines);
        }
        let cell = |at: usize| {
            row.get(at)
                .map_or("", |value| value.trim().trim_start_matches(MARK))
        };
        let line = titles.fits(&row).then(|| line(places.map(cell))).flatten();
        lines.push(line.ok_or(BillError::Line(lines.len() + 1))?);
    }
    Err(BillError::Cut)
}

/// Makes a line of a row: its state, the wallet's and our number of the payment, our number of the refund, both amounts, and the currency.
fn line(
    [state, trade_no, order_no, refund_no, paid, back, currency]: [&str; 7],
) -> Option<BillLine> {
    let (kind, number, yuan) = match state {
        "SUCCESS" => (BillKind::Payment, order_no, paid),
        "REFUND" => (BillKind::Refund, refund_no, back),
        _ => return None,
    };
    let amount = Fen::from_yuan(yuan).filter(|_| currency == "CNY")?;
    bill::line(kind, trade_no, number, amount)
}

#[cfg(test)]
mod tests {
    use super::*;

    const BILL: &str = "\u{feff}交易时间,公众账号ID,商户号,特约商户号,设备号,微信订单号,商户订单号,用户标识,交易类型,交易状态,付款银行,货币种类,应结订单金额,代金券金额,微信退款单号,商户退款单号,退款金额,充值券退款金额,退款类型,退款状态,商品名称,商户数据包,手续费,费率,订单金额,申请退款金额,费率备注\r\n\
        `2026-11-24 10:00:09,`wx8888888888888888,`1900000109,`0,`,`4200002481202611240817,`O20261124001_1,`oUpF8,`NATIVE,`SUCCESS,`OTHERS,`CNY,`45.00,`0.00,`0,`0,`0.00,`0.00,`,`,`VIP \"云\" 手机,`,`0.27000,`0.60%,`45.00,`0.00,`\r\n\
        `2026-11-24 11:00:00,`wx8888888888888888,`1900000109,`0,`,`4200002481202611240817,`O20261124001_1,`oUpF8,`NATIVE,`REFUND,`OTHERS,`CNY,`0.00,`0.00,`50302,`O20261124001R1,`20.50,`0.00,`ORIGINAL,`SUCCESS,`VIP,`,`-0.12000,`0.60%,`0.00,`20.50,`\r\n\
        总交易单数,应结订单总金额,退款总金额,充值券退款总金额,手续费总金额,订单总金额,申请退款总金额\r\n`2,`45.00,`20.50,`0.00,`0.15000,`45.00,`20.50\r\n";

    #[test]
    fn payments_and_refunds_are_read_with_our_numbers() {
        let lines = bill(BILL.as_bytes()).expect("a bill");
        let told: Vec<_> = lines
            .iter()
            .map(|line| (line.kind, line.number.as_str(), line.amount.get()))
            .collect();
        assert_eq!(
            told,
            [
                (BillKind::Payment, "O20261124001_1", 4500),
                (BillKind::Refund, "O20261124001R1", 2050),
            ]
        );
        assert!(
            lines
                .iter()
                .all(|line| line.trade_no == "4200002481202611240817")
        );
    }

    #[test]
    fn a_bill_that_was_cut_or_has_other_columns_or_values_is_none() {
        let read = |text: &str| bill(text.as_bytes());
        let cut = BILL.find(SUMS).expect("an end");
        assert_eq!(read(&BILL[..cut]), Err(BillError::Cut));
        assert_eq!(read(""), Err(BillError::Cut));
        assert_eq!(
            read(&BILL.replacen("商户订单号", "订单号", 1)),
            Err(BillError::Column("商户订单号"))
        );
        for (from, to, at) in [
            ("`SUCCESS,`OTHERS", "`REVOKED,`OTHERS", 1),
            ("VIP \"云\" 手机", "VIP, 30 天", 1),
            ("`CNY,`45.00", "`USD,`45.00", 1),
            ("`0.00,`20.50,`\r\n", "`0.00,`-20.50,`\r\n", 2),
            ("`4200002481202611240817", "`", 1),
        ] {
            assert_eq!(
                read(&BILL.replacen(from, to, 1)),
                Err(BillError::Line(at)),
                "{to}"
            );
        }
    }
}
