DROP TABLE phone_proxies;
