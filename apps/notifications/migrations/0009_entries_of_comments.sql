-- An entry about a comment is a notification that goes with it, and so it names its thread and comment: by them it is found again. Null for
-- every notification that a customer's server has added.
alter table notifications add column annotation_id text collate "C";
alter table notifications add column comment_id text collate "C";
create index notifications_by_thread on notifications
  (api_key_id, organization_id, document_id, annotation_id, comment_id) where annotation_id is not null;
