-- One text for many members, written by an operator; one row, whoever reads it. msg_type: 1 in the list, 2 a line in the header, 3 a popup,
-- 4 a popup about a campaign. content_type: 1 a picture, 2 a text; content_…: the name of the picture, or the text as it was made safe.
-- audience: 1 all, 2 members (a JSON list of ids), 3 whoever has a phone of a configuration; sub_accounts: they get it too.
-- stage: 0 draft, 1 published, 2 withdrawn. revision: raised with each change, so that a browser shows a changed popup again.
CREATE TABLE announcements (
    id BIGINT NOT NULL PRIMARY KEY,
    msg_type SMALLINT NOT NULL CHECK (msg_type IN (1, 2, 3, 4)),
    content_type SMALLINT NOT NULL CHECK (content_type IN (1, 2)),
    title_zh TEXT NOT NULL,
    title_en TEXT NOT NULL,
    content_zh TEXT NOT NULL,
    content_en TEXT NOT NULL,
    pop_frequency SMALLINT NOT NULL CHECK (pop_frequency IN (1, 2, 3)),
    pop_priority INTEGER NOT NULL,
    audience SMALLINT NOT NULL CHECK (audience IN (1, 2, 3)),
    member_ids TEXT NOT NULL,
    configuration_id BIGINT REFERENCES configurations (id),
    sub_accounts BOOLEAN NOT NULL,
    from_ms BIGINT NOT NULL,
    until_ms BIGINT,
    stage SMALLINT NOT NULL CHECK (stage IN (0, 1, 2)),
    revision BIGINT NOT NULL,
    created_by BIGINT NOT NULL REFERENCES members (id),
    created_ms BIGINT NOT NULL,
    changed_ms BIGINT NOT NULL,
    CHECK ((audience = 3) = (configuration_id IS NOT NULL)),
    CHECK (until_ms IS NULL OR until_ms > from_ms)
);
CREATE INDEX announcements_published ON announcements (from_ms, id) WHERE stage = 1;
CREATE INDEX announcements_changed ON announcements (changed_ms, id);

-- A member saw one. removed: it is gone from the member's list.
CREATE TABLE announcement_reads (
    announcement_id BIGINT NOT NULL REFERENCES announcements (id),
    member_id BIGINT NOT NULL REFERENCES members (id),
    seen_ms BIGINT NOT NULL,
    removed BOOLEAN NOT NULL,
    PRIMARY KEY (announcement_id, member_id)
);
CREATE INDEX announcement_reads_member ON announcement_reads (member_id, announcement_id);

-- Pictures that operators sent in for announcements, written anew.
CREATE TABLE announcement_pictures (
    name TEXT NOT NULL PRIMARY KEY,
    png BOOLEAN NOT NULL,
    bytes BYTEA NOT NULL,
    created_ms BIGINT NOT NULL
);
