-- What operators of other consoles of this family know of an entry. disabled: it is no choice any more. version: counts the changes, so that the
-- second of two who change it at once is told.
ALTER TABLE dict_data ADD COLUMN css_class TEXT NOT NULL DEFAULT '';
ALTER TABLE dict_data ADD COLUMN list_class TEXT NOT NULL DEFAULT '';
ALTER TABLE dict_data ADD COLUMN is_default BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE dict_data ADD COLUMN disabled BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE dict_data ADD COLUMN remark TEXT NOT NULL DEFAULT '';
ALTER TABLE dict_data ADD COLUMN version BIGINT NOT NULL DEFAULT 0;

-- Settings of the product (built_in) and values that operators keep for programs of their own. value: null where a setting has its default.
CREATE TABLE config (
    id BIGINT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    key TEXT NOT NULL UNIQUE,
    value TEXT,
    built_in BOOLEAN NOT NULL,
    remark TEXT NOT NULL,
    version BIGINT NOT NULL DEFAULT 0,
    created_ms BIGINT NOT NULL,
    updated_ms BIGINT,
    CHECK (built_in OR value IS NOT NULL)
);
INSERT INTO config (id, name, key, value, built_in, remark, created_ms) VALUES
    (1, '订单待支付时长（分钟）', 'order.pay.minutes', NULL, TRUE, '', 0),
    (2, '每位会员的待支付订单上限', 'order.open.max', NULL, TRUE, '', 0),
    (3, '到期后的保留期（天）', 'phone.grace.days', NULL, TRUE, '', 0),
    (4, '回收站保留期（天）', 'phone.bin.days', NULL, TRUE, '', 0),
    (5, '每满一元所得积分', 'points.per.yuan', NULL, TRUE, '', 0),
    (6, '积分可抵扣的最高比例（%）', 'points.share.percent', NULL, TRUE, '', 0);

-- Files that were exported and not taken yet: once, by the member who exported them. token_hash: SHA-256 of the id in the address.
CREATE TABLE exports (
    token_hash TEXT NOT NULL PRIMARY KEY,
    member_id BIGINT NOT NULL REFERENCES members (id),
    name TEXT NOT NULL,
    media_type TEXT NOT NULL,
    bytes BLOB NOT NULL,
    until_ms BIGINT NOT NULL
);
CREATE INDEX exports_until ON exports (until_ms);
CREATE INDEX exports_member ON exports (member_id);

-- What was changed: the values before and after, as JSON; null for an action that is no change of values.
ALTER TABLE audit ADD COLUMN value_before TEXT;
ALTER TABLE audit ADD COLUMN value_after TEXT;

-- The operators' list of accounts, the newest first.
CREATE INDEX members_created ON members (created_ms, id);
