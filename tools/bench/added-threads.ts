import type { Installation } from "../installation/installation.ts";

const organizationId = "acme";

/** Adds threads with one comment to documents of a new API key, with or without search. */
export async function adderOf(installation: Installation, searchEnabled = false): Promise<(n: number) => Promise<unknown>> {
  const { customer } = await installation.workspace();
  if (searchEnabled) await customer.ask("/v2/workspace/apikeyconfig/update", { searchEnabled });
  const documents = Array.from({ length: 50 }, (_, number) => ({ documentId: `d${number}` }));
  await customer.arrange("/v2/organizations/documents/add", { organizationId, documents, createOrganization: true });
  let added = 0;
  return (n) => {
    const commentData = [
      { commentId: "c", from: { userId: "alice" }, commentText: "As long as comments usually are, or a little longer." },
    ];
    const commentAnnotations = [{ annotationId: `a${added++}`, commentData }];
    return customer.arrange("/v2/commentannotations/add", { organizationId, documentId: `d${n % documents.length}`, commentAnnotations });
  };
}
