import { AuditService } from "@parley/contracts/workspace";
import * as z from "zod";
import { timestampMs, wholeNumber } from "../fields.ts";
import { operation } from "../operation.ts";
import { described } from "../texts.ts";
import { exampleTime } from "./examples.ts";

export const getAuditCheckpoint = operation({
  path: "/v2/workspace/audit/checkpoint/get",
  sdk: "audit.getCheckpoint",
  auth: "workspace",
  role: "administrate",
  orAdmin: true,
  summary: "Get a signed audit log checkpoint.",
  description: described(
    "Returns a JWS (Ed25519) of the newest record's sequence and hash, which cover all records before it, and of the oldest kept record, the retention, the workspace and the time. Keep checkpoints outside of Parley: `parley audit verify` then detects any change to the records that they cover, even one made in the database, and any removal before the retention allows it.",
    "Fails with FAILED_PRECONDITION and the reason `audit_log_cut` when the oldest or the newest records were deleted in the database: nothing is signed then, and no certificate of an erasure either.",
    "The public keys are at `/.well-known/jwks.json`.",
    "The installation also logs a checkpoint every hour.",
  ),
  rpc: AuditService.method.getAuditCheckpoint,
  request: z.strictObject({}),
  response: z.object({
    checkpoint: z.string().meta({ description: "The JWS in its compact form." }),
    sequence: wholeNumber().meta({ description: "Sequence of the newest record; 0 if there is none." }),
    hash: z.string().meta({ description: "The hash of that record." }),
    firstSequence: wholeNumber().meta({ description: "Sequence of the oldest kept record." }),
    removedUntil: timestampMs().meta({
      description: "When the newest record that was removed by age entered the log; before any was removed, when the log began.",
    }),
    retentionMs: wholeNumber().meta({ description: "How long records are kept, in ms." }),
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
      removedUntil: exampleTime,
      retentionMs: 31_536_000_000,
      at: exampleTime,
    },
  },
  toRpc: (_, { workspaceId }) => ({ workspaceId }),
  fromRpc: ({ checkpoint, sequence, hash, firstSequence, removedUntilMs, retentionMs, atMs }) => ({
    checkpoint,
    sequence: Number(sequence),
    hash,
    firstSequence: Number(firstSequence),
    removedUntil: Number(removedUntilMs),
    retentionMs: Number(retentionMs),
    at: Number(atMs),
  }),
});
