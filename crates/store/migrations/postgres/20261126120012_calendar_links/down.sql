DROP TABLE calendar_links;
