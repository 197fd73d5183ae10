-- Proxies of phones, one for each. owner_id: for whom; a phone of somebody else loses it. protocol: 1 HTTP, 2 HTTPS, 3 SOCKS5. login: sealed by the
-- server's key, which is not in the database. generation: another one for each proxy that is set. leaving: to be taken off the phone, then deleted.
CREATE TABLE phone_proxies (
    phone_id BIGINT NOT NULL PRIMARY KEY REFERENCES phones (id),
    owner_id BIGINT NOT NULL,
    protocol SMALLINT NOT NULL CHECK (protocol BETWEEN 1 AND 3),
    host TEXT NOT NULL,
    port INTEGER NOT NULL CHECK (port BETWEEN 1 AND 65535),
    login TEXT,
    country INTEGER,
    city BIGINT,
    set_ms BIGINT NOT NULL,
    generation BIGINT NOT NULL,
    bytes_up BIGINT NOT NULL DEFAULT 0,
    bytes_down BIGINT NOT NULL DEFAULT 0,
    leaving BOOLEAN NOT NULL DEFAULT FALSE
);
