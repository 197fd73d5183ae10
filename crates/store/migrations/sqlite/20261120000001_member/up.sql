-- Facts of this database that never change: its stamp and its secret.
CREATE TABLE meta (
    name TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL
);

-- role: 1 member, 2 operator. sex: 0 unknown, 1 male, 2 female. permissions: words separated by spaces.
CREATE TABLE members (
    id BIGINT NOT NULL PRIMARY KEY,
    phone TEXT UNIQUE,
    user_name TEXT UNIQUE,
    email TEXT NOT NULL DEFAULT '',
    nickname TEXT NOT NULL,
    avatar TEXT NOT NULL DEFAULT '',
    sex SMALLINT NOT NULL DEFAULT 0 CHECK (sex IN (0, 1, 2)),
    birthday TEXT NOT NULL DEFAULT '',
    location TEXT NOT NULL DEFAULT '',
    channel_code TEXT NOT NULL,
    point BIGINT NOT NULL DEFAULT 0 CHECK (point >= 0),
    role SMALLINT NOT NULL CHECK (role IN (1, 2)),
    permissions TEXT NOT NULL DEFAULT '',
    password_hash TEXT NOT NULL,
    disabled BOOLEAN NOT NULL DEFAULT FALSE,
    created_ms BIGINT NOT NULL,
    signed_in_ms BIGINT,
    CHECK (phone IS NOT NULL OR user_name IS NOT NULL)
);

-- One row. Empty text means the product's own.
CREATE TABLE branding (
    id SMALLINT NOT NULL PRIMARY KEY CHECK (id = 1),
    title TEXT NOT NULL,
    main TEXT NOT NULL,
    left_bg TEXT NOT NULL,
    welcome_text TEXT NOT NULL,
    register_type TEXT NOT NULL,
    renew_redesign SMALLINT NOT NULL,
    login_way TEXT NOT NULL
);
INSERT INTO branding (id, title, main, left_bg, welcome_text, register_type, renew_redesign, login_way)
VALUES (1, '', '', '', '', '', 0, 'phone');
