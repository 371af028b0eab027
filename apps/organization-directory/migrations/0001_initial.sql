-- Ids are chosen by the customer and may be used again after a deletion. A `…_ref` is generated here and never used again, so that each
-- object with the same id has its own ref. Everything below an object names the object's ref. Deleting the one row that leads from the id
-- to the ref therefore hides everything below at once, and an object added with the same id starts empty under a new ref.

    create function now_ms() returns bigint language sql stable
      as $$ select (extract(epoch from clock_timestamp()) * 1000)::bigint $$;

    create sequence refs;

    create table organizations (
      api_key_id text collate "C" not null,
      organization_id text collate "C" not null,
      organization_ref bigint not null default nextval('refs'),
      organization_name text,
      metadata jsonb not null default '{}',
      disabled boolean not null default false,
      created_at_ms bigint not null default now_ms(),
      updated_at_ms bigint,
      primary key (api_key_id, organization_id)
    );

    create table folders (
      api_key_id text collate "C" not null,
      organization_ref bigint not null,
      folder_id text collate "C" not null,
      folder_ref bigint not null default nextval('refs'),
      parent_ref bigint not null default 0,
      folder_name text,
      metadata jsonb not null default '{}',
      created_at_ms bigint not null default now_ms(),
      updated_at_ms bigint,
      primary key (api_key_id, organization_ref, folder_id),
      unique (api_key_id, folder_ref)
    );
    comment on column folders.parent_ref is '0: in no other folder';
    create index folders_by_parent on folders (api_key_id, organization_ref, parent_ref, folder_id);

    create table documents (
      api_key_id text collate "C" not null,
      organization_ref bigint not null,
      document_id text collate "C" not null,
      document_ref bigint not null default nextval('refs'),
      folder_ref bigint not null default 0,
      document_name text,
      metadata jsonb not null default '{}',
      disabled boolean not null default false,
      created_at_ms bigint not null default now_ms(),
      updated_at_ms bigint,
      primary key (api_key_id, organization_ref, document_id)
    );
    comment on column documents.folder_ref is '0: in no folder; a folder that is gone hides the document';
    create index documents_by_folder on documents (api_key_id, organization_ref, folder_ref, document_id);

    create table locations (
      api_key_id text collate "C" not null,
      document_ref bigint not null,
      location_id text collate "C" not null,
      location_name text,
      metadata jsonb not null default '{}',
      created_at_ms bigint not null default now_ms(),
      updated_at_ms bigint,
      primary key (api_key_id, document_ref, location_id)
    );

    create table removals (
      api_key_id text collate "C" not null,
      removal_id bigint not null generated always as identity,
      kind text not null check (kind in ('organization', 'folder', 'document', 'location')),
      organization_id text collate "C" not null,
      organization_ref bigint not null,
      folder_ids text[] not null default '{}',
      folder_refs bigint[] not null default '{}',
      document_ids text[] not null default '{}',
      document_refs bigint[] not null default '{}',
      location_ids text[] not null default '{}',
      requested_at_ms bigint not null default now_ms(),
      primary key (api_key_id, removal_id)
    );
    comment on table removals is 'what was hidden and has to be removed everywhere; only data from before requested_at_ms falls under it';
  