ALTER TABLE operations DROP COLUMN item;
ALTER TABLE operations DROP COLUMN sent_bytes;
DROP TABLE uploads;
