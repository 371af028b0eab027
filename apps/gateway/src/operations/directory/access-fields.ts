import { type AccessType, accessTypes, isAccessType } from "@parley/contracts/organization-directory";
import * as z from "zod";

/** Which users may enter a document. */
export const accessType = () => z.enum(accessTypes);

/** What the types mean, for descriptions. */
export const accessTypesSentence =
  "`restricted` lets in the users who were added to the document or to a folder above it, `organizationPrivate` also those who were added to the organization, and `public` also those who were added to any place in the organization.";

/** The type of a place itself in a response, if it has one. */
export function fromAccessType({ accessType: type }: { readonly accessType: string }): { accessType?: AccessType } {
  return isAccessType(type) ? { accessType: type } : {};
}
