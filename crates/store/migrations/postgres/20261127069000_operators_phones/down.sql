DROP INDEX phones_kinds;
DROP INDEX phones_doing;
DROP INDEX phones_named;
DROP INDEX phones_host;
ALTER TABLE phones DROP COLUMN removed_ms;
