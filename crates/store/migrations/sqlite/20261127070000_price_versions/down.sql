CREATE TABLE package_tiers (
    package_id BIGINT NOT NULL REFERENCES packages (id),
    from_count BIGINT NOT NULL CHECK (from_count > 0),
    unit_fen BIGINT NOT NULL CHECK (unit_fen > 0),
    PRIMARY KEY (package_id, from_count)
);
ALTER TABLE packages ADD COLUMN enabled BOOLEAN NOT NULL DEFAULT FALSE;
INSERT INTO package_tiers (package_id, from_count, unit_fen)
SELECT json_extract(p.value, '$.id'), json_extract(t.value, '$.from'), json_extract(t.value, '$.unitFen')
FROM price_versions v, json_each(v.packages) p, json_each(p.value, '$.tiers') t
WHERE v.from_ms <= CAST(strftime('%s', 'now') AS INTEGER) * 1000 AND (v.until_ms IS NULL OR v.until_ms > CAST(strftime('%s', 'now') AS INTEGER) * 1000);
UPDATE packages SET enabled = TRUE WHERE id IN (
    SELECT json_extract(p.value, '$.id') FROM price_versions v, json_each(v.packages) p
    WHERE json_extract(p.value, '$.onSale') AND v.from_ms <= CAST(strftime('%s', 'now') AS INTEGER) * 1000
        AND (v.until_ms IS NULL OR v.until_ms > CAST(strftime('%s', 'now') AS INTEGER) * 1000));
DROP TABLE price_versions;
ALTER TABLE configurations DROP COLUMN changed_ms;
ALTER TABLE configurations DROP COLUMN changed_by;
ALTER TABLE configurations DROP COLUMN version;
