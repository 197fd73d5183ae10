//! Bill of a day: a table in UTF-8 with a mark before each value, proven by its digest.

use actix_web::http::StatusCode;
use actix_web::web::{Data, Query};
use actix_web::{HttpRequest, HttpResponse, get, web};
use serde::Deserialize;
use serde_json::json;
use sha1::{Digest, Sha1};

use super::{INVALID, Refused, answer, signing};
use crate::wallets::{BillLine, Open, Which, begin_of, moved_on, to_china, yuan};
use crate::{PATH, Sandbox};

/// Hour of the next day at which bills are made.
const MADE_AT_HOUR: i64 = 10;
/// Time for which an address is good.
const GOOD_MS: i64 = 5 * 60_000;
const TITLES: &str = "交易时间,公众账号ID,商户号,特约商户号,设备号,微信订单号,商户订单号,用户标识,交易类型,交易状态,付款银行,货币种类,应结订单金额,代金券金额,\
    微信退款单号,商户退款单号,退款金额,充值券退款金额,退款类型,退款状态,商品名称,商户数据包,手续费,费率,订单金额,申请退款金额,费率备注";
const SUMS: &str =
    "总交易单数,应结订单总金额,退款总金额,充值券退款总金额,手续费总金额,订单总金额,申请退款总金额";

pub fn configure(cfg: &mut web::ServiceConfig) {
    cfg.service(address).service(file);
}

#[derive(Deserialize)]
struct Wanted {
    #[serde(default)]
    bill_date: String,
    #[serde(default)]
    bill_type: String,
}

/// Tells the address of a day's bill, and its digest.
#[get("/bill/tradebill")]
async fn address(
    request: HttpRequest,
    sandbox: Data<Sandbox>,
    wanted: Query<Wanted>,
) -> HttpResponse {
    answer(&request, &sandbox, &[], |open, _| {
        let now_ms = sandbox.now_ms();
        let day = begin_of(&wanted.bill_date).filter(|_| wanted.bill_type == "ALL");
        let Some(begin_ms) = day else {
            return Ok(Err(INVALID));
        };
        let book = open.book();
        let Some(moved) = moved_on(&book, Which::WechatPay, begin_ms, MADE_AT_HOUR, now_ms) else {
            return Ok(Err(Refused(
                StatusCode::BAD_REQUEST,
                "NO_STATEMENT_EXIST",
                "请求的账单文件不存在",
            )));
        };
        let table = table(open, &moved).into_bytes();
        let digest = hex::encode(Sha1::digest(&table));
        let ticket = open.bills.lock().put(table, now_ms + GOOD_MS, now_ms);
        Ok(Ok(Some(json!({
            "hash_type": "SHA1",
            "hash_value": digest,
            "download_url": format!("{}{PATH}/wechat-pay/v3/billdownload/file?token={ticket}", sandbox.0.own_origin),
        }))))
    })
}

fn table(open: &Open, moved: &[BillLine<'_>]) -> String {
    let told = open.key_pairs.told();
    let (app_id, mch_id) = (&told.wechat_pay_app_id, &told.wechat_pay_mch_id);
    let mut rows = vec![format!("\u{feff}{TITLES}\r\n")];
    let (mut paid_fen, mut back_fen) = (0, 0);
    for BillLine {
        trade,
        refund,
        at_ms,
    } in moved
    {
        let (state, paid, back, ids) = match refund {
            None => ("SUCCESS", trade.amount_fen, 0, "`0,`0".to_owned()),
            Some(row) => (
                "REFUND",
                0,
                row.amount_fen,
                format!("`{},`{}", row.refund_id, row.refund_no),
            ),
        };
        (paid_fen, back_fen) = (paid_fen + paid, back_fen + back);
        let way = trade.way.to_uppercase();
        let (at, subject) = (to_china(*at_ms), trade.subject.replace(',', " "));
        let (number, order_no) = (&trade.number, &trade.order_no);
        let (paid, back) = (yuan(paid), yuan(back));
        rows.push(format!(
            "`{at},`{app_id},`{mch_id},`0,`,`{number},`{order_no},`oUpF8uMuAJO,`{way},`{state},`OTHERS,`CNY,`{paid},`0.00,{ids},`{back},`0.00,`,`,`{subject},`,`0.00000,`0.60%,`{paid},`{back},`\r\n"
        ));
    }
    let (paid, back) = (yuan(paid_fen), yuan(back_fen));
    rows.push(format!(
        "{SUMS}\r\n`{},`{paid},`{back},`0.00,`0.00000,`{paid},`{back}\r\n",
        moved.len()
    ));
    rows.concat()
}

#[derive(Deserialize)]
struct By {
    #[serde(default)]
    token: String,
}

/// Serves the file of a bill to a merchant that signs its request. The answer is not signed: the digest proves the file.
#[get("/billdownload/file")]
async fn file(request: HttpRequest, sandbox: Data<Sandbox>, by: Query<By>) -> HttpResponse {
    let Ok(open) = sandbox.0.wallets.open() else {
        return HttpResponse::InternalServerError().finish();
    };
    let now_ms = sandbox.now_ms();
    if signing::merchant(&open.key_pairs, &request, &[], now_ms).is_err() {
        return HttpResponse::Unauthorized().finish();
    }
    let found = open.bills.lock().get(&by.token, now_ms);
    match found {
        Some(table) => HttpResponse::Ok()
            .content_type("application/octet-stream")
            .body(table),
        None => HttpResponse::NotFound().finish(),
    }
}
