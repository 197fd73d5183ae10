DROP TABLE social_tokens;
DROP TABLE social_accounts;
DROP TABLE social_states;
