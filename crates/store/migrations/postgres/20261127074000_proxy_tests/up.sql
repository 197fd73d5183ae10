-- The last test that a phone's proxy passed: when, the address under which the internet saw it, and the delay.
ALTER TABLE phone_proxies ADD COLUMN tested_ms BIGINT;
ALTER TABLE phone_proxies ADD COLUMN exit_address TEXT;
ALTER TABLE phone_proxies ADD COLUMN delay_ms BIGINT;
