DROP INDEX grants_owner;
CREATE INDEX grants_owner ON grants (owner_id, phone_id) WHERE ended_ms IS NULL;
