DROP TABLE phones;
DROP TABLE configurations;
