DROP INDEX phones_status_sort;
DROP INDEX phones_status_expire;
DROP INDEX phones_owner_status;
CREATE INDEX phones_owner_status ON phones (owner_id, status_code, assign_ms, id);
CREATE INDEX phones_status_expire ON phones (owner_id, status_code, expire_ms, id);
CREATE INDEX phones_status_sort ON phones (owner_id, status_code, sort_key, id);
