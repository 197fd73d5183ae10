DROP TABLE announcement_pictures;
DROP TABLE announcement_reads;
DROP TABLE announcements;
