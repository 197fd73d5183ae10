DROP INDEX phones_owner_sort;
DROP INDEX phones_owner_expire;
DROP INDEX phones_owner_assign;
CREATE INDEX phones_list_assign ON phones (owner_id, assign_ms, id, group_id, status_code, power_on, expire_ms);
CREATE INDEX phones_list_expire ON phones (owner_id, expire_ms, id, group_id, status_code, power_on);
CREATE INDEX phones_list_sort ON phones (owner_id, sort_key, id, group_id, status_code, power_on, expire_ms);
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
-- A cell is the sum of its rows. Triggers keep them; `owldeck check` counts again.
-- Here a change only adds a row: changes of one member's phones never wait for each other. Now and then somebody folds them.
CREATE SEQUENCE phone_tallies_slot;
CREATE TABLE phone_tallies (
    owner_id BIGINT NOT NULL,
    kind SMALLINT NOT NULL,
    subject BIGINT NOT NULL,
    state SMALLINT NOT NULL,
    n BIGINT NOT NULL,
    slot BIGINT NOT NULL DEFAULT nextval('phone_tallies_slot'),
    PRIMARY KEY (owner_id, kind, subject, state, slot) INCLUDE (n)
);

INSERT INTO phone_tallies
SELECT owner_id, 0, coalesce(group_id, 0), status_code * 2 + power_on::INT, count(*)
FROM phones WHERE owner_id IS NOT NULL GROUP BY 1, 2, 3, 4
UNION ALL
SELECT owner_id, 1, expire_ms / 86400000, (status_code = 1)::INT, count(*)
FROM phones WHERE owner_id IS NOT NULL GROUP BY 1, 2, 3, 4
UNION ALL
SELECT t.member_id, 2, t.id, 0, count(*)
FROM tags t JOIN phone_tags b ON b.tag_id = t.id JOIN phones p ON p.id = b.phone_id
WHERE p.owner_id = t.member_id GROUP BY 1, 3
UNION ALL
SELECT owner_id, 3, 0, 0, count(*) FROM phones WHERE owner_id IS NOT NULL GROUP BY 1;

-- Puts a member's rows together, those that nobody else is putting together.
CREATE FUNCTION phone_tallies_fold(who BIGINT) RETURNS VOID LANGUAGE sql AS $$
    WITH held AS MATERIALIZED (
        SELECT ctid AS at FROM phone_tallies WHERE owner_id = who FOR UPDATE SKIP LOCKED
    ), gone AS (
        DELETE FROM phone_tallies t USING held WHERE t.ctid = held.at RETURNING t.owner_id, t.kind, t.subject, t.state, t.n
    )
    INSERT INTO phone_tallies
    SELECT owner_id, kind, subject, state, sum(n) FROM gone GROUP BY 1, 2, 3, 4 HAVING sum(n) <> 0;
$$;

CREATE FUNCTION phones_tally() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'UPDATE' THEN
        INSERT INTO phone_tallies
        SELECT p.owner_id, c.kind, c.subject, c.state, sum(p.sign)
        FROM (
            SELECT owner_id, group_id, status_code, power_on, expire_ms, -1 AS sign FROM old_rows
            UNION ALL
            SELECT owner_id, group_id, status_code, power_on, expire_ms, 1 FROM new_rows
        ) p
        CROSS JOIN LATERAL (VALUES
            (0, coalesce(p.group_id, 0), p.status_code * 2 + p.power_on::INT),
            (1, p.expire_ms / 86400000, (p.status_code = 1)::INT)
        ) c (kind, subject, state)
        WHERE p.owner_id IS NOT NULL GROUP BY 1, 2, 3, 4 HAVING sum(p.sign) <> 0;
        INSERT INTO phone_tallies
        SELECT c.owner_id, 3, 0, 0, count(*)
        FROM old_rows o JOIN new_rows n ON n.id = o.id
        CROSS JOIN LATERAL (VALUES (o.owner_id), (n.owner_id)) c (owner_id)
        WHERE c.owner_id IS NOT NULL
            AND (o.owner_id, o.owl_id, o.alias_key, o.sort_key, o.assign_ms, o.expire_ms)
                IS DISTINCT FROM (n.owner_id, n.owl_id, n.alias_key, n.sort_key, n.assign_ms, n.expire_ms)
        GROUP BY 1;
        INSERT INTO phone_tallies
        SELECT t.member_id, 2, t.id, 0, CASE WHEN t.member_id = n.owner_id THEN 1 ELSE -1 END
        FROM old_rows o JOIN new_rows n ON n.id = o.id AND n.owner_id IS DISTINCT FROM o.owner_id
        JOIN phone_tags b ON b.phone_id = n.id
        JOIN tags t ON t.id = b.tag_id AND (t.member_id = o.owner_id OR t.member_id = n.owner_id);
        IF random() < 0.015 THEN
            PERFORM phone_tallies_fold(w.owner_id) FROM (SELECT owner_id FROM new_rows WHERE owner_id IS NOT NULL LIMIT 1) w;
        END IF;
    ELSIF TG_OP = 'INSERT' THEN
        INSERT INTO phone_tallies
        SELECT p.owner_id, c.kind, c.subject, c.state, count(*)
        FROM new_rows p
        CROSS JOIN LATERAL (VALUES
            (0, coalesce(p.group_id, 0), p.status_code * 2 + p.power_on::INT),
            (1, p.expire_ms / 86400000, (p.status_code = 1)::INT),
            (3, 0, 0)
        ) c (kind, subject, state)
        WHERE p.owner_id IS NOT NULL GROUP BY 1, 2, 3, 4;
    ELSE
        INSERT INTO phone_tallies
        SELECT p.owner_id, c.kind, c.subject, c.state, CASE c.kind WHEN 3 THEN count(*) ELSE -count(*) END
        FROM old_rows p
        CROSS JOIN LATERAL (VALUES
            (0, coalesce(p.group_id, 0), p.status_code * 2 + p.power_on::INT),
            (1, p.expire_ms / 86400000, (p.status_code = 1)::INT),
            (3, 0, 0)
        ) c (kind, subject, state)
        WHERE p.owner_id IS NOT NULL GROUP BY 1, 2, 3, 4;
    END IF;
    RETURN NULL;
END;
$$;
CREATE TRIGGER phones_tally_in AFTER INSERT ON phones
    REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION phones_tally();
CREATE TRIGGER phones_tally_over AFTER UPDATE ON phones
    REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION phones_tally();
CREATE TRIGGER phones_tally_out AFTER DELETE ON phones
    REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION phones_tally();

CREATE FUNCTION phone_tags_tally() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO phone_tallies
    SELECT t.member_id, 2, t.id, 0, sum(CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END)
    FROM changed c JOIN tags t ON t.id = c.tag_id JOIN phones p ON p.id = c.phone_id
    WHERE p.owner_id = t.member_id GROUP BY 1, 3;
    IF random() < 0.015 THEN
        PERFORM phone_tallies_fold(w.member_id)
        FROM (SELECT t.member_id FROM changed c JOIN tags t ON t.id = c.tag_id LIMIT 1) w;
    END IF;
    RETURN NULL;
END;
$$;
CREATE TRIGGER phone_tags_tally_in AFTER INSERT ON phone_tags
    REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION phone_tags_tally();
CREATE TRIGGER phone_tags_tally_out AFTER DELETE ON phone_tags
    REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION phone_tags_tally();
