-- Phones as operators find them: by host, by address, by the beginning of a name, by what they do. A phone that left the stock stays as a record.
ALTER TABLE phones ADD COLUMN removed_ms BIGINT;
CREATE INDEX phones_host ON phones (rtrim(adb, '0123456789'), adb);
CREATE INDEX phones_named ON phones (alias_key) WHERE owner_id IS NOT NULL;
CREATE INDEX phones_doing ON phones (status_code, adb, power_on) WHERE removed_ms IS NULL;
CREATE INDEX phones_kinds ON phones (configuration_id, status_code, power_on, (owner_id IS NULL), (reserved_by IS NULL)) WHERE removed_ms IS NULL;
