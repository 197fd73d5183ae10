-- Ways to a sign-in service and back. hash: the state, hashed. browser: its cookie, hashed. Nonce and PKCE verifier follow from
-- the state and the database's secret. code: what the service sent, hashed: none is exchanged twice.
CREATE TABLE social_states (
    hash TEXT NOT NULL PRIMARY KEY,
    kind SMALLINT NOT NULL,
    redirect_uri TEXT NOT NULL,
    browser TEXT NOT NULL,
    expires_ms BIGINT NOT NULL,
    used_ms BIGINT,
    code TEXT
);
CREATE UNIQUE INDEX social_states_code ON social_states (kind, code);
CREATE INDEX social_states_expires ON social_states (expires_ms);

-- Accounts elsewhere that open accounts here. A member has one at each service.
CREATE TABLE social_accounts (
    id BIGINT NOT NULL PRIMARY KEY,
    kind SMALLINT NOT NULL,
    issuer TEXT NOT NULL,
    subject TEXT NOT NULL,
    member_id BIGINT NOT NULL REFERENCES members (id),
    nickname TEXT NOT NULL,
    created_ms BIGINT NOT NULL
);
CREATE UNIQUE INDEX social_accounts_subject ON social_accounts (kind, issuer, subject);
CREATE UNIQUE INDEX social_accounts_member ON social_accounts (member_id, kind);

-- Accounts elsewhere that belong to nobody here yet, for whoever came from there.
CREATE TABLE social_tokens (
    hash TEXT NOT NULL PRIMARY KEY,
    kind SMALLINT NOT NULL,
    issuer TEXT NOT NULL,
    subject TEXT NOT NULL,
    nickname TEXT NOT NULL,
    expires_ms BIGINT NOT NULL,
    used_ms BIGINT
);
CREATE INDEX social_tokens_expires ON social_tokens (expires_ms);
