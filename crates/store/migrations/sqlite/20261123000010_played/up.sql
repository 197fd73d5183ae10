-- When a play session was last opened, by anybody: what was bought is used since then.
ALTER TABLE seats ADD COLUMN played_ms BIGINT;
