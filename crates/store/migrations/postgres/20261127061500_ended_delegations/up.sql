-- Delegated sessions that ended are found among all sessions, to be deleted.
CREATE INDEX sessions_ended_delegations ON sessions (ended_ms) WHERE ended_ms IS NOT NULL AND scopes IS NOT NULL;
