-- Ways to sign in that operators switched off, by their names and commas. ways_updated_ms: the last change of how members sign in.
ALTER TABLE branding ADD COLUMN ways_off TEXT NOT NULL DEFAULT '';
ALTER TABLE branding ADD COLUMN ways_updated_ms BIGINT NOT NULL DEFAULT 0;
