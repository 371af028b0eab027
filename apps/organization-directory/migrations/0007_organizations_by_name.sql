-- Index for finding an API key's organizations by the beginning of their name, ignoring case. An entry holds at most 128 characters,
-- because the size of an index entry is limited.
create index organizations_by_name on organizations (api_key_id, (lower(left(organization_name, 128)) collate "C"), organization_id);
