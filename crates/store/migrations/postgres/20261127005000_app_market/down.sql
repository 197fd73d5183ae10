DROP TABLE market_versions;
DROP TABLE market_apps;
