import { WorkspaceService } from "@parley/contracts/workspace";
import * as z from "zod";
import { timestampMs, wholeNumber } from "../fields.ts";
import { operation } from "../operation.ts";
import { exampleTime } from "./examples.ts";

export const getAuditCheckpoint = operation({
  path: "/v2/workspace/audit/checkpoint/get",
  sdk: "audit.getCheckpoint",
  auth: "workspace",
  role: "administrate",
  orAdmin: true,
  summary: "Get a signed checkpoint of the audit log.",
  description:
    "A JWS (Ed25519) of the newest record's sequence and hash, which stand for all records before it, of the oldest record that is kept, the workspace and the time. The public keys are at `/.well-known/jwks.json`. Keep checkpoints outside of Parley: nobody, not even with its database, can then change what they cover without `parley audit verify` showing it. The installation also logs one every hour.",
  rpc: WorkspaceService.method.getAuditCheckpoint,
  request: z.strictObject({}),
  response: z.object({
    checkpoint: z.string().meta({ description: "The JWS in its compact form." }),
    sequence: wholeNumber().meta({ description: "Of the newest record; 0 when there is none." }),
    hash: z.string().meta({ description: "The hash of that record." }),
    firstSequence: wholeNumber().meta({ description: "Of the oldest record that is kept." }),
    at: timestampMs().meta({ description: "When it was signed." }),
  }),
  message: "Checkpoint signed.",
  example: {
    request: {},
    response: {
      checkpoint: "eyJhbGciOiJFZERTQSIsImtpZCI6ImsxIn0.eyJzZXF1ZW5jZSI6MTJ9.c2lnbmF0dXJl",
      sequence: 12,
      hash: "47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU",
      firstSequence: 1,
      at: exampleTime,
    },
  },
  toRpc: (_, { workspaceId }) => ({ workspaceId }),
  fromRpc: ({ checkpoint, sequence, hash, firstSequence, atMs }) => ({
    checkpoint,
    sequence: Number(sequence),
    hash,
    firstSequence: Number(firstSequence),
    at: Number(atMs),
  }),
});
