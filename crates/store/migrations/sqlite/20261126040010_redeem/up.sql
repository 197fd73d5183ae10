-- Codes that operators gave out, made together. gives: 1 a phone from stock, 2 days for a phone. configuration_id: of that phone; null for days
-- of any. per_account: codes that one account may use; null for all. used, voided: how many of its codes are, counted with each of them.
CREATE TABLE redeem_batches (
    id BIGINT NOT NULL PRIMARY KEY,
    number BIGINT NOT NULL UNIQUE,
    note TEXT NOT NULL,
    gives SMALLINT NOT NULL CHECK (gives IN (1, 2)),
    configuration_id BIGINT REFERENCES configurations (id),
    days BIGINT NOT NULL CHECK (days BETWEEN 1 AND 3650),
    from_ms BIGINT NOT NULL,
    until_ms BIGINT NOT NULL,
    per_account BIGINT CHECK (per_account > 0),
    total BIGINT NOT NULL CHECK (total > 0),
    used BIGINT NOT NULL DEFAULT 0,
    voided BIGINT NOT NULL DEFAULT 0,
    created_by BIGINT REFERENCES members (id),
    created_ms BIGINT NOT NULL,
    voided_ms BIGINT,
    CHECK (gives = 2 OR configuration_id IS NOT NULL),
    CHECK (until_ms > from_ms),
    CHECK (used >= 0 AND voided >= 0 AND used + voided <= total)
);
CREATE INDEX redeem_batches_created ON redeem_batches (created_ms, id);

-- code_hash: keyed with the database's secret; head: the first four characters, all that people see of it. phone_id, owl_id, alias: what it was
-- used for, as it was called then. old_expire_ms: the end of that rental before; null for a phone that the code brought.
CREATE TABLE redeem_codes (
    id BIGINT NOT NULL PRIMARY KEY,
    batch_id BIGINT NOT NULL REFERENCES redeem_batches (id),
    position INTEGER NOT NULL,
    code_hash TEXT NOT NULL UNIQUE,
    head TEXT NOT NULL,
    used_ms BIGINT,
    used_by BIGINT REFERENCES members (id),
    phone_id BIGINT,
    owl_id TEXT,
    alias TEXT,
    old_expire_ms BIGINT,
    new_expire_ms BIGINT,
    voided_ms BIGINT,
    CHECK (used_ms IS NULL OR voided_ms IS NULL),
    CHECK ((used_ms IS NULL) = (used_by IS NULL))
);
CREATE UNIQUE INDEX redeem_codes_batch ON redeem_codes (batch_id, position);
CREATE INDEX redeem_codes_used ON redeem_codes (used_by, used_ms, id) WHERE used_by IS NOT NULL;
