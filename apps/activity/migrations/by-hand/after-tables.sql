alter table outbox set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_cost_delay = 0);
alter table outbox alter column payload set storage external;
alter table work set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_cost_delay = 0);
alter table annotations set (fillfactor = 85);

-- Only the index's owner may merge its pending list, and the service is not the owner. Does nothing while the index is missing.
create function merge_search_terms() returns void language sql volatile security definer set search_path = pg_catalog
  as $$ select gin_clean_pending_list(to_regclass('activity.search_comments_by_terms')) $$;

-- Positions are drawn here: a statement reads them together with a row of feed_epochs, so there is always one.
select activity.begin_feed_epoch();
