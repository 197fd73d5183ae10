DROP INDEX phones_group_sort;
DROP INDEX phones_group_expire;
