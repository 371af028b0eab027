-- Nothing is kept of links to the webhook pages: each holds the number of its making, and a higher one here ends it.
alter table api_keys add column portal_epoch integer not null default 0;
