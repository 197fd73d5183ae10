-- end_cause: 1 the owner recalled the grant, 2 the member gave it up; none for one that ran out, or ended with its phone or an account.
ALTER TABLE grants ADD COLUMN end_cause SMALLINT;
-- Whether others may find the account by its number, to share phones with it.
ALTER TABLE members ADD COLUMN findable BOOLEAN NOT NULL DEFAULT TRUE;
