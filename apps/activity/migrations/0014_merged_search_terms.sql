-- Terms of search are collected in the pending list of their index and written together: terms that comments share are most of them, and each
-- would be written once per comment. Every search reads the list, so it is bounded, and a worker merges it at the end of each step.

alter index activity.search_comments_by_terms set (fastupdate = true, gin_pending_list_limit = 64);

-- Only the index's owner may merge its pending list, and the service is not the owner. Does nothing while the index is missing.
create function activity.merge_search_terms() returns void language sql volatile security definer set search_path = pg_catalog
  as $$ select gin_clean_pending_list(to_regclass('activity.search_comments_by_terms')) $$;
