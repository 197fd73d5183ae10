-- sub_name: what the parent calls the sub-account. sub_since_ms: since when it is one. sub_off_ms: when the parent switched it off; none while it is on.
ALTER TABLE members ADD COLUMN sub_name TEXT NOT NULL DEFAULT '';
ALTER TABLE members ADD COLUMN sub_since_ms BIGINT;
ALTER TABLE members ADD COLUMN sub_off_ms BIGINT;

-- ticks: what the sub-account may do beside operating: 1 power, 2 rename, 4 density, 8 reset, 16 replace, 32 groups.
CREATE TABLE allotments_new (
    id BIGINT NOT NULL PRIMARY KEY,
    phone_id BIGINT NOT NULL REFERENCES phones (id),
    owner_id BIGINT NOT NULL REFERENCES members (id),
    member_id BIGINT NOT NULL REFERENCES members (id),
    ticks SMALLINT NOT NULL CHECK (ticks BETWEEN 0 AND 127),
    created_ms BIGINT NOT NULL,
    ended_ms BIGINT,
    CHECK (owner_id <> member_id)
);
INSERT INTO allotments_new SELECT id, phone_id, owner_id, member_id, ticks, created_ms, ended_ms FROM allotments;
DROP TABLE allotments;
ALTER TABLE allotments_new RENAME TO allotments;
CREATE UNIQUE INDEX allotments_open ON allotments (phone_id, member_id) WHERE ended_ms IS NULL;
CREATE INDEX allotments_member ON allotments (member_id) WHERE ended_ms IS NULL;

-- A number that a member invites to be its sub-account, with what it is to get when it agrees. Gone when it agreed or when its day is over.
CREATE TABLE sub_invitations (
    id BIGINT NOT NULL PRIMARY KEY,
    parent_id BIGINT NOT NULL REFERENCES members (id),
    number TEXT NOT NULL,
    name TEXT NOT NULL,
    ticks SMALLINT NOT NULL CHECK (ticks BETWEEN 0 AND 127),
    created_ms BIGINT NOT NULL,
    expire_ms BIGINT NOT NULL
);
CREATE UNIQUE INDEX sub_invitations_number ON sub_invitations (parent_id, number);
CREATE INDEX sub_invitations_expire ON sub_invitations (expire_ms);
CREATE TABLE sub_invitation_phones (
    invitation_id BIGINT NOT NULL REFERENCES sub_invitations (id) ON DELETE CASCADE,
    phone_id BIGINT NOT NULL,
    PRIMARY KEY (invitation_id, phone_id)
);

-- A parent's list counts by sub-account; what one did is read over phones that it has no longer, too.
CREATE INDEX allotments_owner ON allotments (owner_id, member_id);
