-- Replacements with data on their way: of a running one, or of one whose migration failed. backup_id names the backup; new_phone_id: the phone
-- that is held in stock for it; operation_id: the last operation.
CREATE TABLE transfers (
    backup_id BIGINT NOT NULL PRIMARY KEY,
    phone_id BIGINT NOT NULL,
    member_id BIGINT NOT NULL,
    new_phone_id BIGINT NOT NULL,
    operation_id BIGINT NOT NULL REFERENCES operations (id),
    CHECK (phone_id <> new_phone_id)
);
CREATE UNIQUE INDEX transfers_phone ON transfers (phone_id);
CREATE UNIQUE INDEX transfers_new ON transfers (new_phone_id);
CREATE INDEX transfers_operation ON transfers (operation_id);
