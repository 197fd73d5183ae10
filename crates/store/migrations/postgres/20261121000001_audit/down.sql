DROP TABLE audit;
DROP FUNCTION audit_refuse();
