ALTER TABLE sessions DROP COLUMN proved_ms;
