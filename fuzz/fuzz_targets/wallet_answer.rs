//! Any bytes as what Alipay's gateway answers, in the charset that their first byte says.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| fuzz_targets::wallets::wallet_answer(data));
