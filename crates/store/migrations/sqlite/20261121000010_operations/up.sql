-- What runs on a phone now, what failed last, and whether an operator holds it. status_code is what clients see of it all:
-- the first that applies (99 maintenance, the running operation, the last failed one, unwell or off, running).
ALTER TABLE phones ADD COLUMN operation_id BIGINT;
ALTER TABLE phones ADD COLUMN busy_code SMALLINT;
ALTER TABLE phones ADD COLUMN failed_code SMALLINT;
ALTER TABLE phones ADD COLUMN maintenance BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE phones ADD COLUMN status_code SMALLINT GENERATED ALWAYS AS (
    CASE
        WHEN maintenance THEN 99
        WHEN busy_code IS NOT NULL THEN busy_code
        WHEN failed_code IS NOT NULL THEN failed_code
        WHEN power_on AND healthy THEN 1
        ELSE 0
    END
) VIRTUAL;
CREATE INDEX phones_owner_status ON phones (owner_id, status_code, assign_ms, id);

-- One call of a member for many phones. retry_of: the batch whose failures it tries again.
CREATE TABLE operation_batches (
    id BIGINT NOT NULL PRIMARY KEY,
    member_id BIGINT NOT NULL,
    kind TEXT NOT NULL,
    created_ms BIGINT NOT NULL,
    total INTEGER NOT NULL CHECK (total > 0),
    retry_of BIGINT REFERENCES operation_batches (id)
);
CREATE INDEX operation_batches_member ON operation_batches (member_id, created_ms, id);

-- One phone of a batch. state: 0 queued, 1 running, 2 done, 3 failed, 4 cancelled. phase: 0 ready, 1 intended, 2 doubted.
-- generation rises with every change: an answer to an older one is dropped. due_ms: when to look again.
-- refusal: the code of a row that never began; refusal_status: the status that forbade it. phone_id may name no phone then.
CREATE TABLE operations (
    id BIGINT NOT NULL PRIMARY KEY,
    batch_id BIGINT NOT NULL REFERENCES operation_batches (id),
    position INTEGER NOT NULL,
    member_id BIGINT NOT NULL,
    phone_id BIGINT NOT NULL,
    kind TEXT NOT NULL,
    input TEXT NOT NULL,
    state SMALLINT NOT NULL CHECK (state BETWEEN 0 AND 4),
    step SMALLINT NOT NULL,
    phase SMALLINT NOT NULL CHECK (phase BETWEEN 0 AND 2),
    before TEXT,
    generation BIGINT NOT NULL,
    created_ms BIGINT NOT NULL,
    started_ms BIGINT,
    since_ms BIGINT NOT NULL,
    deadline_ms BIGINT,
    due_ms BIGINT,
    ended_ms BIGINT,
    reason TEXT,
    refusal BIGINT,
    refusal_status SMALLINT,
    CHECK ((ended_ms IS NULL) = (state IN (0, 1))),
    CHECK ((state = 3) = (reason IS NOT NULL OR refusal IS NOT NULL)),
    CHECK (state <> 1 OR (started_ms IS NOT NULL AND deadline_ms IS NOT NULL AND due_ms IS NOT NULL))
);
-- One at a time on a phone.
CREATE UNIQUE INDEX operations_open ON operations (phone_id) WHERE ended_ms IS NULL;
CREATE UNIQUE INDEX operations_batch ON operations (batch_id, position);
CREATE INDEX operations_due ON operations (due_ms) WHERE ended_ms IS NULL;
CREATE INDEX operations_queue ON operations (created_ms, position, id) WHERE state = 0;
CREATE INDEX operations_phone ON operations (phone_id, created_ms);
