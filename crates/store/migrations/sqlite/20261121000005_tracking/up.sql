-- Which of the console's pages a member opened: the path without query, for thirty days.
CREATE TABLE page_views (
    id BIGINT NOT NULL PRIMARY KEY,
    member_id BIGINT NOT NULL REFERENCES members (id),
    path TEXT NOT NULL,
    title TEXT NOT NULL,
    at_ms BIGINT NOT NULL
);
CREATE INDEX page_views_at ON page_views (at_ms);
CREATE INDEX page_views_member ON page_views (member_id, at_ms);
