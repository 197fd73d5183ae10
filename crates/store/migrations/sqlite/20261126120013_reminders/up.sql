-- Reminders of expiry beside the member's messages. by_sms, by_mail: where they go; lang: the language in which they were switched on.
CREATE TABLE reminder_wishes (
    member_id BIGINT NOT NULL PRIMARY KEY REFERENCES members (id),
    by_sms BOOLEAN NOT NULL,
    by_mail BOOLEAN NOT NULL,
    lang TEXT NOT NULL
);

-- A reminder on its way, written with the message that it repeats. way: 1 SMS, 2 mail. due_ms: when to send it; whoever sends it moves it on first.
CREATE TABLE reminders (
    id BIGINT NOT NULL PRIMARY KEY,
    member_id BIGINT NOT NULL REFERENCES members (id),
    way SMALLINT NOT NULL CHECK (way IN (1, 2)),
    lang TEXT NOT NULL,
    template TEXT NOT NULL,
    params TEXT NOT NULL,
    tries INTEGER NOT NULL,
    created_ms BIGINT NOT NULL,
    due_ms BIGINT NOT NULL
);
CREATE INDEX reminders_due ON reminders (due_ms);
CREATE INDEX reminders_member ON reminders (member_id);
