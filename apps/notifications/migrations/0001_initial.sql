-- A notification is one row, and one more row for each user to whom it is addressed by name. A notification to all users of an organization
-- is not copied for each user. Lists are ordered by `(created_at_ms, notification_ref)`. Ids are chosen by the customer and may be used
-- again after a deletion. A ref is generated here and never used again, so that read marks of a deleted notification do not apply to a new
-- one with the same id.

    create function now_ms() returns bigint language sql stable
      as $$ select (extract(epoch from clock_timestamp()) * 1000)::bigint $$;

    create table notifications (
      api_key_id text collate "C" not null,
      organization_id text collate "C" not null,
      notification_id text collate "C" not null,
      notification_ref bigint not null generated always as identity,
      document_id text collate "C" not null,
      action_user_id text collate "C" not null,
      action_user json not null,
      headline_template text not null,
      template_data json not null,
      body_message text,
      notify_users json not null,
      notify_all boolean not null,
      source_data json not null,
      stored_bytes integer not null,
      created_at_ms bigint not null default now_ms(),
      primary key (api_key_id, organization_id, notification_id),
      unique (api_key_id, notification_ref)
    );
    comment on column notifications.notify_users is 'those to whom it is addressed by name: an array of user objects';
    comment on column notifications.stored_bytes is 'most bytes that it takes in an answer: what bounds a page';
    -- The notifications of a document.
    create index notifications_by_document on notifications
      (api_key_id, organization_id, document_id, created_at_ms, notification_ref) include (stored_bytes);
    -- What a user caused.
    create index notifications_by_action_user on notifications
      (api_key_id, organization_id, action_user_id, created_at_ms, notification_ref) include (document_id, stored_bytes);
    -- What all users of an organization received, and of it what belongs to one document.
    create index notifications_to_all on notifications
      (api_key_id, organization_id, created_at_ms, notification_ref) include (document_id, stored_bytes) where notify_all;
    create index notifications_to_all_by_document on notifications
      (api_key_id, organization_id, document_id, created_at_ms, notification_ref) include (stored_bytes) where notify_all;

    -- What a user received by name; by the primary key all of it, by the index what belongs to one document.
    create table recipients (
      api_key_id text collate "C" not null,
      organization_id text collate "C" not null,
      user_id text collate "C" not null,
      created_at_ms bigint not null,
      notification_ref bigint not null,
      document_id text collate "C" not null,
      stored_bytes integer not null,
      primary key (api_key_id, organization_id, user_id, created_at_ms, notification_ref) include (document_id, stored_bytes)
    );
    comment on table recipients is 'copies of what never changes, so that an inbox is read without its notifications';
    create index recipients_by_document on recipients
      (api_key_id, organization_id, user_id, document_id, created_at_ms, notification_ref) include (stored_bytes);

    create table read_marks (
      api_key_id text collate "C" not null,
      organization_id text collate "C" not null,
      notification_ref bigint not null,
      user_id text collate "C" not null,
      read_at_ms bigint not null default now_ms(),
      primary key (api_key_id, organization_id, notification_ref, user_id)
    );
    comment on table read_marks is 'a row for each notification that a user has read, whether addressed by name or to all';

    create table configs (
      api_key_id text collate "C" not null,
      organization_id text collate "C" not null,
      user_id text collate "C" not null,
      document_id text collate "C" not null,
      inbox text check (inbox in ('ALL', 'MINE', 'NONE')),
      email text check (email in ('ALL', 'MINE', 'NONE')),
      updated_at_ms bigint not null default now_ms(),
      primary key (api_key_id, organization_id, user_id, document_id)
    );
    comment on column configs.document_id is 'empty: the organization as a whole';
    comment on column configs.inbox is 'null: the next wider level holds; the same for email';

    create table removals (
      api_key_id text collate "C" not null,
      notification_ref bigint not null,
      organization_id text collate "C" not null,
      created_at_ms bigint not null,
      user_ids text[] not null,
      requested_at_ms bigint not null default now_ms(),
      primary key (api_key_id, notification_ref)
    );
    comment on table removals is 'notifications that are gone, whose recipients and read marks still have to go';
  