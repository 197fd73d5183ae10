//! Bill of a day's trade, `bill_type=trade`: a CSV file in GBK. Source: opendocs.alipay.com, 查询对账单下载地址, and its file 业务明细.

use std::borrow::Cow;

use super::Charset;
use crate::bill::{BillError, BillKind, BillLine, Columns, reader};
use crate::{Fen, bill};

/// First character of lines that are not part of the table: head, end and sums.
const REMARK: char = '#';
/// Text of the line that ends the table.
const END: &str = "业务明细列表结束";
/// Part of the name of a second file in the archive, which has the sums only.
const SUMS: &str = "汇总";

/// Whether a file of the archive is the table, by its name, which is in GBK or in UTF-8.
pub fn is_bill_file(name: &[u8]) -> bool {
    let name = std::str::from_utf8(name).map_or_else(|_| Charset::GBK.text(name), Cow::from);
    name.ends_with(".csv") && !name.contains(SUMS)
}

/// Reads the lines of the table.
pub fn bill(bytes: &[u8]) -> Result<Vec<BillLine>, BillError> {
    let text = Charset::GBK.text(bytes);
    let mut columns: Option<(Columns, [usize; 5])> = None;
    let mut lines = Vec::new();
    let mut ended = false;
    for row in reader(&text).into_records() {
        let row = row.map_err(|_| BillError::Line(lines.len() + 1))?;
        let cell = |at: usize| row.get(at).map_or("", str::trim);
        if cell(0).starts_with(REMARK) {
            ended |= cell(0).contains(END);
        } else if let Some((titles, places)) = &columns {
            let line = titles.fits(&row).then(|| line(places.map(cell))).flatten();
            lines.push(line.ok_or(BillError::Line(lines.len() + 1))?);
        } else {
            let titles = Columns::new(&row);
            let places = [
                titles.place("业务类型")?,
                titles.place("支付宝交易号")?,
                titles.place("商户订单号")?,
                titles.place("退款批次号/请求号")?,
                titles.place("订单金额（元）")?,
            ];
            columns = Some((titles, places));
        }
    }
    if ended {
        Ok(lines)
    } else {
        Err(BillError::Cut)
    }
}

/// Makes a line of a row: its kind, the wallet's and our number of the payment, our number of the refund, and the amount.
fn line([kind, trade_no, order_no, refund_no, yuan]: [&str; 5]) -> Option<BillLine> {
    let (kind, number, yuan) = match kind {
        "交易" => (BillKind::Payment, order_no, yuan),
        // The amount of a refund is negative.
        "退款" => (BillKind::Refund, refund_no, yuan.strip_prefix('-')?),
        _ => return None,
    };
    bill::line(kind, trade_no, number, Fen::from_yuan(yuan)?)
}

#[cfg(test)]
mod tests {
    use encoding_rs::GBK;

    use super::*;

    /// A bill as Alipay's file has it: remarks before and behind, cells with a tab at their end.
    const BILL: &str = "#支付宝业务明细查询\n#账号：[20887210038991590156]\n#起始日期：[2026年11月24日 00:00:00]   终止日期：[2026年11月25日 00:00:00]\n\
        #-----------------------------------------业务明细列表----------------------------------------\n\
        支付宝交易号,商户订单号,业务类型,商品名称,创建时间,完成时间,门店编号,门店名称,操作员,终端号,对方账户,订单金额（元）,商家实收（元）,支付宝红包（元）,集分宝（元）,支付宝优惠（元）,商家优惠（元）,券核销金额（元）,券名称,商家红包消费金额（元）,卡消费金额（元）,退款批次号/请求号,服务费（元）,分润（元）,备注\n\
        2026112422001400\t,O20261124001_1\t,交易\t,VIP \"云\" 手机\t,2026-11-24 10:00:00,2026-11-24 10:00:09,\t,\t,\t,\t,*三(159****5620)\t,45.00,45.00,0.00,0.00,0.00,0.00,0.00,\t,0.00,0.00,\t,-0.27,0.00,\t\n\
        2026112422001400\t,O20261124001_1\t,退款\t,VIP\t,2026-11-24 10:00:00,2026-11-24 11:00:00,\t,\t,\t,\t,*三\t,-20.50,-20.50,0.00,0.00,0.00,0.00,0.00,\t,0.00,0.00,O20261124001R1\t,0.12,0.00,\t\n\
        #-----------------------------------------业务明细列表结束------------------------------------\n\
        #交易合计：1笔，商家实收共45.00元，商家优惠共0.00元\n#退款合计：1笔，商家实收退款共-20.50元，商家优惠退款共0.00元\n#导出时间：[2026年11月25日 09:10:11]\n";

    fn read(text: &str) -> Result<Vec<BillLine>, BillError> {
        bill(&GBK.encode(text).0)
    }

    #[test]
    fn payments_and_refunds_are_read_with_our_numbers() {
        let lines = read(BILL).expect("a bill");
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
        assert!(lines.iter().all(|line| line.trade_no == "2026112422001400"));
    }

    #[test]
    fn a_bill_that_was_cut_or_has_other_columns_or_values_is_none() {
        let cut = BILL
            .find("#-----------------------------------------业务明细列表结束")
            .expect("an end");
        assert_eq!(read(&BILL[..cut]), Err(BillError::Cut));
        assert_eq!(read(""), Err(BillError::Cut));
        assert_eq!(
            read(&BILL.replace("商户订单号", "订单号")),
            Err(BillError::Column("商户订单号"))
        );
        for (from, to, at) in [
            ("交易\t", "冻结\t", 1),
            (",45.00,45.00", ",45.001,45.00", 1),
            ("VIP \"云\" 手机", "VIP, 30 天", 1),
            (",-20.50,-20.50", ",20.50,20.50", 2),
            (
                "2026112422001400\t,O20261124001_1\t,交易",
                "\t,O20261124001_1\t,交易",
                1,
            ),
        ] {
            assert_eq!(
                read(&BILL.replacen(from, to, 1)),
                Err(BillError::Line(at)),
                "{to}"
            );
        }
    }

    #[test]
    fn the_table_is_found_beside_its_sums() {
        let name = |text: &str| GBK.encode(text).0.into_owned();
        assert!(!is_bill_file("明细(汇总).csv".as_bytes()));
        assert!(is_bill_file(&name(
            "20887210038991590156_20261124_业务明细.csv"
        )));
        assert!(!is_bill_file(&name(
            "20887210038991590156_20261124_业务明细(汇总).csv"
        )));
        assert!(!is_bill_file(b"readme.txt"));
    }
}
