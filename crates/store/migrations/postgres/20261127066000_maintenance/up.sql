-- Maintenance that operators set. scope: 1 phones named one by one, 2 a host, 3 a configuration. started_ms: none while it is to come. until_ms: when
-- it ends by itself; ended_ms: when it did, or an operator ended or cancelled it.
CREATE TABLE maintenances (
    id BIGINT NOT NULL PRIMARY KEY,
    scope SMALLINT NOT NULL CHECK (scope BETWEEN 1 AND 3),
    host TEXT,
    configuration_id BIGINT REFERENCES configurations (id),
    from_ms BIGINT NOT NULL,
    until_ms BIGINT CHECK (until_ms > from_ms),
    reason_zh TEXT NOT NULL,
    reason_en TEXT NOT NULL,
    created_by BIGINT NOT NULL REFERENCES members (id),
    created_ms BIGINT NOT NULL,
    started_ms BIGINT,
    ended_ms BIGINT
);
CREATE INDEX maintenances_open ON maintenances (from_ms) WHERE ended_ms IS NULL;
CREATE INDEX maintenances_created ON maintenances (created_ms);
-- Its phones. held_ms: since when the phone is out of service; none before the start, and while an operation on it goes on.
CREATE TABLE maintenance_phones (
    maintenance_id BIGINT NOT NULL REFERENCES maintenances (id),
    phone_id BIGINT NOT NULL REFERENCES phones (id),
    held_ms BIGINT,
    PRIMARY KEY (maintenance_id, phone_id)
);
CREATE INDEX maintenance_phones_phone ON maintenance_phones (phone_id);
