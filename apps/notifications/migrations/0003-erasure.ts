import type { Migration } from "@parley/database";
import { erasureServiceTables } from "@parley/erasure";

export const erasure: Migration = {
  name: "0003_erasure",
  sql: `
    ${erasureServiceTables}
    -- For the removal of a user's marks, and of a document's configs.
    create index read_marks_by_user on read_marks (api_key_id, organization_id, user_id, notification_ref);
    create index configs_by_document on configs (api_key_id, organization_id, document_id, user_id);
  `,
};
