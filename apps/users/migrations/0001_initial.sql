-- A user has one profile within an API key, and one row for each place to which the user was added. A page of any listing is then one range
-- of one index, and one look-up of a profile for each row of the page.
--
-- The id of a group is chosen by the customer and may be used again after a deletion. Its `group_ref` is generated here and never used
-- again. Members name the ref, so that deleting the one row that leads from id to ref empties a group of any size at once.
--
-- `added_at_ms` is renewed by every repeat: a removal deletes only what was added before its request.

    create function now_ms() returns bigint language sql stable
      as $$ select (extract(epoch from clock_timestamp()) * 1000)::bigint $$;

    create table users (
      api_key_id text collate "C" not null,
      user_id text collate "C" not null,
      name text,
      email text,
      metadata jsonb not null default '{}',
      created_at_ms bigint not null default now_ms(),
      updated_at_ms bigint not null default now_ms(),
      primary key (api_key_id, user_id)
    );

    create table memberships (
      api_key_id text collate "C" not null,
      organization_id text collate "C" not null,
      kind text collate "C" not null check (kind in ('organization', 'document', 'folder')),
      place_id text collate "C" not null,
      user_id text collate "C" not null,
      added_at_ms bigint not null default now_ms(),
      primary key (api_key_id, organization_id, kind, place_id, user_id)
    );
    comment on column memberships.place_id is 'of the document or folder; empty for the organization itself';
    create index memberships_by_user on memberships (api_key_id, user_id, kind, organization_id, place_id);

    create table user_groups (
      api_key_id text collate "C" not null,
      organization_id text collate "C" not null,
      group_id text collate "C" not null,
      group_ref bigint not null generated always as identity,
      group_name text,
      created_at_ms bigint not null default now_ms(),
      updated_at_ms bigint not null default now_ms(),
      primary key (api_key_id, organization_id, group_id),
      unique (api_key_id, group_ref)
    );

    create table group_members (
      api_key_id text collate "C" not null,
      group_ref bigint not null,
      user_id text collate "C" not null,
      added_at_ms bigint not null default now_ms(),
      primary key (api_key_id, group_ref, user_id)
    );
    create index group_members_by_user on group_members (api_key_id, user_id, group_ref);

    create table removals (
      api_key_id text collate "C" not null,
      removal_id bigint not null generated always as identity,
      kind text not null check (kind in ('group')),
      organization_id text collate "C" not null,
      group_refs bigint[] not null,
      requested_at_ms bigint not null default now_ms(),
      primary key (api_key_id, removal_id)
    );
    comment on table removals is 'what was hidden and whose rows have to be removed';
  