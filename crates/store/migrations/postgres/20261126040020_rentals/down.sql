DROP TABLE purges;
DROP INDEX phones_ended;
DROP INDEX phones_reminding;
DROP INDEX phones_ending;
ALTER TABLE phones DROP COLUMN reminded;
ALTER TABLE phones DROP COLUMN recycled_ms;
ALTER TABLE phones DROP COLUMN ended_ms;
