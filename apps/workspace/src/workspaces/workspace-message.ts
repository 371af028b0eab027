import type { MessageInitShape } from "@bufbuild/protobuf";
import type { WorkspaceSchema } from "@parley/contracts/workspace";
import type { WorkspaceRow } from "../ownership/ownership.store.ts";

export function workspaceMessage({
  workspaceId,
  workspaceName,
  ownerEmail,
  ownerName,
  ownerAvatar,
  createdAtMs,
}: WorkspaceRow): MessageInitShape<typeof WorkspaceSchema> {
  return { workspaceId, workspaceName, ownerEmail, ownerName, ownerAvatar, createdAtMs: BigInt(createdAtMs) };
}
