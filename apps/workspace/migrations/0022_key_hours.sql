-- Minutes older than a day are added up into hours, which are kept for a week and plotted by the console. The index contains no hours, so
-- that minutes that are due are found quickly however many hours are kept.
create index key_minutes_by_minute on key_minutes (minute_ms) where minute_ms % 3600000 <> 0;
