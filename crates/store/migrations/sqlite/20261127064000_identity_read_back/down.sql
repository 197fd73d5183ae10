ALTER TABLE operations DROP COLUMN identity;
