import type { Organization } from "@parley/contracts/organization-directory";
import * as z from "zod";
import { id, withMetadata } from "../fields.ts";
import { texts } from "../texts.ts";
import { changedName, fromStored, reservedKeys, storedKeys, storedName, toName } from "./directory-fields.ts";

/** An organization in a request, with its metadata next to id and name. */
export const organizationItem = () =>
  withMetadata(
    { organizationId: id().meta(texts.organizationId), organizationName: changedName() },
    reservedKeys("id", "internalId", "disabled"),
  ).meta({
    title: "OrganizationInput",
  });

export function toOrganization({ organizationId, organizationName, metadata }: z.output<ReturnType<typeof organizationItem>>) {
  return { organizationId, ...toName("organizationName", organizationName), metadataJson: JSON.stringify(metadata) };
}

/** An organization in a response. */
export const storedOrganization = z.looseObject({
  id: z.string().meta({ description: "The same as `organizationId`." }),
  organizationId: z.string().meta(texts.organizationId),
  organizationName: storedName().meta({ description: "Name of the organization; absent if it has none." }),
  internalId: z.string().meta({ description: "The service's own id of the organization; the `id` in results of batches." }),
  disabled: z.boolean().meta({ description: "Whether the organization is closed to users." }),
  ...storedKeys,
});

export function fromOrganization(organization: Organization): z.output<typeof storedOrganization> {
  const { organizationId, organizationName, ownId, disabled } = organization;
  return fromStored({ id: organizationId, organizationId, organizationName, internalId: ownId, disabled }, organization);
}

/** The additional field of an entry in batch responses about organizations. */
export const organizationResult = { id: z.string().meta(texts.itemId) };

export const fromOrganizationResult = ({ ownId }: { readonly ownId: string }) => ({ id: ownId });
