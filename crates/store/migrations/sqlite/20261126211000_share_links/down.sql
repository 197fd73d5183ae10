DROP TABLE share_links;
UPDATE sessions SET ended_ms = created_ms, end_reason = 4 WHERE terminal IN ('LINK', 'VIEWER') AND ended_ms IS NULL;
