/** An organization of an API key. Every statement names it. */
export interface OrganizationScope {
  readonly apiKeyId: string;
  readonly organizationId: string;
}

/** A document of an API key. */
export interface DocumentScope extends OrganizationScope {
  readonly documentId: string;
}

/** The document that a request names. */
export function documentOf({ apiKeyId, organizationId, documentId }: DocumentScope): DocumentScope {
  return { apiKeyId, organizationId, documentId };
}
