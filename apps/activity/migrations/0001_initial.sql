-- Ids are the customer's and may come back after a deletion; a `…_ref` is ours and never does. What belongs to an annotation names its ref, so
-- nothing of an earlier life of the same id shows up under a later one.
-- 
-- Names may be longer than what an index takes, so they are indexed by their hash; ids fit, with every byte that UTF-8 can take.
-- 
-- Who is involved is kept twice, in the two orders in which it is asked for: `comment_users` (all data of a user: comments, oldest first)
-- and `annotation_users` (the annotations that a user is involved in). Both follow from authors, tagged users and the assignee, and change in the
-- transaction that changes those.

    create function now_ms() returns bigint language sql stable
      as $$ select (extract(epoch from clock_timestamp()) * 1000)::bigint $$;

    create sequence refs;

    create table annotations (
      api_key_id text collate "C" not null,
      organization_id text collate "C" not null,
      document_id text collate "C" not null,
      annotation_id text collate "C" not null,
      annotation_ref bigint not null default nextval('refs'),
      status text collate "C" not null,
      priority text collate "C",
      type text collate "C",
      location_id text collate "C",
      location_name text collate "C",
      location_extra json,
      assignee_id text collate "C",
      assignee json,
      metadata json not null default '{}',
      comment_count int not null default 0,
      last_position int not null default 0,
      reaction_count int not null default 0,
      thread_bytes int not null default 0,
      created_at_ms bigint not null default now_ms(),
      updated_at_ms bigint not null default now_ms(),
      primary key (api_key_id, organization_id, document_id, annotation_id)
    ) with (fillfactor = 85);
    comment on column annotations.last_position is 'position of the newest comment; positions are never given twice';
    comment on column annotations.thread_bytes is 'what its comments and reactions take, to bound what has to be read at once';
    create unique index annotations_by_ref on annotations (api_key_id, annotation_ref);
    create index annotations_by_organization on annotations (api_key_id, organization_id, created_at_ms, annotation_ref);
    create index annotations_by_document on annotations (api_key_id, organization_id, document_id, created_at_ms, annotation_ref);
    create index annotations_by_status on annotations (api_key_id, organization_id, document_id, status, created_at_ms, annotation_ref);
    create index annotations_by_location on annotations (api_key_id, organization_id, document_id, location_id, created_at_ms, annotation_ref)
      where location_id is not null;
    create index annotations_by_location_name on annotations (api_key_id, organization_id, document_id, md5(location_name), created_at_ms, annotation_ref)
      where location_name is not null;

    create table comments (
      api_key_id text collate "C" not null,
      annotation_ref bigint not null,
      comment_id text collate "C" not null,
      position int not null,
      author_id text collate "C" not null,
      author json not null,
      comment_text text not null default '',
      html text not null default '',
      tagged_ids text[] collate "C" not null default '{}',
      tagged_users json not null default '[]',
      attachments json not null default '[]',
      metadata json not null default '{}',
      bytes int not null,
      created_at_ms bigint not null default now_ms(),
      updated_at_ms bigint not null default now_ms(),
      edited_at_ms bigint,
      primary key (api_key_id, annotation_ref, comment_id)
    );

    create table comment_users (
      api_key_id text collate "C" not null,
      organization_id text collate "C" not null,
      user_id text collate "C" not null,
      created_at_ms bigint not null,
      annotation_ref bigint not null,
      comment_id text collate "C" not null,
      primary key (api_key_id, organization_id, user_id, created_at_ms, annotation_ref, comment_id)
    );
    comment on table comment_users is 'author, tagged users and assignee of each comment; the time is the comment''s';

    create table annotation_users (
      api_key_id text collate "C" not null,
      organization_id text collate "C" not null,
      user_id text collate "C" not null,
      document_id text collate "C" not null,
      created_at_ms bigint not null,
      annotation_ref bigint not null,
      primary key (api_key_id, organization_id, user_id, created_at_ms, annotation_ref)
    );
    comment on table annotation_users is 'authors, tagged users and assignee of each annotation; the time is the annotation''s';
    create index annotation_users_by_document on annotation_users (api_key_id, organization_id, user_id, document_id, created_at_ms, annotation_ref);

    create table reactions (
      api_key_id text collate "C" not null,
      organization_id text collate "C" not null,
      annotation_ref bigint not null,
      comment_id text collate "C" not null,
      user_id text collate "C" not null,
      reaction text collate "C" not null,
      reacting_user json not null,
      bytes int not null,
      created_at_ms bigint not null default now_ms(),
      primary key (api_key_id, annotation_ref, comment_id, user_id, reaction)
    );
    create index reactions_by_user on reactions (api_key_id, organization_id, user_id, created_at_ms, annotation_ref, comment_id, reaction);

    create table recordings (
      api_key_id text collate "C" not null,
      organization_id text collate "C" not null,
      document_id text collate "C" not null,
      recording_id text collate "C" not null,
      recording_ref bigint not null default nextval('refs'),
      user_id text collate "C" not null,
      recording_user json not null,
      type text collate "C",
      name text,
      url text,
      mime_type text,
      duration_ms bigint,
      size_bytes bigint,
      location_id text collate "C",
      location_name text collate "C",
      location_extra json,
      metadata json,
      created_at_ms bigint not null default now_ms(),
      updated_at_ms bigint not null default now_ms(),
      primary key (api_key_id, organization_id, document_id, recording_id)
    );
    create index recordings_by_organization on recordings (api_key_id, organization_id, created_at_ms, recording_ref);
    create index recordings_by_document on recordings (api_key_id, organization_id, document_id, created_at_ms, recording_ref);
    create index recordings_by_user on recordings (api_key_id, organization_id, user_id, created_at_ms, recording_ref);
    create index recordings_by_location on recordings (api_key_id, organization_id, document_id, location_id, created_at_ms, recording_ref)
      where location_id is not null;
    create index recordings_by_location_name on recordings (api_key_id, organization_id, document_id, md5(location_name), created_at_ms, recording_ref)
      where location_name is not null;

    create table activities (
      api_key_id text collate "C" not null,
      organization_id text collate "C" not null,
      activity_id text collate "C" not null,
      activity_ref bigint not null default nextval('refs'),
      document_id text collate "C",
      feature_type text collate "C" not null,
      action_type text collate "C" not null,
      action_user_id text collate "C",
      action_user json,
      changes json,
      entity_data json,
      entity_target_data json,
      display_message_template text,
      display_message_template_data json,
      action_icon text,
      immutable boolean not null,
      created_at_ms bigint not null default now_ms(),
      updated_at_ms bigint not null default now_ms(),
      primary key (api_key_id, organization_id, activity_id)
    );
    create index activities_by_organization on activities (api_key_id, organization_id, created_at_ms, activity_ref);
    create index activities_by_document on activities (api_key_id, organization_id, document_id, created_at_ms, activity_ref)
      where document_id is not null;
    create index activities_by_user on activities (api_key_id, organization_id, action_user_id, created_at_ms, activity_ref)
      where action_user_id is not null;
  