-- The audit as operators read it: by object, by kind, by address, the newest first. Rows are never deleted either.
CREATE INDEX audit_object ON audit (object, at_ms);
CREATE INDEX audit_kind ON audit (kind, at_ms);
CREATE INDEX audit_address ON audit (address, at_ms);
CREATE TRIGGER audit_kept BEFORE DELETE ON audit FOR EACH ROW EXECUTE FUNCTION audit_refuse();
