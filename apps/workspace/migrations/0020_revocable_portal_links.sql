-- Links to the webhook pages are not stored. Each link contains the number that was current when it was created; a higher number here
-- revokes it.
alter table api_keys add column portal_epoch integer not null default 0;
