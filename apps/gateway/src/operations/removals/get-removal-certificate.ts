import { WorkspaceService } from "@parley/contracts/workspace";
import * as z from "zod";
import { id } from "../fields.ts";
import { operation } from "../operation.ts";

export const getRemovalCertificate = operation({
  path: "/v2/workspace/removals/certificate/get",
  sdk: "removals.getCertificate",
  auth: "workspace",
  role: "administrate",
  summary: "Get the signed certificate of a removal.",
  description:
    "Of a removal that is complete, also of an API key that is gone: a JWS (Ed25519) of what was removed from each collection of each service, when, and when everything was looked through once more; of where copies may be left and until when; and of a checkpoint of the audit log that covers the record of the request. It names nobody: its `subjects` are SHA-256 of `salt`, a line break and `user:`, `organization:`, `folder:`, `document:`, `location:`, `location-name:` or `api-key:` with the id, in base64url. `parley erase verify` reads it, with the public keys of `/.well-known/jwks.json`. Kept for three years; NOT_FOUND before the removal is complete. `removal.complete` tells webhook endpoints that name it.",
  rpc: WorkspaceService.method.getRemovalCertificate,
  request: z.strictObject({ jobId: id() }),
  response: z.object({
    certificate: z.string().meta({ description: "The JWS in its compact form." }),
    salt: z.string().meta({ description: "What the subjects in it are hashed with." }),
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
