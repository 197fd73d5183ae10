-- Where a session was begun and when it was last used, to the minute.
-- end_reason: 1 signed out, 2 signed in elsewhere, 3 a spent refresh token came back, 4 ended from the list of sessions,
-- 5 the password changed, 6 the account was deleted, 7 the account was disabled, 8 nobody used it for thirty days.
ALTER TABLE sessions ADD COLUMN address TEXT NOT NULL DEFAULT '';
ALTER TABLE sessions ADD COLUMN device TEXT NOT NULL DEFAULT '';
ALTER TABLE sessions ADD COLUMN seen_ms BIGINT NOT NULL DEFAULT 0;
UPDATE sessions SET seen_ms = created_ms;
CREATE INDEX sessions_member ON sessions (member_id, created_ms);

-- A deleted account keeps its row, without anything that names a person: what was paid and done still has an owner.
ALTER TABLE members ADD COLUMN deleted_ms BIGINT;
-- Set by an operator's reset: the next thing its member does is choose a password.
ALTER TABLE members ADD COLUMN must_change_password BOOLEAN NOT NULL DEFAULT FALSE;
CREATE UNIQUE INDEX members_email ON members (email) WHERE email <> '';

-- A member's picture in three sizes, under the name that members.avatar holds.
CREATE TABLE avatars (
    name TEXT NOT NULL,
    size SMALLINT NOT NULL CHECK (size IN (64, 128, 256)),
    member_id BIGINT NOT NULL REFERENCES members (id),
    png BOOLEAN NOT NULL,
    bytes BYTEA NOT NULL,
    PRIMARY KEY (name, size)
);
CREATE INDEX avatars_member ON avatars (member_id);

-- Who asked for whom by number; the handle stands for the answer. found_id is none for a number without an account.
CREATE TABLE lookups (
    hash TEXT NOT NULL PRIMARY KEY,
    asker_id BIGINT NOT NULL REFERENCES members (id),
    found_id BIGINT REFERENCES members (id),
    at_ms BIGINT NOT NULL
);
CREATE INDEX lookups_asker ON lookups (asker_id, at_ms);
CREATE INDEX lookups_at ON lookups (at_ms);

-- Messages to a member. kind: 1 notice, 2 feedback reply, 3 expiry reminder, 4 expired.
-- template: which words; params: what goes into them, a JSON array of texts.
CREATE TABLE notices (
    id BIGINT NOT NULL PRIMARY KEY,
    member_id BIGINT NOT NULL REFERENCES members (id),
    kind SMALLINT NOT NULL CHECK (kind IN (1, 2, 3, 4)),
    template TEXT NOT NULL,
    params TEXT NOT NULL,
    created_ms BIGINT NOT NULL,
    read_ms BIGINT
);
CREATE INDEX notices_member ON notices (member_id, created_ms, id);
CREATE INDEX notices_unread ON notices (member_id) WHERE read_ms IS NULL;

-- Tickets live half a minute: the table is made anew for two more kinds of socket.
-- purpose: 1 play, 2 deck, 3 member, 4 notice. phones: ids in slot order, separated by commas.
DROP TABLE tickets;
CREATE TABLE tickets (
    hash TEXT NOT NULL PRIMARY KEY,
    purpose SMALLINT NOT NULL CHECK (purpose IN (1, 2, 3, 4)),
    member_id BIGINT NOT NULL REFERENCES members (id),
    session_id BIGINT NOT NULL REFERENCES sessions (id),
    phones TEXT NOT NULL,
    level SMALLINT NOT NULL CHECK (level IN (1, 2, 3)),
    control BOOLEAN NOT NULL,
    epoch BIGINT NOT NULL,
    expires_ms BIGINT NOT NULL,
    used_ms BIGINT
);
CREATE INDEX tickets_expires ON tickets (expires_ms);
