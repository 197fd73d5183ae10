-- What a member lent out: grants end by time, and many are over without having been ended. Those in force are found without the others.
DROP INDEX grants_owner;
CREATE INDEX grants_owner ON grants (owner_id, expire_ms, phone_id) WHERE ended_ms IS NULL;
