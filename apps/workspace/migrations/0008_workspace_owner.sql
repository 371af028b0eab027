
    alter table workspaces
      add column owner_name text not null default '',
      add column owner_avatar text not null default '';
    comment on column workspaces.owner_avatar is 'URL of a picture';
  