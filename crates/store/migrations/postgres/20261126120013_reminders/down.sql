DROP TABLE reminders;
DROP TABLE reminder_wishes;
