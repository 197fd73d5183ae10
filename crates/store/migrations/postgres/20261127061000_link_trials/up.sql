-- What a link of kind 'trial' lets its visitors try: an app of its phone, for some minutes, and whether the app's data is cleared after each of them.
ALTER TABLE share_links ADD COLUMN package TEXT;
ALTER TABLE share_links ADD COLUMN app_name TEXT;
ALTER TABLE share_links ADD COLUMN minutes BIGINT;
ALTER TABLE share_links ADD COLUMN clears_data BOOLEAN;
-- The trial on a phone, which one visitor has at a time: from its begin until its app was stopped. session_id: of the visitor's page, whose end is
-- the trial's. batch_id: the operation that stops the app. due_ms: when that is tried next.
CREATE TABLE link_trials (
    phone_id BIGINT NOT NULL PRIMARY KEY REFERENCES phones (id),
    link_id BIGINT NOT NULL REFERENCES share_links (session_id),
    session_id BIGINT NOT NULL,
    batch_id BIGINT,
    due_ms BIGINT NOT NULL
);
