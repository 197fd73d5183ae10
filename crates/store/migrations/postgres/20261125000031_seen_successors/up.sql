-- seen_generation: the newest generation whose access token came in a call. Until then a refresh may be repeated: its answer was lost.
-- Whoever is signed in has seen what there is.
ALTER TABLE sessions ADD COLUMN seen_generation BIGINT NOT NULL DEFAULT 0;
UPDATE sessions SET seen_generation = generation;
-- generation: of the refresh token that it was handed out with; none for what was lent, and for what was handed out before.
ALTER TABLE access_tokens ADD COLUMN generation BIGINT;
