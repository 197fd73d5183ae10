-- What stands in one status is walked in its order, and of it what is on, or off, alone: the switch is read where the order is.
DROP INDEX phones_owner_status;
DROP INDEX phones_status_expire;
DROP INDEX phones_status_sort;
CREATE INDEX phones_owner_status ON phones (owner_id, status_code, assign_ms, id, power_on);
CREATE INDEX phones_status_expire ON phones (owner_id, status_code, expire_ms, id, power_on);
CREATE INDEX phones_status_sort ON phones (owner_id, status_code, sort_key, id, power_on);
