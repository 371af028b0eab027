import { AuditService } from "@parley/contracts/workspace";
import * as z from "zod";
import { id } from "../fields.ts";
import { operation } from "../operation.ts";
import { described, texts } from "../texts.ts";

export const getRemovalCertificate = operation({
  path: "/v2/workspace/removals/certificate/get",
  sdk: "removals.getCertificate",
  auth: "workspace",
  role: "administrate",
  summary: "Get the signed certificate of a removal.",
  description: described(
    "Returns a JWS (Ed25519) that certifies a complete removal, also that of a deleted API key. `parley erase verify` checks it with the public keys at `/.well-known/jwks.json`.",
    "It states how much was removed from each collection of each service, when, and when everything was checked again; where copies may remain and until when; and a checkpoint of the audit log that covers the record of the request.",
    "It names no person: its `subjects` are the SHA-256, in base64url, of `salt`, a line break, and `user:`, `organization:`, `folder:`, `document:`, `location:`, `location-name:` or `api-key:` with the id.",
    "It is kept for three years. Before the removal is complete the response is NOT_FOUND.",
    "`removal.complete` is sent to webhook endpoints that list it.",
  ),
  rpc: AuditService.method.getRemovalCertificate,
  request: z.strictObject({ jobId: id().meta(texts.jobId) }),
  response: z.object({
    certificate: z.string().meta({ description: "The JWS in its compact form." }),
    salt: z.string().meta({ description: "The salt of the hashes of its subjects." }),
  }),
  message: "Certificate retrieved.",
  example: {
    request: { jobId: "job_4yV0xuQd8tKc1pZrWn7JmE" },
    response: {
      certificate: "eyJhbGciOiJFZERTQSIsImtpZCI6ImsxIn0.eyJqb2JJZCI6ImpvYl80eVYweHVRZDh0S2MxcFpyV243Sm1FIn0.c2lnbmF0dXJl",
      salt: "47DEQpj8HBSa-_TImW-5JA",
    },
  },
  toRpc: ({ jobId }, { workspaceId }) => ({ workspaceId, jobId }),
  fromRpc: ({ certificate, salt }) => ({ certificate, salt }),
});
