DROP TABLE customer_services;
