DROP TABLE branding;
DROP TABLE members;
DROP TABLE meta;
