-- version: number of changes of a configuration or of its prices, so that of two operators who change it the second is told.
ALTER TABLE configurations ADD COLUMN version BIGINT NOT NULL DEFAULT 0;
ALTER TABLE configurations ADD COLUMN changed_by BIGINT;
ALTER TABLE configurations ADD COLUMN changed_ms BIGINT NOT NULL DEFAULT 0;
-- All prices of a configuration, which hold from from_ms until until_ms. from_ms: none of a draft. packages: JSON of the packages with their prices
-- by quantity; a package has one id in all versions.
CREATE TABLE price_versions (
    id BIGINT NOT NULL PRIMARY KEY,
    configuration_id BIGINT NOT NULL REFERENCES configurations (id),
    number BIGINT NOT NULL,
    from_ms BIGINT,
    until_ms BIGINT,
    packages TEXT NOT NULL,
    changed_by BIGINT,
    changed_ms BIGINT NOT NULL,
    UNIQUE (configuration_id, number)
);
CREATE UNIQUE INDEX price_versions_from ON price_versions (configuration_id, from_ms);
CREATE UNIQUE INDEX price_versions_draft ON price_versions (configuration_id) WHERE from_ms IS NULL;
CREATE UNIQUE INDEX price_versions_last ON price_versions (configuration_id) WHERE from_ms IS NOT NULL AND until_ms IS NULL;
INSERT INTO price_versions (id, configuration_id, number, from_ms, packages, changed_ms)
SELECT p.configuration_id, p.configuration_id, 1, 0,
    json_agg(json_build_object('id', p.id, 'days', p.days, 'onSale', p.enabled, 'tiers',
        (SELECT json_agg(json_build_object('from', t.from_count, 'unitFen', t.unit_fen) ORDER BY t.from_count)
            FROM package_tiers t WHERE t.package_id = p.id)) ORDER BY p.days)::text,
    MIN(p.created_ms)
FROM packages p GROUP BY p.configuration_id;
DROP TABLE package_tiers;
ALTER TABLE packages DROP COLUMN enabled;
