-- What can be rented. pad_type as in the specification (5: cloud phone VIP).
CREATE TABLE configurations (
    id BIGINT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    android_version TEXT NOT NULL,
    chip TEXT NOT NULL,
    pad_type SMALLINT NOT NULL CHECK (pad_type BETWEEN 0 AND 5),
    dpi INTEGER NOT NULL CHECK (dpi > 0)
);

-- A phone without an owner is stock. carrier: 1 mobile, 2 unicom, 3 telecom.
-- alias_key: the name in lower case, for search. sort_key: its initials, Chinese by pinyin.
CREATE TABLE phones (
    id BIGINT NOT NULL PRIMARY KEY,
    owl_id TEXT NOT NULL UNIQUE,
    configuration_id BIGINT NOT NULL REFERENCES configurations (id),
    adb TEXT NOT NULL UNIQUE,
    carrier SMALLINT NOT NULL CHECK (carrier IN (1, 2, 3)),
    dpi INTEGER NOT NULL CHECK (dpi > 0),
    owner_id BIGINT REFERENCES members (id),
    alias TEXT NOT NULL,
    alias_key TEXT NOT NULL,
    sort_key TEXT NOT NULL COLLATE "C",
    assign_ms BIGINT NOT NULL,
    expire_ms BIGINT NOT NULL,
    power_on BOOLEAN NOT NULL,
    healthy BOOLEAN NOT NULL,
    reason TEXT,
    status_since_ms BIGINT NOT NULL,
    created_ms BIGINT NOT NULL
);
CREATE INDEX phones_owner_assign ON phones (owner_id, assign_ms, id);
CREATE INDEX phones_owner_expire ON phones (owner_id, expire_ms, id);
CREATE INDEX phones_owner_sort ON phones (owner_id, sort_key, id);
CREATE INDEX phones_owner_alias ON phones (owner_id, alias_key);
CREATE INDEX phones_stock ON phones (configuration_id, id) WHERE owner_id IS NULL;
