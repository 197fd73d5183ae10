-- Phones whose place another took. member_id: their owner; alias: the name that went along. wipe_operation_id: the wipe of the old phone, once it is
-- done.
CREATE TABLE replacements (
    operation_id BIGINT NOT NULL PRIMARY KEY REFERENCES operations (id),
    member_id BIGINT NOT NULL REFERENCES members (id),
    old_phone_id BIGINT NOT NULL,
    old_owl_id TEXT NOT NULL,
    new_phone_id BIGINT NOT NULL,
    new_owl_id TEXT NOT NULL,
    alias TEXT NOT NULL,
    replaced_ms BIGINT NOT NULL,
    wipe_operation_id BIGINT,
    CHECK (old_phone_id <> new_phone_id)
);
CREATE INDEX replacements_waiting ON replacements (old_phone_id) WHERE wipe_operation_id IS NULL;
CREATE INDEX replacements_new ON replacements (new_phone_id, replaced_ms);
CREATE INDEX replacements_member ON replacements (member_id);
CREATE INDEX replacements_wipe ON replacements (wipe_operation_id) WHERE wipe_operation_id IS NOT NULL;
