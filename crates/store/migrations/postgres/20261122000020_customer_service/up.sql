-- Whom members can turn to: 1 an account of a messaging service, 2 a group. account is what people look for there, html_code the address that opens it.
CREATE TABLE customer_services (
    id BIGINT NOT NULL PRIMARY KEY,
    kind SMALLINT NOT NULL CHECK (kind BETWEEN 1 AND 2),
    account TEXT NOT NULL,
    html_code TEXT NOT NULL,
    created_ms BIGINT NOT NULL
);
CREATE INDEX customer_services_kind ON customer_services (kind, created_ms, id);
