import { WorkspaceService } from "@parley/contracts/workspace";
import * as z from "zod";
import { described } from "../described.ts";
import { timestampMs, wholeNumber } from "../fields.ts";
import { operation } from "../operation.ts";
import { exampleTime } from "./examples.ts";

export const getAuditCheckpoint = operation({
  path: "/v2/workspace/audit/checkpoint/get",
  sdk: "audit.getCheckpoint",
  auth: "workspace",
  role: "administrate",
  orAdmin: true,
  summary: "Get a signed audit log checkpoint.",
  description: described(
    "Returns a JWS (Ed25519) of the newest record's sequence and hash, which cover all records before it, and of the oldest kept record, the workspace and the time. Keep checkpoints outside of Parley: `parley audit verify` then detects any change to the records that they cover, even one made in the database.",
    "The public keys are at `/.well-known/jwks.json`.",
    "The installation also logs a checkpoint every hour.",
  ),
  rpc: WorkspaceService.method.getAuditCheckpoint,
  request: z.strictObject({}),
  response: z.object({
    checkpoint: z.string().meta({ description: "The JWS in its compact form." }),
    sequence: wholeNumber().meta({ description: "Sequence of the newest record; 0 if there is none." }),
    hash: z.string().meta({ description: "The hash of that record." }),
    firstSequence: wholeNumber().meta({ description: "Sequence of the oldest kept record." }),
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
