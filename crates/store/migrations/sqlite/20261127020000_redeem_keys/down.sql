ALTER TABLE redeem_codes DROP COLUMN alias_key;
ALTER TABLE redeem_batches DROP COLUMN note_key;
