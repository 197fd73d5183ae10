-- Apps that operators offer to all members.
CREATE TABLE market_apps (
    id BIGINT PRIMARY KEY NOT NULL,
    package TEXT NOT NULL UNIQUE,
    name_zh TEXT NOT NULL,
    name_en TEXT NOT NULL,
    description_zh TEXT NOT NULL,
    description_en TEXT NOT NULL,
    created_ms BIGINT NOT NULL,
    changed_ms BIGINT NOT NULL,
    down_ms BIGINT
);

-- Their versions; the bytes are found by their checksum, as those of uploads are.
CREATE TABLE market_versions (
    id BIGINT PRIMARY KEY NOT NULL,
    app_id BIGINT NOT NULL REFERENCES market_apps (id),
    version_code BIGINT NOT NULL,
    file_name TEXT NOT NULL,
    kind TEXT NOT NULL,
    app TEXT NOT NULL,
    icon BLOB,
    sha256 TEXT NOT NULL,
    size_bytes BIGINT NOT NULL,
    added_ms BIGINT NOT NULL,
    used_ms BIGINT NOT NULL,
    down_ms BIGINT,
    UNIQUE (app_id, version_code)
);
CREATE INDEX market_versions_content ON market_versions (sha256);
