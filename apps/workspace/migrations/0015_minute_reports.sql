-- Reports of counted requests that have been added up. A report whose response was lost is sent again, and must not be counted twice.
create table minute_reports (
  report_id text collate "C" primary key,
  heard_at_ms bigint not null default now_ms()
);

create index minute_reports_by_age on minute_reports (heard_at_ms);
