DROP INDEX phones_owner_sort;
DROP INDEX phones_owner_expire;
DROP INDEX phones_owner_assign;
CREATE INDEX phones_list_assign ON phones (owner_id, assign_ms, id, group_id, power_on, expire_ms);
CREATE INDEX phones_list_expire ON phones (owner_id, expire_ms, id, group_id, power_on);
CREATE INDEX phones_list_sort ON phones (owner_id, sort_key, id, group_id, power_on, expire_ms);
CREATE INDEX phones_owner_status ON phones (owner_id, status_code, assign_ms, id, power_on);
CREATE INDEX phones_status_expire ON phones (owner_id, status_code, expire_ms, id, power_on);
CREATE INDEX phones_status_sort ON phones (owner_id, status_code, sort_key, id, power_on);
CREATE INDEX phones_owner_power ON phones (owner_id, power_on, id);
CREATE INDEX phones_owner_group ON phones (owner_id, group_id, assign_ms, id);
CREATE INDEX phones_group_expire ON phones (owner_id, group_id, expire_ms, id);
CREATE INDEX phones_group_sort ON phones (owner_id, group_id, sort_key, id);
-- How many phones a member owns, so that nobody counts them one by one. kind 0: by group (subject; 0 is none) and status (state is
-- status_code * 2 + power_on). kind 1: by day of the rental's end (subject is expire_ms / 86400000; state 1 is running). kind 2: by the
-- member's own tag (subject). kind 3: only rises, whenever an owned phone comes, goes, or changes what the list searches or sorts by.
-- A cell is the sum of its rows; here it has one, with slot 0. Triggers keep them; `owldeck check` counts again.
CREATE TABLE phone_tallies (
    owner_id BIGINT NOT NULL,
    kind SMALLINT NOT NULL,
    subject BIGINT NOT NULL,
    state SMALLINT NOT NULL,
    n BIGINT NOT NULL,
    slot BIGINT NOT NULL DEFAULT 0,
    PRIMARY KEY (owner_id, kind, subject, state, slot)
) WITHOUT ROWID;

INSERT INTO phone_tallies (owner_id, kind, subject, state, n)
SELECT owner_id, 0, coalesce(group_id, 0), status_code * 2 + power_on, count(*)
FROM phones WHERE owner_id IS NOT NULL GROUP BY 1, 2, 3, 4
UNION ALL
SELECT owner_id, 1, expire_ms / 86400000, status_code = 1, count(*)
FROM phones WHERE owner_id IS NOT NULL GROUP BY 1, 2, 3, 4
UNION ALL
SELECT t.member_id, 2, t.id, 0, count(*)
FROM tags t JOIN phone_tags b ON b.tag_id = t.id JOIN phones p ON p.id = b.phone_id
WHERE p.owner_id = t.member_id GROUP BY 1, 2
UNION ALL
SELECT owner_id, 3, 0, 0, count(*) FROM phones WHERE owner_id IS NOT NULL GROUP BY 1;

CREATE TRIGGER phones_tally_in AFTER INSERT ON phones WHEN NEW.owner_id IS NOT NULL
BEGIN
    INSERT INTO phone_tallies (owner_id, kind, subject, state, n) VALUES
        (NEW.owner_id, 0, coalesce(NEW.group_id, 0), NEW.status_code * 2 + NEW.power_on, 1),
        (NEW.owner_id, 1, NEW.expire_ms / 86400000, NEW.status_code = 1, 1),
        (NEW.owner_id, 3, 0, 0, 1)
    ON CONFLICT (owner_id, kind, subject, state, slot) DO UPDATE SET n = n + excluded.n;
END;

CREATE TRIGGER phones_tally_over
AFTER UPDATE OF owner_id, group_id, busy_code, failed_code, maintenance, power_on, healthy, expire_ms, owl_id, alias_key, sort_key, assign_ms
ON phones WHEN OLD.owner_id IS NOT NULL OR NEW.owner_id IS NOT NULL
BEGIN
    INSERT INTO phone_tallies (owner_id, kind, subject, state, n)
    SELECT OLD.owner_id, 0, coalesce(OLD.group_id, 0), OLD.status_code * 2 + OLD.power_on, -1 WHERE OLD.owner_id IS NOT NULL
    UNION ALL
    SELECT NEW.owner_id, 0, coalesce(NEW.group_id, 0), NEW.status_code * 2 + NEW.power_on, 1 WHERE NEW.owner_id IS NOT NULL
    UNION ALL
    SELECT OLD.owner_id, 1, OLD.expire_ms / 86400000, OLD.status_code = 1, -1 WHERE OLD.owner_id IS NOT NULL
    UNION ALL
    SELECT NEW.owner_id, 1, NEW.expire_ms / 86400000, NEW.status_code = 1, 1 WHERE NEW.owner_id IS NOT NULL
    ON CONFLICT (owner_id, kind, subject, state, slot) DO UPDATE SET n = n + excluded.n;
    DELETE FROM phone_tallies
    WHERE owner_id = OLD.owner_id AND kind = 0 AND subject = coalesce(OLD.group_id, 0) AND n = 0;
    DELETE FROM phone_tallies
    WHERE owner_id = OLD.owner_id AND kind = 1 AND subject = OLD.expire_ms / 86400000 AND n = 0;
    INSERT INTO phone_tallies (owner_id, kind, subject, state, n)
    SELECT who, 3, 0, 0, 1 FROM (SELECT OLD.owner_id AS who UNION ALL SELECT NEW.owner_id)
    WHERE who IS NOT NULL AND (
        OLD.owner_id IS NOT NEW.owner_id OR OLD.owl_id <> NEW.owl_id OR OLD.alias_key <> NEW.alias_key
        OR OLD.sort_key <> NEW.sort_key OR OLD.assign_ms <> NEW.assign_ms OR OLD.expire_ms <> NEW.expire_ms)
    ON CONFLICT (owner_id, kind, subject, state, slot) DO UPDATE SET n = n + excluded.n;
    INSERT INTO phone_tallies (owner_id, kind, subject, state, n)
    SELECT t.member_id, 2, t.id, 0, CASE WHEN t.member_id IS NEW.owner_id THEN 1 ELSE -1 END
    FROM phone_tags b JOIN tags t ON t.id = b.tag_id
    WHERE b.phone_id = NEW.id AND OLD.owner_id IS NOT NEW.owner_id
        AND (t.member_id = OLD.owner_id OR t.member_id = NEW.owner_id)
    ON CONFLICT (owner_id, kind, subject, state, slot) DO UPDATE SET n = n + excluded.n;
END;

CREATE TRIGGER phones_tally_out AFTER DELETE ON phones WHEN OLD.owner_id IS NOT NULL
BEGIN
    INSERT INTO phone_tallies (owner_id, kind, subject, state, n) VALUES
        (OLD.owner_id, 0, coalesce(OLD.group_id, 0), OLD.status_code * 2 + OLD.power_on, -1),
        (OLD.owner_id, 1, OLD.expire_ms / 86400000, OLD.status_code = 1, -1),
        (OLD.owner_id, 3, 0, 0, 1)
    ON CONFLICT (owner_id, kind, subject, state, slot) DO UPDATE SET n = n + excluded.n;
END;

CREATE TRIGGER phone_tags_tally_in AFTER INSERT ON phone_tags
BEGIN
    INSERT INTO phone_tallies (owner_id, kind, subject, state, n)
    SELECT t.member_id, 2, t.id, 0, 1
    FROM tags t JOIN phones p ON p.id = NEW.phone_id
    WHERE t.id = NEW.tag_id AND p.owner_id = t.member_id
    ON CONFLICT (owner_id, kind, subject, state, slot) DO UPDATE SET n = n + excluded.n;
END;

CREATE TRIGGER phone_tags_tally_out AFTER DELETE ON phone_tags
BEGIN
    INSERT INTO phone_tallies (owner_id, kind, subject, state, n)
    SELECT t.member_id, 2, t.id, 0, -1
    FROM tags t JOIN phones p ON p.id = OLD.phone_id
    WHERE t.id = OLD.tag_id AND p.owner_id = t.member_id
    ON CONFLICT (owner_id, kind, subject, state, slot) DO UPDATE SET n = n + excluded.n;
END;
