-- Index for finding a workspace's API keys by the beginning of their name, ignoring case. An entry holds at most 128 characters, because
-- the size of an index entry is limited.

  create index api_keys_by_name on api_keys (workspace_id, (lower(left(api_key_name, 128)) collate "C"), api_key_id);
