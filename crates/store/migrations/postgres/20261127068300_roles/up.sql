-- Roles: named sets of permissions, with blanks between them as in members.permissions. updated_ms: whoever changes a role says which state it saw.
CREATE TABLE roles (
    id BIGINT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    name_key TEXT NOT NULL UNIQUE,
    permissions TEXT NOT NULL,
    created_ms BIGINT NOT NULL,
    updated_ms BIGINT NOT NULL
);
CREATE TABLE member_roles (
    member_id BIGINT NOT NULL REFERENCES members (id),
    role_id BIGINT NOT NULL REFERENCES roles (id),
    PRIMARY KEY (member_id, role_id)
);
CREATE INDEX member_roles_role ON member_roles (role_id);
-- own_permissions: what an operator holds beside its roles. permissions: what both come to, which is what calls look at.
ALTER TABLE members ADD COLUMN own_permissions TEXT NOT NULL DEFAULT '';
UPDATE members SET own_permissions = permissions;
