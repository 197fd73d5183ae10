-- kind: what a link shows; those that there were show a phone live. sha256 and file_name: of a clip, whose bytes are those of its owner's file.
ALTER TABLE share_links ADD COLUMN kind TEXT NOT NULL DEFAULT 'live';
ALTER TABLE share_links ADD COLUMN sha256 TEXT;
ALTER TABLE share_links ADD COLUMN file_name TEXT;
CREATE INDEX share_links_content ON share_links (sha256) WHERE sha256 IS NOT NULL;
