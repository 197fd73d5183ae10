-- Keys by which people find batches by their notes, and used codes by the phone's name at that time. Rows of before get theirs when the
-- database is opened.
ALTER TABLE redeem_batches ADD COLUMN note_key TEXT NOT NULL DEFAULT '';
ALTER TABLE redeem_codes ADD COLUMN alias_key TEXT;
