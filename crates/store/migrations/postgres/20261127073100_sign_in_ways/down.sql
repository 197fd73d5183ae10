ALTER TABLE branding DROP COLUMN ways_updated_ms;
ALTER TABLE branding DROP COLUMN ways_off;
