DROP TABLE page_views;
