-- One group of a large account is shown in any order without passing over the phones of the others.
CREATE INDEX phones_group_expire ON phones (owner_id, group_id, expire_ms, id);
CREATE INDEX phones_group_sort ON phones (owner_id, group_id, sort_key, id);
