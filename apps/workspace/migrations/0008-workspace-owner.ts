import type { Migration } from "@parley/database";

export const workspaceOwner: Migration = {
  name: "0008_workspace_owner",
  sql: `
    alter table workspaces
      add column owner_name text not null default '',
      add column owner_avatar text not null default '';
    comment on column workspaces.owner_avatar is 'URL of a picture';
  `,
};
