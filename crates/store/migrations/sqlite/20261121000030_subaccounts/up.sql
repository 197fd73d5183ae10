-- A sub-account has a parent; the parent's own account has none.
ALTER TABLE members ADD COLUMN parent_id BIGINT;
CREATE INDEX members_parent ON members (parent_id) WHERE parent_id IS NOT NULL;

-- A phone that an owner gave to a sub-account of its own. It counts only while both are still true.
-- ticks: what the sub-account may do beside operating: 1 power, 2 rename, 4 density, 8 reset.
CREATE TABLE allotments (
    id BIGINT NOT NULL PRIMARY KEY,
    phone_id BIGINT NOT NULL REFERENCES phones (id),
    owner_id BIGINT NOT NULL REFERENCES members (id),
    member_id BIGINT NOT NULL REFERENCES members (id),
    ticks SMALLINT NOT NULL CHECK (ticks BETWEEN 0 AND 15),
    created_ms BIGINT NOT NULL,
    ended_ms BIGINT,
    CHECK (owner_id <> member_id)
);
CREATE UNIQUE INDEX allotments_open ON allotments (phone_id, member_id) WHERE ended_ms IS NULL;
CREATE INDEX allotments_member ON allotments (member_id) WHERE ended_ms IS NULL;
