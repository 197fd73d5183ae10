//! Both wallets, out of a sandbox's keys.

use std::time::Duration;

use connectors::wallets::Timeouts;
use connectors::{Secret, alipay, wechat_pay};
use engine::payments::{ALIPAY_CALLBACK, WECHAT_PAY_CALLBACK, Wallets};
use sandbox::Sandbox;

/// By what the wallets prove themselves.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Proof {
    /// Configured public keys.
    Keys,
    /// Alipay's configured certificates, and WeChat Pay's fetched ones.
    Certificates,
}

/// `address` is where WeChat Pay is reached.
pub fn wallets(sandbox: &Sandbox, base: &str, address: String, proof: Proof) -> Wallets {
    let keys = sandbox.wallet_keys().unwrap();
    // Slow machines take their time.
    let timeouts = Timeouts {
        create: Duration::from_secs(30),
        keys: Duration::from_secs(30),
        ask: Duration::from_secs(30),
    };
    let by_keys = proof == Proof::Keys;
    let alipay = alipay::Alipay::new(&alipay::Settings {
        app_id: keys.alipay_app_id,
        seller_id: keys.alipay_seller_id,
        private_key: Secret::new(keys.alipay_private_key),
        trust: if by_keys {
            alipay::Trust::PublicKey(keys.alipay_public_key)
        } else {
            alipay::Trust::Certificates {
                app: keys.alipay_app_certificate,
                alipay: keys.alipay_certificate,
                root: keys.alipay_root_certificate,
            }
        },
        gateway: Some(sandbox.alipay_address()),
        notify_url: format!("{base}{ALIPAY_CALLBACK}"),
        timeouts,
    });
    let wechat_pay = wechat_pay::WechatPay::new(&wechat_pay::Settings {
        mch_id: keys.wechat_pay_mch_id,
        app_id: keys.wechat_pay_app_id,
        mobile_app_id: None,
        private_key: Secret::new(keys.wechat_pay_private_key),
        certificate: wechat_pay::MerchantCertificate::SerialNo(keys.wechat_pay_serial_no),
        api_key: Secret::new(keys.wechat_pay_api_key),
        public_key: by_keys.then_some(wechat_pay::PublicKey {
            id: keys.wechat_pay_public_key_id,
            key: keys.wechat_pay_public_key,
        }),
        address: Some(address),
        notify_url: format!("{base}{WECHAT_PAY_CALLBACK}"),
        timeouts,
    });
    Wallets {
        alipay: Some(alipay.unwrap().into()),
        wechat_pay: Some(wechat_pay.unwrap().into()),
    }
}
