/**
 * Which users may enter a document. Each type includes those before it: `restricted` the users who were added to the document or to a folder
 * above it, `organizationPrivate` also those who were added to the organization, `public` also those who were added to any place in it.
 */
export const accessTypes = ["restricted", "organizationPrivate", "public"] as const;

export type AccessType = (typeof accessTypes)[number];

/** The type of documents where neither they nor a folder above them nor the API key names one. */
export const defaultAccessType: AccessType = "organizationPrivate";

export function isAccessType(text: string): text is AccessType {
  return (accessTypes as readonly string[]).includes(text);
}
