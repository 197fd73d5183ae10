DROP TABLE redeem_codes;
DROP TABLE redeem_batches;
