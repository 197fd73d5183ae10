DROP TABLE sub_invitation_phones;
DROP TABLE sub_invitations;
DROP INDEX allotments_owner;
CREATE TABLE allotments_new (
    id BIGINT NOT NULL PRIMARY KEY,
    phone_id BIGINT NOT NULL REFERENCES phones (id),
    owner_id BIGINT NOT NULL REFERENCES members (id),
    member_id BIGINT NOT NULL REFERENCES members (id),
    ticks SMALLINT NOT NULL CHECK (ticks BETWEEN 0 AND 15),
    created_ms BIGINT NOT NULL,
    ended_ms BIGINT,
    CHECK (owner_id <> member_id)
);
INSERT INTO allotments_new SELECT id, phone_id, owner_id, member_id, ticks % 16, created_ms, ended_ms FROM allotments;
DROP TABLE allotments;
ALTER TABLE allotments_new RENAME TO allotments;
CREATE UNIQUE INDEX allotments_open ON allotments (phone_id, member_id) WHERE ended_ms IS NULL;
CREATE INDEX allotments_member ON allotments (member_id) WHERE ended_ms IS NULL;
ALTER TABLE members DROP COLUMN sub_off_ms;
ALTER TABLE members DROP COLUMN sub_since_ms;
ALTER TABLE members DROP COLUMN sub_name;
