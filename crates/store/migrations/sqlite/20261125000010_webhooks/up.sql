-- An address of a member's that is told when something changes. kinds: which, a bit each (1 a phone's status, 2 an operation's end,
-- 4 an order's state). generation: of its secret, which follows from the database's own; rotated_ms: when the one before was replaced.
-- paused: 1 by hand, 2 an event failed to the last try, 3 the receiver is gone. dropped: events that waited and were let go.
-- last_…: the last try; slow: it took long.
CREATE TABLE webhooks (
    id BIGINT NOT NULL PRIMARY KEY,
    member_id BIGINT NOT NULL REFERENCES members (id),
    name TEXT NOT NULL,
    url TEXT NOT NULL,
    kinds SMALLINT NOT NULL CHECK (kinds BETWEEN 1 AND 7),
    generation BIGINT NOT NULL,
    rotated_ms BIGINT,
    created_ms BIGINT NOT NULL,
    paused SMALLINT CHECK (paused IN (1, 2, 3)),
    paused_ms BIGINT,
    dropped BIGINT NOT NULL,
    slow BOOLEAN NOT NULL,
    last_ms BIGINT,
    last_status SMALLINT,
    last_error TEXT,
    CHECK ((paused IS NULL) = (paused_ms IS NULL))
);
CREATE INDEX webhooks_member ON webhooks (member_id, created_ms, id);

-- What changed and is not yet addressed, written by triggers in the transaction of the change, where its owner has a webhook for it.
-- subject_id: a phone, an operation, an order. before, after: the numbers of its states.
CREATE TABLE webhook_events (
    id BIGINT NOT NULL PRIMARY KEY,
    member_id BIGINT NOT NULL,
    kind SMALLINT NOT NULL,
    subject_id BIGINT NOT NULL,
    before SMALLINT NOT NULL,
    after SMALLINT NOT NULL
);

-- An event on its way to one webhook. body: what is sent, to the byte. state: 0 waits, 1 taken, 2 a test that was not taken. due_ms: when to
-- bring it; none while its webhook is paused. Whoever brings it moves it on, so that it is brought by one server.
CREATE TABLE webhook_deliveries (
    id BIGINT NOT NULL PRIMARY KEY,
    webhook_id BIGINT NOT NULL REFERENCES webhooks (id) ON DELETE CASCADE,
    event_id BIGINT NOT NULL,
    kind SMALLINT NOT NULL CHECK (kind IN (1, 2, 4, 8)),
    body TEXT NOT NULL,
    state SMALLINT NOT NULL CHECK (state IN (0, 1, 2)),
    tries INTEGER NOT NULL,
    created_ms BIGINT NOT NULL,
    due_ms BIGINT,
    tried_ms BIGINT,
    status SMALLINT,
    error TEXT,
    took_ms BIGINT,
    CHECK (state = 0 OR due_ms IS NULL)
);
CREATE INDEX webhook_deliveries_log ON webhook_deliveries (webhook_id, created_ms, id);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (due_ms) WHERE due_ms IS NOT NULL;
CREATE INDEX webhook_deliveries_old ON webhook_deliveries (created_ms);

-- One writer at a time: the next number is free.
CREATE TRIGGER webhooks_phone AFTER UPDATE OF busy_code, failed_code, maintenance, power_on, healthy ON phones
WHEN NEW.owner_id = OLD.owner_id AND NEW.status_code <> OLD.status_code
BEGIN
    INSERT INTO webhook_events (id, member_id, kind, subject_id, before, after)
    SELECT (SELECT coalesce(max(id), 0) + 1 FROM webhook_events), NEW.owner_id, 1, NEW.id, OLD.status_code, NEW.status_code
    WHERE EXISTS (SELECT 1 FROM webhooks w WHERE w.member_id = NEW.owner_id AND (w.kinds & 1) <> 0);
END;
CREATE TRIGGER webhooks_operation AFTER UPDATE OF ended_ms ON operations
WHEN OLD.ended_ms IS NULL AND NEW.ended_ms IS NOT NULL
BEGIN
    INSERT INTO webhook_events (id, member_id, kind, subject_id, before, after)
    SELECT (SELECT coalesce(max(id), 0) + 1 FROM webhook_events), p.owner_id, 2, NEW.id, OLD.state, NEW.state
    FROM phones p WHERE p.id = NEW.phone_id AND p.owner_id IS NOT NULL AND EXISTS (SELECT 1 FROM webhooks w WHERE w.member_id = p.owner_id AND (w.kinds & 2) <> 0);
END;
CREATE TRIGGER webhooks_order AFTER UPDATE OF state ON orders
WHEN NEW.state <> OLD.state
BEGIN
    INSERT INTO webhook_events (id, member_id, kind, subject_id, before, after)
    SELECT (SELECT coalesce(max(id), 0) + 1 FROM webhook_events), NEW.member_id, 4, NEW.id, OLD.state, NEW.state
    WHERE EXISTS (SELECT 1 FROM webhooks w WHERE w.member_id = NEW.member_id AND (w.kinds & 4) <> 0);
END;
