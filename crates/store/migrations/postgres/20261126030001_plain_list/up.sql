-- An account has ten thousand phones at most: its list is a plain question to its own rows. Each of its three orders is an
-- index by owner.
DROP TRIGGER phone_tags_tally_out ON phone_tags;
DROP TRIGGER phone_tags_tally_in ON phone_tags;
DROP TRIGGER phones_tally_out ON phones;
DROP TRIGGER phones_tally_over ON phones;
DROP TRIGGER phones_tally_in ON phones;
DROP FUNCTION phone_tags_tally;
DROP FUNCTION phones_tally;
DROP FUNCTION phone_tallies_fold;
DROP TABLE phone_tallies;
DROP SEQUENCE phone_tallies_slot;
DROP INDEX phones_list_assign;
DROP INDEX phones_list_expire;
DROP INDEX phones_list_sort;
DROP INDEX phones_owner_status;
DROP INDEX phones_status_expire;
DROP INDEX phones_status_sort;
DROP INDEX phones_owner_power;
DROP INDEX phones_owner_group;
DROP INDEX phones_group_expire;
DROP INDEX phones_group_sort;
CREATE INDEX phones_owner_assign ON phones (owner_id, assign_ms, id);
CREATE INDEX phones_owner_expire ON phones (owner_id, expire_ms, id);
CREATE INDEX phones_owner_sort ON phones (owner_id, sort_key, id);
