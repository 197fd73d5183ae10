//! Bill of a day: an archive with a table in GBK and its sums beside it.

use std::io::{Cursor, Write};

use actix_web::web::{Data, Path};
use actix_web::{HttpResponse, get};
use encoding_rs::GBK;
use serde::Deserialize;
use serde_json::{Value, json};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use super::Refused;
use super::methods::{INVALID, Outcome};
use crate::wallets::{BillLine, Open, Which, begin_of, moved_on, plain_day, to_china, yuan};
use crate::{PATH, Sandbox, SandboxError};

/// Hour of the next day at which bills are made.
const MADE_AT_HOUR: i64 = 9;
/// Time for which the address of an archive is good.
const GOOD_MS: i64 = 30_000;
const RULE: &str = "----------------------------------------";
const TITLES: &str = "支付宝交易号,商户订单号,业务类型,商品名称,创建时间,完成时间,门店编号,门店名称,操作员,终端号,对方账户,订单金额（元）,商家实收（元）,\
    支付宝红包（元）,集分宝（元）,支付宝优惠（元）,商家优惠（元）,券核销金额（元）,券名称,商家红包消费金额（元）,卡消费金额（元）,\
    退款批次号/请求号,服务费（元）,分润（元）,备注";

#[derive(Deserialize)]
struct Wanted {
    bill_type: String,
    bill_date: String,
}

/// Tells the address of a day's bill.
pub fn address(
    sandbox: &Sandbox,
    open: &Open,
    content: Option<&String>,
    now_ms: i64,
) -> Outcome<Value> {
    let wanted = content.and_then(|text| serde_json::from_str::<Wanted>(text).ok());
    let Some(wanted) = wanted.filter(|wanted| wanted.bill_type == "trade") else {
        return Ok(Err(INVALID));
    };
    let Some(begin_ms) = begin_of(&wanted.bill_date) else {
        return Ok(Err(INVALID));
    };
    let book = open.book();
    let Some(moved) = moved_on(&book, Which::Alipay, begin_ms, MADE_AT_HOUR, now_ms) else {
        return Ok(Err(Refused("40004", "isp.bill_not_exist", "账单不存在")));
    };
    let account = format!("{}0156", open.key_pairs.told().alipay_seller_id);
    let name = format!("{account}_{}_业务明细", plain_day(begin_ms));
    let archive = archive(&[
        (format!("{name}.csv"), table(&account, &moved, now_ms)),
        (format!("{name}(汇总).csv"), sums(&moved)),
    ])?;
    let ticket = open.bills.lock().put(archive, now_ms + GOOD_MS, now_ms);
    let address = format!("{}{PATH}/alipay/bill/{ticket}", sandbox.0.own_origin);
    Ok(Ok(json!({ "bill_download_url": address })))
}

/// Archive of files whose names and contents are in GBK.
fn archive(files: &[(String, String)]) -> Result<Vec<u8>, SandboxError> {
    let made = || -> Result<Vec<u8>, zip::result::ZipError> {
        let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
        for (name, text) in files {
            archive.start_file(name.as_str(), SimpleFileOptions::default())?;
            archive.write_all(&GBK.encode(text).0)?;
        }
        Ok(archive.finish()?.into_inner())
    };
    made().map_err(|error| SandboxError::Files(error.into()))
}

fn table(account: &str, moved: &[BillLine<'_>], now_ms: i64) -> String {
    let mut rows = vec![format!(
        "#支付宝业务明细查询\r\n#账号：[{account}]\r\n#{RULE}业务明细列表{RULE}\r\n{TITLES}\r\n"
    )];
    for BillLine {
        trade,
        refund,
        at_ms,
    } in moved
    {
        let (kind, fen, refund_no) = match refund {
            None => ("交易", yuan(trade.amount_fen), ""),
            Some(row) => (
                "退款",
                format!("-{}", yuan(row.amount_fen)),
                row.refund_no.as_str(),
            ),
        };
        let [number, order_no, subject] =
            [&trade.number, &trade.order_no, &trade.subject].map(|part| part.replace(',', " "));
        let (made, done) = (to_china(trade.made_ms), to_china(*at_ms));
        rows.push(format!(
            "{number}\t,{order_no}\t,{kind}\t,{subject}\t,{made},{done},\t,\t,\t,\t,159****5620\t,{fen},{fen},0.00,0.00,0.00,0.00,0.00,\t,0.00,0.00,{refund_no}\t,0.00,0.00,\t\r\n"
        ));
    }
    rows.push(format!(
        "#{RULE}业务明细列表结束{RULE}\r\n#导出时间：[{}]\r\n",
        to_china(now_ms)
    ));
    rows.concat()
}

fn sums(moved: &[BillLine<'_>]) -> String {
    let count = |refunds: bool| {
        moved
            .iter()
            .filter(|one| one.refund.is_some() == refunds)
            .count()
    };
    format!(
        "#支付宝业务汇总查询\r\n门店编号,门店名称,交易订单总笔数,退款订单总笔数\r\n合计\t,\t,{},{}\r\n",
        count(false),
        count(true)
    )
}

/// The archive, while its address is good.
#[get("/alipay/bill/{ticket}")]
pub async fn file(sandbox: Data<Sandbox>, ticket: Path<String>) -> HttpResponse {
    let found = sandbox.0.wallets.open().ok().and_then(|open| {
        let bills = open.bills.lock();
        bills.get(&ticket, sandbox.now_ms())
    });
    match found {
        Some(archive) => HttpResponse::Ok()
            .content_type("application/zip")
            .body(archive),
        None => HttpResponse::NotFound().finish(),
    }
}
