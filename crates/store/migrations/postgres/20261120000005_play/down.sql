DROP TABLE tickets;
DROP TABLE seats;
