DROP TABLE access_tokens;
DROP TABLE refresh_tokens;
DROP TABLE sessions;
