DROP TRIGGER audit_kept ON audit;
DROP INDEX audit_address;
DROP INDEX audit_kind;
DROP INDEX audit_object;
