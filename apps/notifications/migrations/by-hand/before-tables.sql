create function now_ms() returns bigint language sql stable
  as $$ select (extract(epoch from clock_timestamp()) * 1000)::bigint $$;

-- The rows of an API key may be on another server than this one (Citus). Of the transactions before `oldest`, the ones before the returned one can
-- be read wherever the rows of these API keys are. On one server these are all. While rows are on several servers, `distribute` replaces the function.
create function settled_before(api_key_ids text[], oldest bigint) returns bigint language sql immutable
  as $$ select oldest $$;
