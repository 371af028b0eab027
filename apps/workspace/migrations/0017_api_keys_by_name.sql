-- For the search of a workspace's API keys by the beginning of their name, in either case. An entry holds at most 128 characters, since one of an index
-- has a bound.

  create index api_keys_by_name on api_keys (workspace_id, (lower(left(api_key_name, 128)) collate "C"), api_key_id);
