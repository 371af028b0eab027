import type { StatementCases } from "@parley/testing";

const scope = { apiKeyId: "key", organizationId: "acme", userId: "heavy", scanRows: 500 };
const unread = Array.from({ length: 100 }, (_, index) => `a${index * 1_000 + 1_000}`);
const small = Array.from({ length: 10 }, (_, index) => ({ documentId: `d${index * 10 + 1}`, unread: null }));
const documentsOf = (...documents: readonly object[]) => JSON.stringify(documents);

/** The document `large` and the user each have one row more than a page scans. Each unread thread is looked up by id. */
export const countCases: StatementCases = {
  // The user takes part in threads of many documents, and in many threads of one.
  "activity.involved_documents": [{ apiKeyId: "key", organizationId: "acme", userIds: ["heavy"], limit: 51 }, 52],
  "activity.annotations_count": [
    { ...scope, statuses: [], documents: documentsOf({ documentId: "large", unread }, ...small) },
    501 + 10 * 200,
  ],
  "activity.annotations_count of one status": [
    { ...scope, statuses: ["RARE"], documents: documentsOf({ documentId: "large", unread: [] }) },
    500,
  ],
};
