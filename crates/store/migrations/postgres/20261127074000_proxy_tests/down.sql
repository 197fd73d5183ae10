ALTER TABLE phone_proxies DROP COLUMN delay_ms;
ALTER TABLE phone_proxies DROP COLUMN exit_address;
ALTER TABLE phone_proxies DROP COLUMN tested_ms;
