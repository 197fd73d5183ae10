-- What members write to the operator.
CREATE TABLE feedback (
    id BIGINT NOT NULL PRIMARY KEY,
    member_id BIGINT NOT NULL REFERENCES members (id),
    title TEXT NOT NULL,
    content TEXT NOT NULL,
    created_ms BIGINT NOT NULL
);
CREATE INDEX feedback_newest ON feedback (created_ms, id);
CREATE INDEX feedback_member ON feedback (member_id);
