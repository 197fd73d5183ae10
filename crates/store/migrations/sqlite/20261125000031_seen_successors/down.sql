ALTER TABLE access_tokens DROP COLUMN generation;
ALTER TABLE sessions DROP COLUMN seen_generation;
