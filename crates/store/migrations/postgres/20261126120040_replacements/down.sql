DROP TABLE replacements;
