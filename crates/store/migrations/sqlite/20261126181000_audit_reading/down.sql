DROP TRIGGER audit_kept;
DROP INDEX audit_address;
DROP INDEX audit_kind;
DROP INDEX audit_object;
