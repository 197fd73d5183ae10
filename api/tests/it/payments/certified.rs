//! Wallets that prove themselves by certificates: Alipay's are configured, WeChat Pay's are fetched, and everything is the same.

use serde_json::json;

use super::buyer::{Buyer, PRICE, REFUND, at_the_page};
use super::shop;
use crate::server::{OWNER, with_certified_shop};

#[test]
fn by_certificates_payments_are_heard_found_closed_and_given_back() {
    with_certified_shop(async |s| {
        shop::stock(s, 4).await;
        let buyer = Buyer::new(s, OWNER).await;
        for wallet in [1, 2] {
            // The first is told, the second is lost and found.
            let (told, begun) = buyer.at_the_wallet(wallet).await;
            at_the_page(s, &begun, "pay").await;
            let paid = buyer.info_when(told, |o| o["state"] == "paid").await;
            assert_eq!(paid["paidFen"], PRICE);
            let (lost, begun) = buyer.at_the_wallet(wallet).await;
            at_the_page(s, &begun, "payUnheard").await;
            let status = format!("/app-api/trade/order/status?orderId={lost}");
            let found = s.get(&status, &buyer.token).await.data();
            assert_eq!(found["payState"], "success", "wallet {wallet}: {found}");
            let body = json!({ "orderId": told, "reason": "买错了" });
            buyer.post(REFUND, body).await.data();
        }
        let orders = s.get("/app-api/trade/order/web-page", &buyer.token);
        let orders = orders.await.data();
        for step in 1..=4 {
            s.clock.set_offset_s(f64::from(step) * 70.0);
            buyer.look().await;
        }
        let after = s.get("/app-api/trade/order/web-page", &buyer.token);
        let after = after.await.data();
        assert_eq!(orders["total"], 4);
        assert_eq!(after["refundedFen"], 2 * PRICE, "{after}");
        shop::is_whole(s).await;
    });
}
