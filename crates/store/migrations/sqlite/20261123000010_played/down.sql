ALTER TABLE seats DROP COLUMN played_ms;
