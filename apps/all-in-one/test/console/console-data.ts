import { querySql } from "@parley/testing";
import { demoRequests } from "../../src/demo/seed-demo.ts";
import type { Workspace } from "../support/customer.ts";

/** Markup of every kind, all of which must be shown as text. */
export const markup = `<img src=x onerror="hacked=1"><svg onload="hacked=1"></svg>{{constructor.constructor('hacked=1')()}}\${hacked=1}`;
const turning = "\u202Egnp.exe\u2066";

/** Fills an API key with the demo, and with markup in every text that customers or their users write. */
export async function addDemo({ customer }: Workspace): Promise<void> {
  for (const { path, data } of demoRequests) await customer.data(path, data);
  await addMarkup(customer);
}

async function addMarkup(customer: Workspace["customer"]): Promise<void> {
  await customer.data("/v2/organizations/documents/add", {
    organizationId: "acme",
    documents: [{ documentId: "marked", documentName: markup, note: markup }],
  });
  await customer.data("/v2/users/add", {
    organizationId: "acme",
    users: [{ userId: "mallory", name: markup, email: "mallory@example.com" }],
  });
  const from = { userId: "mallory", name: markup };
  const attachments = [
    { name: `${turning}${markup}`, url: "javascript:hacked=1" },
    { name: "data", url: "data:text/html,<script>hacked=1</script>" },
  ];
  const commentData = [{ from, commentText: `${turning}${markup}`, commentHtml: markup, attachments }];
  await customer.data("/v2/commentannotations/add", {
    organizationId: "acme",
    documentId: "marked",
    commentAnnotations: [
      { annotationId: "marked", location: { id: markup, locationName: markup }, metadata: { [markup]: markup }, commentData },
    ],
  });
}

/** An organization whose folder contains 2,500 documents; a thread of the first one has 1,500 comments. */
export async function addMany({ apiKey, customer }: Workspace, databaseUrl: string): Promise<void> {
  const organizationId = "many";
  await customer.data("/v2/users/add", { organizationId, createOrganization: true, users: [{ userId: "bob", name: "Bob Brown" }] });
  await customer.data("/v2/organizations/folders/add", { organizationId, folders: [{ folderId: "full", folderName: "Full" }] });
  const insert = (sql: string) => querySql(databaseUrl, sql, [apiKey]);
  await insert(`insert into directory.documents (api_key_id, organization_ref, document_id, document_name, folder_ref)
    select $1, organization_ref, 'doc' || lpad(n::text, 4, '0'), 'Document ' || lpad(n::text, 4, '0'), folder_ref
    from directory.folders, generate_series(1, 2500) n where api_key_id = $1 and folder_id = 'full'`);
  await insert(`insert into activity.annotations (api_key_id, organization_id, document_id, annotation_id, status, comment_count, last_position)
    values ($1, 'many', 'doc0001', 'long', 'OPEN', 1500, 1500)`);
  await insert(`insert into activity.comments (api_key_id, annotation_ref, comment_id, position, author_id, author, comment_text, bytes)
    select $1, annotation_ref, 'c' || n, n, 'bob', '{"userId":"bob"}', 'Comment ' || n, 100
    from activity.annotations, generate_series(1, 1500) n where api_key_id = $1 and annotation_id = 'long'`);
}
