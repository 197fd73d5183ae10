//! Bill of a day: the gateway tells the address of an archive, good for half a minute.

use std::io::{Cursor, Read};

use reqwest::{StatusCode, Url};
use serde::Deserialize;
use serde_json::json;
use wallet_wire::alipay::{bill, is_bill_file};

use super::Alipay;
use crate::http;
use crate::wallets::{BILL_DEADLINE, BILL_MAX_BYTES, Bill, WalletError, unreadable};

/// End of the code of a day without a bill, with and without `isp.` before it.
const NOT_THERE: &str = "BILL_NOT_EXIST";

#[derive(Deserialize)]
struct BillAnswer {
    bill_download_url: String,
}

fn unverified(why: &str) -> WalletError {
    WalletError::Unverified(why.to_owned())
}

impl Alipay {
    pub(crate) async fn bill(&self, day: &str, now_ms: i64) -> Result<Bill, WalletError> {
        let content = json!({ "bill_type": "trade", "bill_date": day });
        let method = "alipay.data.dataservice.bill.downloadurl.query";
        let asked = self.ask(method, &content, &[], self.timeouts.ask, now_ms);
        let told: BillAnswer = match asked.await {
            Err(WalletError::Refused { code, .. })
                if code.to_ascii_uppercase().ends_with(NOT_THERE) =>
            {
                return Ok(Bill::Absent);
            }
            other => other?,
        };
        let url = safe(&told.bill_download_url)
            .ok_or_else(|| unverified("a bill at an address that is not https"))?;
        let request = self.client.get(url).timeout(BILL_DEADLINE);
        let reply = http::exchange_within(request, BILL_MAX_BYTES).await?;
        if reply.status != StatusCode::OK {
            return Err(WalletError::Busy(format!("HTTP {}", reply.status.as_u16())));
        }
        let lines = tokio::task::spawn_blocking(move || {
            let table =
                table_of(reply.body).ok_or_else(|| unverified("a bill without its table"))?;
            bill(&table).map_err(|error| unreadable(&error))
        });
        lines
            .await
            .map_err(|_| unverified("a bill that cannot be read"))?
            .map(Bill::Lines)
    }
}

/// Address of the archive, with https. The gateway signs the address and not the archive, so the archive must come over a connection that
/// nobody can change; the gateway itself still writes `http`.
fn safe(told: &str) -> Option<Url> {
    let mut url = Url::parse(told).ok()?;
    if !http::is_safe(&url) && url.scheme() == "http" {
        url.set_scheme("https").ok()?;
    }
    http::is_safe(&url).then_some(url)
}

/// The table in an archive.
fn table_of(archive: Vec<u8>) -> Option<Vec<u8>> {
    let mut archive = zip::ZipArchive::new(Cursor::new(archive)).ok()?;
    let place = (0..archive.len()).find(|place| {
        archive
            .by_index_raw(*place)
            .is_ok_and(|file| is_bill_file(file.name_raw()))
    })?;
    let mut table = Vec::new();
    let limit = u64::try_from(BILL_MAX_BYTES).ok()?;
    let read = archive
        .by_index(place)
        .ok()?
        .take(limit + 1)
        .read_to_end(&mut table);
    (read.is_ok() && table.len() <= BILL_MAX_BYTES).then_some(table)
}
