-- Codes that were sent by SMS or mail. id: the request's uuid, hashed. target, answer: keyed hashes; neither number nor code is stored.
-- member_id: who asked in a session, else none. failed: it was never sent.
CREATE TABLE codes (
    id TEXT NOT NULL PRIMARY KEY,
    target TEXT NOT NULL,
    purpose SMALLINT NOT NULL,
    member_id BIGINT,
    answer TEXT NOT NULL,
    tries SMALLINT NOT NULL DEFAULT 0,
    sent_ms BIGINT NOT NULL,
    expires_ms BIGINT NOT NULL,
    ended_ms BIGINT,
    failed BOOLEAN NOT NULL DEFAULT FALSE
);
-- A number has one code at a time for each purpose.
CREATE UNIQUE INDEX codes_live ON codes (target, purpose) WHERE ended_ms IS NULL;
CREATE INDEX codes_expires ON codes (expires_ms);

-- What each number or address was sent: when last, and how many on the newest day (days since 1970 in the set zone).
CREATE TABLE sendings (
    target TEXT NOT NULL PRIMARY KEY,
    last_ms BIGINT NOT NULL,
    day BIGINT NOT NULL,
    sent BIGINT NOT NULL
);
CREATE INDEX sendings_last ON sendings (last_ms);

-- Image captchas. id: the uuid, hashed. answer: a keyed hash. A solved one serves once; a failed one is deleted.
CREATE TABLE captchas (
    id TEXT NOT NULL PRIMARY KEY,
    action SMALLINT NOT NULL,
    answer TEXT NOT NULL,
    expires_ms BIGINT NOT NULL,
    solved BOOLEAN NOT NULL DEFAULT FALSE
);
CREATE INDEX captchas_expires ON captchas (expires_ms);

-- Counted tries: of an account, an address, a device, all. name: what is counted, with a keyed hash. ends_ms: when counting begins anew.
CREATE TABLE limits (
    name TEXT NOT NULL PRIMARY KEY,
    spent BIGINT NOT NULL,
    ends_ms BIGINT NOT NULL
);
CREATE INDEX limits_ends ON limits (ends_ms);

-- Browsers and programs that a member has signed in from: somebody else's wrong guesses do not lock them out.
CREATE TABLE devices (
    hash TEXT NOT NULL PRIMARY KEY,
    member_id BIGINT NOT NULL REFERENCES members (id),
    seen_ms BIGINT NOT NULL
);
CREATE INDEX devices_member ON devices (member_id, seen_ms);
