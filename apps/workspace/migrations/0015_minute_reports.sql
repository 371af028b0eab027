-- Which reports of counted requests have been added up: one that was heard and not answered is sent again, and must not count twice.
create table minute_reports (
  report_id text collate "C" primary key,
  heard_at_ms bigint not null default now_ms()
);

create index minute_reports_by_age on minute_reports (heard_at_ms);
