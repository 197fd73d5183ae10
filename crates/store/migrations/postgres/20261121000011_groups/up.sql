-- A member's groups of own phones; name_key: the name in lower case.
CREATE TABLE phone_groups (
    id BIGINT NOT NULL PRIMARY KEY,
    member_id BIGINT NOT NULL REFERENCES members (id),
    name TEXT NOT NULL,
    name_key TEXT NOT NULL,
    created_ms BIGINT NOT NULL,
    UNIQUE (member_id, name_key)
);
ALTER TABLE phones ADD COLUMN group_id BIGINT;
CREATE INDEX phones_owner_group ON phones (owner_id, group_id, assign_ms, id);

-- A member's own tags, on any phone that the member can see.
CREATE TABLE tags (
    id BIGINT NOT NULL PRIMARY KEY,
    member_id BIGINT NOT NULL REFERENCES members (id),
    name TEXT NOT NULL,
    name_key TEXT NOT NULL,
    created_ms BIGINT NOT NULL,
    UNIQUE (member_id, name_key)
);
CREATE TABLE phone_tags (
    tag_id BIGINT NOT NULL REFERENCES tags (id),
    phone_id BIGINT NOT NULL REFERENCES phones (id),
    created_ms BIGINT NOT NULL,
    PRIMARY KEY (tag_id, phone_id)
);
CREATE INDEX phone_tags_phone ON phone_tags (phone_id);

-- Who had the one trial phone, by number: never again, whoever holds the number.
CREATE TABLE trials (
    phone_number TEXT NOT NULL PRIMARY KEY,
    member_id BIGINT NOT NULL,
    phone_id BIGINT NOT NULL,
    created_ms BIGINT NOT NULL
);
CREATE UNIQUE INDEX trials_member ON trials (member_id);
