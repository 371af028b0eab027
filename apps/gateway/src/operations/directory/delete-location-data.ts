import { OrganizationDirectoryService } from "@parley/contracts/organization-directory";
import * as z from "zod";
import { dryRun, dryRunNote } from "../dry-run.ts";
import { needs, needsOneOf, on, withRules } from "../field-rules.ts";
import { id, name, numericId } from "../fields.ts";
import { operation } from "../operation.ts";
import { described, texts } from "../texts.ts";

/** The longest time for which the response waits for the erasure. */
const waitMs = 10_000;

const Location = withRules(
  z
    .looseObject({ id: numericId().optional().meta(texts.locationId), locationName: name().min(1).optional().meta(texts.locationName) })
    .meta({ description: "Matched by `id` if it is given, else by `locationName`." }),
  { ...needsOneOf("id", "locationName"), problem: "needs an `id` or a `locationName`" },
);

export const deleteLocationData = operation({
  path: "/v1/organizations/documents/locations/data/delete",
  sdk: "locations.deleteData",
  auth: "apiKey",
  role: "act",
  audited: true,
  summary: "Delete all feature data of a location.",
  description: described(
    "Removes the comment annotations of the location with their comments and reactions, its recordings and its notifications. The activity log stays. Succeeds if there is nothing to delete.",
    "A notification belongs to the location if its `notificationSourceData` names it as `location` or `locationId`.",
    "Without `organizationId` the document must exist in one organization only, else FAILED_PRECONDITION.",
    "`apiKey` and `authToken` must equal the headers'.",
    "The request waits up to 10 s for the deletion; the message says if it is still running.",
    dryRunNote,
  ),
  rpc: OrganizationDirectoryService.method.deleteLocationData,
  request: withRules(
    z.strictObject({
      apiKey: z.string().meta(texts.apiKey),
      authToken: z.string().meta({ description: "Secret token of the API key (`sk_…`)." }),
      organizationId: id().optional().meta(texts.organizationId),
      documentId: id().meta(texts.documentId),
      location: Location,
      dryRun: dryRun(),
    }),
    needs(on("dryRun"), "organizationId"),
  ),
  message: ({ completed }) => (completed ? "Location data deleted." : "Location data is being deleted; the deletion continues."),
  bodyCredentials: true,
  waits: true,
  timeoutMs: waitMs + 5_000,
  example: {
    request: {
      apiKey: "pk_test_4yV0xuQd8tKc1pZrWn7JmE",
      authToken: "sk_7Hq2nXbT5vLw9sRk3YcZ0dFgJmPaE1uV8iOoQ6tKxWz",
      organizationId: "acme",
      documentId: "forecast",
      location: { id: "page-1", locationName: "First page" },
    },
    response: null,
  },
  removes: ({ organizationId = "", documentId, location }, { apiKeyId }) => ({
    apiKeyId,
    scope: {
      kind: "location",
      organizationIds: [organizationId],
      documentIds: [documentId],
      locationIds: location.id === undefined ? [] : [location.id],
      locationName: location.locationName ?? "",
      dataOnly: true,
    },
  }),
  toRpc: ({ organizationId = "", documentId, location }, { apiKeyId }) => ({
    apiKeyId,
    organizationId,
    documentId,
    locationId: location.id ?? "",
    locationName: location.locationName ?? "",
    waitMs,
  }),
});
