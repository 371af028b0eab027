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

/** A field that validation requires. The request has been validated before the handler receives it, but its type does not show that. */
export function required<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error("A required field is missing although the request was checked.");
  return value;
}
