import { newWorkspace } from "../installation/workspace.ts";

/** A page that a user has open on a document. */
export interface PagePlace {
  readonly apiKey: string;
  readonly token: string;
  readonly documentId: string;
}

export const organizationId = "acme";
const pagesOfDocument = 5;
const documentsOfKey = 20;
const threadsOfDocument = 20;

/** Creates API keys with pages: each document has twenty threads and five pages, each page with a user and a token of its own. */
export async function newPages(url: string, adminToken: string, count: number): Promise<PagePlace[]> {
  const pages: PagePlace[] = [];
  const keysAtOnce = 4;
  while (pages.length < count) {
    const made = await Promise.all(Array.from({ length: keysAtOnce }, () => pagesOfKey(url, adminToken)));
    pages.push(...made.flat());
  }
  return pages.slice(0, count);
}

async function pagesOfKey(url: string, adminToken: string): Promise<PagePlace[]> {
  const { apiKey, customer } = await newWorkspace(url, adminToken);
  const documents = Array.from({ length: documentsOfKey }, (_, number) => ({ documentId: `d${number}` }));
  await customer.arrange("/v2/organizations/documents/add", { organizationId, documents, createOrganization: true });
  const pages: PagePlace[] = [];
  // Documents are prepared one after another, because a key may have only a limited number of waiting requests.
  for (const { documentId } of documents) {
    const users = Array.from({ length: pagesOfDocument }, (_, number) => `${documentId}-u${number}`);
    const tokens = await Promise.all(users.map((userId) => tokenOf(userId)));
    await customer.arrange("/v2/commentannotations/add", { organizationId, documentId, commentAnnotations: threadsOf(users) });
    pages.push(...tokens.map((token) => ({ apiKey, token, documentId })));
  }
  await customer.close();
  return pages;

  async function tokenOf(userId: string): Promise<string> {
    const resources = [{ type: "organization", id: organizationId, accessRole: "editor" }];
    const userProperties = { name: `Alice ${userId} Adams`, email: `${userId}@acme.example` };
    const made = await customer.ask<{ token: string }>("/v2/auth/generate_token", { userId, userProperties, permissions: { resources } });
    return made.token;
  }
}

// Each thread mentions one user of the document, so that inboxes have entries.
function threadsOf(users: readonly string[]): object[] {
  return Array.from({ length: threadsOfDocument }, (_, number) => {
    const [author = "", mentioned = ""] = [users[number % users.length], users[(number + 1) % users.length]];
    const commentText = "As long as comments usually are, or a little longer.";
    const commentData = [
      { commentText, from: { userId: author }, taggedUserContacts: [{ userId: mentioned, text: "@you" }] },
      { commentText, from: { userId: mentioned } },
    ];
    return { annotationId: `t${number}`, commentData };
  });
}
