-- For the search of an API key's organizations by the beginning of their name, in either case. An entry holds at most 128 characters, since one of an
-- index has a bound.
create index organizations_by_name on organizations (api_key_id, (lower(left(organization_name, 128)) collate "C"), organization_id);
