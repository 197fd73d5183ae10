//! Any bytes as what Alipay posts: an empty value that was added on the way changes nothing, and what was paid is money.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| fuzz_targets::wallets::wallet_notice(data));
