-- How a rental ends. ended_ms: from when its grace counts, once its end was noted; recycled_ms: from when the recycle bin counts, once the
-- phone is in it; reminded: how many reminders of its end are behind it.
ALTER TABLE phones ADD COLUMN ended_ms BIGINT;
ALTER TABLE phones ADD COLUMN recycled_ms BIGINT;
ALTER TABLE phones ADD COLUMN reminded SMALLINT NOT NULL DEFAULT 0;
CREATE INDEX phones_ending ON phones (expire_ms) WHERE owner_id IS NOT NULL AND ended_ms IS NULL;
CREATE INDEX phones_reminding ON phones (reminded, expire_ms) WHERE owner_id IS NOT NULL AND ended_ms IS NULL;
CREATE INDEX phones_ended ON phones (ended_ms) WHERE ended_ms IS NOT NULL;

-- A phone that its member lost at the end of the recycle bin, or gave up. operation_id: the wipe, once it is done.
CREATE TABLE purges (
    id BIGINT NOT NULL PRIMARY KEY,
    member_id BIGINT NOT NULL REFERENCES members (id),
    phone_id BIGINT NOT NULL,
    owl_id TEXT NOT NULL,
    alias TEXT NOT NULL,
    configuration_id BIGINT NOT NULL,
    given_up BOOLEAN NOT NULL,
    expire_ms BIGINT NOT NULL,
    purged_ms BIGINT NOT NULL,
    operation_id BIGINT
);
CREATE INDEX purges_member ON purges (member_id, purged_ms, id);
CREATE INDEX purges_waiting ON purges (phone_id) WHERE operation_id IS NULL;
