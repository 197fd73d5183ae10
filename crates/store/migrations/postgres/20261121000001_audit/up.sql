-- What was done, by whom, from where. Rows are only added: an update is refused by the database itself.
-- object: what it was done to, as `phone:1`; never a name, number or secret. detail: a few words for the operator.
CREATE TABLE audit (
    id BIGINT NOT NULL PRIMARY KEY,
    at_ms BIGINT NOT NULL,
    kind TEXT NOT NULL,
    member_id BIGINT,
    session_id BIGINT,
    object TEXT NOT NULL,
    address TEXT,
    detail TEXT NOT NULL
);
CREATE INDEX audit_member ON audit (member_id, at_ms);
CREATE INDEX audit_at ON audit (at_ms);
CREATE FUNCTION audit_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'audit rows never change';
END
$$;
CREATE TRIGGER audit_append_only BEFORE UPDATE ON audit FOR EACH ROW EXECUTE FUNCTION audit_refuse();
