-- What is older than a day is added up into hours, which are kept for a week, so that the console plots them. The index has no hours in it: however many
-- are kept, the minutes that are due are found at once.
create index key_minutes_by_minute on key_minutes (minute_ms) where minute_ms % 3600000 <> 0;
