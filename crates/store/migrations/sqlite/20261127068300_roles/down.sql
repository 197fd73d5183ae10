ALTER TABLE members DROP COLUMN own_permissions;
DROP TABLE member_roles;
DROP TABLE roles;
