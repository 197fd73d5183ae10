DROP TABLE devices;
DROP TABLE limits;
DROP TABLE captchas;
DROP TABLE sendings;
DROP TABLE codes;
