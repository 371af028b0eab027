-- For existing keys nothing changes: comments create inbox entries only for keys created from now on, unless the option is changed.
alter table api_keys add column notify_of_comments boolean not null default false;
alter table api_keys alter column notify_of_comments set default true;
-- Entries that exist go with their comments, also once the option is off again; a key that never had any is spared the events for that.
alter table api_keys add column has_notified_of_comments boolean not null default false;
alter table api_keys alter column has_notified_of_comments set default true;
