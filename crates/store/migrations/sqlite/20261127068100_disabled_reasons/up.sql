-- Why the account is disabled, as its member reads it; empty where no reason was given, and while it is enabled.
ALTER TABLE members ADD COLUMN disabled_reason TEXT NOT NULL DEFAULT '';
-- Who may list accounts has found members there until now, and who may export them has taken them away.
UPDATE members SET permissions = permissions || ' member:list' WHERE role = 2 AND ' ' || permissions || ' ' LIKE '% system:user:list %';
UPDATE members SET permissions = permissions || ' member:export' WHERE role = 2 AND ' ' || permissions || ' ' LIKE '% system:user:export %';
