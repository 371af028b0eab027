import { AuditService } from "@parley/contracts/workspace";
import * as z from "zod";
import { id, paging, timestampMs } from "../fields.ts";
import { operation } from "../operation.ts";
import { described } from "../texts.ts";
import { fromAuditRecord, storedAuditRecord } from "./audit-fields.ts";
import { exampleIds, exampleTime } from "./examples.ts";

const most = 100;
const exampleHash = "47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU";

export const getAuditRecords = operation({
  path: "/v2/workspace/audit/get",
  sdk: "audit.list",
  auth: "workspace",
  role: "administrate",
  orAdmin: true,
  summary: "List the audit log.",
  description: described(
    "Returns the workspace's audit records, newest first: one for each call of an operation that needs the role `administrate`, of the workspace's own operations, of removals and exports, and for each sign-in to the console, refused ones too. Users' comments and other content are in the activity log instead.",
    "A record is written before the act and completed with its outcome. If it cannot be written, the act is refused with UNAVAILABLE.",
    "The `hash` of a record covers the one before it, so a changed, missing or added record can be detected: `parley audit verify` checks an export against a checkpoint.",
    "A record must match all given filters. A page may have few records, even none, while `nextPageToken` says that more follow.",
    "Records are kept for a year, unless the installation sets another period.",
    "With the admin token and the workspace id `installation`, returns operators' acts that belong to no workspace.",
  ),
  rpc: AuditService.method.listAuditRecords,
  request: z.strictObject({
    from: timestampMs().optional().meta({ description: "Only acts that began at this time or later." }),
    to: timestampMs().optional().meta({ description: "Only acts that began at this time or earlier." }),
    actions: z
      .array(z.string().min(1).max(128))
      .max(most)
      .optional()
      .meta({ description: "Only these actions, such as `apiKeys.create`." }),
    actorIds: z.array(id()).max(most).optional().meta({ description: "Only acts of these tokens." }),
    apiKey: id().optional().meta({ description: "Only acts on this API key." }),
    targetIds: z.array(id()).max(most).optional().meta({ description: "Only acts on these users, API keys, tokens, organizations, …." }),
    withoutReads: z.boolean().optional().meta({
      description: "Only acts that change, remove or export data, and sign-ins: leaves out acts that only read, such as `audit.list`.",
    }),
    ...paging,
  }),
  response: z.array(storedAuditRecord),
  message: "Audit records retrieved.",
  paged: true,
  filters: ["actions", "actorIds", "targetIds"],
  example: {
    request: { actions: ["apiKeys.create"], pageSize: 1 },
    response: [
      {
        version: 1,
        workspaceId: exampleIds.workspaceId,
        recordId: "0f4b8f0e-6c0f-4a37-9a5e-8d3c2b1a0f9e",
        sequence: 12,
        occurredAt: exampleTime,
        action: "apiKeys.create",
        actor: { type: "token", id: exampleIds.tokenId, name: "Deployment" },
        targets: [{ type: "apiKey", id: exampleIds.apiKey }],
        apiKey: null,
        context: { ip: "192.0.2.7", userAgent: null, requestId: "7c0e5a52-9f4e-4f0e-8d64-5a1c3f2b7a10" },
        outcome: "success",
        changes: ["apiKeyName", "ownerEmail", "type"],
        personal: { hash: exampleHash, salt: "vT3xk0Qm9ZcLr2WbYh7NpA" },
        previousHash: exampleHash,
        hash: exampleHash,
      },
    ],
  },
  toRpc: (
    { from = 0, to = 0, actions = [], actorIds = [], apiKey = "", targetIds = [], withoutReads = false, pageSize = 0, pageToken = "" },
    { workspaceId },
  ) => ({
    workspaceId,
    fromMs: BigInt(from),
    toMs: BigInt(to),
    actions,
    actorIds,
    apiKeyId: apiKey,
    targetIds,
    withoutReads,
    pageSize,
    pageToken,
  }),
  fromRpc: ({ records }) => records.map(fromAuditRecord),
});
